import FootingLocks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A property list as far as tables need it: texts in dictionaries in dictionaries.
enum PropertyListNode: Decodable {
    case text(String)
    case dictionary([String: PropertyListNode])
    case other

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var dictionary: [String: PropertyListNode]? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    enum Refusal: Error {
        case unsupportedEncoding, tooLarge, invalid
    }

    /// Reads a binary or XML property list.
    ///
    /// `duplicateKeys` becomes, of a list in XML, the keys of the outermost dictionary that stand
    /// twice with different values.
    static func read(
        _ bytes: [UInt8],
        duplicateKeys: inout [String]
    ) -> Result<PropertyListNode, Refusal> {
        if !isBinary(bytes) {
            guard PropertyListGuard.isUTF8(bytes) else { return .failure(.unsupportedEncoding) }
            guard isXML(bytes) else { return .failure(.invalid) }
            let findings = PropertyListGuard.inspect(bytes, maximumDepth: maximumXMLDepth)
            guard let findings else { return .failure(.invalid) }
            guard !findings.isTooDeep else { return .failure(.tooLarge) }
            duplicateKeys = findings.duplicateKeys
        }
        let budget = Budget(nodes: bytes.count)
        let decoder = PropertyListDecoder()
        if let key = Budget.key { decoder.userInfo[key] = budget }
        do {
            return .success(try decoder.decode(PropertyListNode.self, from: Data(bytes)))
        } catch {
            return .failure(budget.isSpent ? .tooLarge : .invalid)
        }
    }

    static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist00".utf8) }

    static func isXML(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let content = start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return ["<?xml", "<!DOCTYPE", "<plist", "<!--"].contains { content.starts(with: $0.utf8) }
    }

    /// The decoder's reader of XML calls itself for each level and would run out of stack.
    private static let maximumXMLDepth = 128

    /// What a table has: the list, its entries, their variables, the forms of these, and between
    /// the first of these rules for devices and widths.
    private static let maximumDepth = 8

    /// How many nodes a list may still have, and how many bytes of text.
    ///
    /// In a binary list a dictionary can contain itself and many keys can have one text, so that a
    /// few bytes are endlessly many nodes or gigabytes. An honest list has fewer nodes than bytes.
    private final class Budget: Sendable {
        private let rest: Lock<(nodes: Int, text: Int)>

        init(nodes: Int) { rest = Lock((nodes, TableFileReader.maximumFileSize)) }

        static let key = CodingUserInfoKey(rawValue: "org.footing.budget")

        var isSpent: Bool { rest.withLock { $0.nodes <= 0 || $0.text <= 0 } }

        func spend(nodes: Int = 0, text: Int = 0) -> Bool {
            rest.withLock { rest in
                rest.nodes -= nodes
                rest.text -= text
                return rest.nodes > 0 && rest.text > 0
            }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let budget = Budget.key.flatMap { decoder.userInfo[$0] } as? Budget
        guard let budget, budget.spend(nodes: 1) else { throw Refusal.tooLarge }
        guard decoder.codingPath.count <= Self.maximumDepth else {
            self = .other
            return
        }
        if let container = try? decoder.container(keyedBy: Key.self) {
            var nodes: [String: PropertyListNode] = [:]
            for key in container.allKeys {
                nodes[key.stringValue] = try container.decode(PropertyListNode.self, forKey: key)
            }
            self = .dictionary(nodes)
        } else if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard budget.spend(text: text.utf8.count) else { throw Refusal.tooLarge }
            self = .text(text)
        } else {
            self = .other
        }
    }
}
