import FootingMapping
import Foundation

/// Records in dictionaries, as `JSONSerialization` makes them.
package final class RecordDictionaries {
    private let records: [[String: Any]]

    /// Reads a document.
    package init(_ data: Data) throws {
        records = try RecordReading.dictionaries(data)
    }

    /// Maps them to structs, and returns how many that were.
    package func structs() -> Int { RecordReading.structs(records).count }
}
