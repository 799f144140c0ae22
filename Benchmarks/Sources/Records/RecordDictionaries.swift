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

    /// Copies the values of all properties, each record's into an array of its own, and returns how
    /// many that were.
    package func copies() -> Int {
        var copies: [[Any]] = []
        copies.reserveCapacity(records.count)
        for record in records {
            var values: [Any] = []
            values.reserveCapacity(24)
            for key in Self.keys {
                if let value = record[key] { values.append(value) }
            }
            if let tags = record["tags"] as? [Any] { values += tags }
            if let address = record["address"] as? [String: Any] {
                for key in Self.keysOfAddress {
                    if let value = address[key] { values.append(value) }
                }
            }
            copies.append(values)
        }
        return copies.reduce(0) { $0 + $1.count }
    }

    private static let keys = [
        "id", "uuid", "first", "last", "active", "price", "score", "joined", "plan", "visits",
        "note",
    ]
    private static let keysOfAddress = ["street", "city", "zip", "latitude", "longitude"]
}
