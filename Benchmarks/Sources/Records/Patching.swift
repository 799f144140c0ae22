import FootingMapping
import Foundation

/// One record of which a dictionary with a single key changes one property.
package struct Patching {
    private var record: Record
    private let patch: [String: Any] = ["visits": 1_000]

    /// Takes the first record of a document.
    package init(_ document: RecordDocument) throws {
        record = try Reading.structs(document.data)[0]
    }

    /// Sets the property by its field, and returns what it is then.
    package mutating func byMapping() -> Int {
        _ = Record.mapping.apply(patch, to: &record)
        return record.visits
    }

    /// Does it as people do for any `Codable`: its own JSON, in which the key is replaced, is read
    /// back.
    package mutating func byCoding() throws -> Int {
        let encoded = try JSONEncoder().encode(record)
        var dictionary = try JSONSerialization.jsonObject(with: encoded) as? [String: Any] ?? [:]
        dictionary.merge(patch) { $1 }
        let merged = try JSONSerialization.data(withJSONObject: dictionary)
        record = try JSONDecoder().decode(Record.self, from: merged)
        return record.visits
    }
}
