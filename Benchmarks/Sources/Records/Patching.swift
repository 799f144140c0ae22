import FootingMapping
import Foundation

/// One record of which a dictionary with a single key changes one property.
package struct Patching {
    private var record: Record
    private let patch: [String: Any] = ["visits": 1_000]
    private let patchText = Data(#"{"visits":1000}"#.utf8)
    private let wholeText: Data

    /// Takes the first record of a document.
    package init(_ document: RecordDocument) throws {
        record = try RecordReading.structs(document.data)[0]
        wholeText = Data(document.data.dropFirst().dropLast())
    }

    /// Sets the property by its field, and returns what it is then.
    package mutating func byMapping() -> Int {
        _ = Record.mapping.apply(patch, to: &record)
        return record.visits
    }

    /// The same from bytes.
    package mutating func byMappingOfJSON() throws -> Int {
        _ = try Record.mapping.apply(json: patchText, to: &record)
        return record.visits
    }

    /// Sets all properties.
    package mutating func wholeByMapping() throws {
        _ = try Record.mapping.apply(json: wholeText, to: &record)
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
