import FootingMapping
import Foundation

/// A way to read a document of records into memory.
///
/// The work is beside its types, so that the benchmarks are in another module, and see no more of a
/// mapping than users do.
package enum RecordReading: String, CaseIterable, Sendable {
    /// Ours, to structs.
    case structs
    /// Ours, to objects whose properties are set by key path.
    case objects
    /// Ours, to objects whose properties are set by closures.
    case objectsBySetters
    /// Ours for any `Decodable`, to structs.
    case lenientDecoder
    /// `JSONDecoder`, to structs.
    case decoder
    /// `JSONDecoder`, to objects.
    case decoderToObjects
    /// `JSONSerialization`, to dictionaries.
    case serialization
    /// `JSONSerialization`, and ours from its dictionaries to structs.
    case serializationAndStructs

    /// Reads the document, drops what was read, and returns how many records that were.
    package func count(_ data: Data) throws -> Int {
        switch self {
        case .structs: try Self.structs(data).count
        case .objects: try Self.objects(data, RecordObject.mapping).count
        case .objectsBySetters: try Self.objects(data, RecordObject.mappingBySetters).count
        case .lenientDecoder: try Self.decodedLeniently(data).count
        case .decoder: try Self.decoded([Record].self, data).count
        case .decoderToObjects: try Self.decoded([RecordObject].self, data).count
        case .serialization: try Self.dictionaries(data).count
        case .serializationAndStructs: Self.structs(try Self.dictionaries(data)).count
        }
    }

    /// Reads the document in this way and in the plainest one, and compares every record.
    ///
    /// - Throws: ``Difference`` if the records are not the same.
    package func check(_ data: Data) throws {
        let records =
            switch self {
            case .structs: try Self.structs(data)
            case .objects: try Self.objects(data, RecordObject.mapping).map(\.record)
            case .objectsBySetters:
                try Self.objects(data, RecordObject.mappingBySetters).map(\.record)
            case .lenientDecoder: try Self.decodedLeniently(data)
            case .decoder: try Self.decoded([Record].self, data)
            case .decoderToObjects: try Self.decoded([RecordObject].self, data).map(\.record)
            case .serialization, .serializationAndStructs:
                Self.structs(try Self.dictionaries(data))
            }
        let expected = try Self.decoded([Record].self, data)
        guard records == expected, !records.isEmpty else { throw Difference() }
    }

    static func structs(_ data: Data) throws -> [Record] {
        try Record.mapping.makeArray(of: Record(), json: data).values
    }

    static func structs(_ dictionaries: [[String: Any]]) -> [Record] {
        Record.mapping.makeArray(of: Record(), from: dictionaries).values
    }

    private static func objects(
        _ data: Data,
        _ mapping: Mapping<RecordObject>
    ) throws -> [RecordObject] {
        try mapping.makeArray(of: RecordObject(), json: data).values
    }

    private static func decodedLeniently(_ data: Data) throws -> [Record] {
        let (records, report) = try LenientDecoder().decode([Record].self, json: data)
        guard let records, report.isClean else { throw Difference() }
        return records
    }

    static func dictionaries(_ data: Data) throws -> [[String: Any]] {
        guard let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
            throw Difference()
        }
        return list
    }

    private static func decoded<Value: Decodable>(_: Value.Type, _ data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: data)
    }
}

/// Two ways of the same work came to different results.
package struct Difference: Error, CustomStringConvertible {
    /// The event, in a few words.
    package var description: String { "the results are not the same" }

    /// Creates the error.
    package init() {}
}
