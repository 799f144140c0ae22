#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What programs read.
enum JSON {
    /// A document with the members in the order of their names, and a line end.
    static func document(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
