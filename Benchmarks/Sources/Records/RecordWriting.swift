import FootingMapping
import Foundation

/// Records in memory, each to be written as a document of its own.
package struct RecordWriting: Sendable {
    private let records: [Record]
    private let encoder = JSONEncoder()

    /// Creates so many records.
    package init(_ count: Int) throws {
        records = try RecordReading.structs(RecordDocument(count).data)
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for record in records.prefix(100) {
            let (data, report) = Record.mapping.json(from: record)
            guard report.isClean, try Record.mapping.make(Record(), json: data).value == record
            else {
                throw Difference()
            }
        }
    }

    /// Writes each record by its mapping, and returns how many bytes that were.
    package func byMapping() -> Int {
        records.reduce(0) { $0 + Record.mapping.json(from: $1).data.count }
    }

    /// Writes each record by `JSONEncoder`, and returns how many bytes that were.
    package func byEncoder() throws -> Int {
        try records.reduce(0) { $0 + (try encoder.encode($1)).count }
    }
}
