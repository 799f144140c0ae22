import FootingMapping
import Foundation

extension RecordReading {
    /// Compares what ours makes of messy records with what it makes of the clean ones.
    ///
    /// - Throws: ``Difference`` if there are issues, or not the same records but for the tags.
    package static func checkMessy(_ messy: Data, _ clean: Data) throws {
        let (records, report) = try Record.mapping.makeArray(of: Record(), json: messy)
        let expected = try structs(clean).map { record in
            var record = record
            record.tags = Array(record.tags.prefix(1))
            return record
        }
        guard report.isClean, records == expected, !records.isEmpty else { throw Difference() }
    }

    /// Checks that ours refuses five values of each record, and takes the others.
    ///
    /// - Throws: ``Difference`` if that is not so.
    package static func checkFailing(_ data: Data) throws {
        let (records, report) = try Record.mapping.makeArray(of: Record(), json: data)
        guard report.issueCount == 5 * records.count, report.issues.count == 100,
            report.appliedCount == 12 * records.count, records.last?.visits == 0
        else { throw Difference() }
    }
}
