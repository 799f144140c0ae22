import FootingLocks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A property list, reduced to what tables need: strings in nested dictionaries.
final class PropertyListNode: Decodable {
    /// The key in the dictionary; empty for the list itself.
    let key: String
    let text: String?
    /// The members of a dictionary, sorted by key so that the report is deterministic.
    let members: [PropertyListNode]?

    subscript(key: String) -> PropertyListNode? {
        for member in members ?? [] where member.key == key { return member }
        return nil
    }

    /// Reads a binary or XML property list, and sets `duplicateKeys` if it is XML.
    static func read(
        _ bytes: [UInt8],
        duplicateKeys: inout [String]
    ) throws(FileFault) -> PropertyListNode {
        if !isBinary(bytes) {
            guard PropertyListGuard.isUTF8(bytes) else { throw .listNotUTF8 }
            guard isXML(bytes) else { throw .noList }
            duplicateKeys = try PropertyListGuard.duplicateKeys(
                in: bytes,
                maximumDepth: maximumXMLDepth
            )
        }
        let budget = Budget(nodes: bytes.count)
        let decoder = PropertyListDecoder()
        if let key = Budget.key { decoder.userInfo = [key: budget] }
        do {
            let list = try decoder.decode(PropertyListNode.self, from: Data(bytes))
            // A dictionary swallows the errors of its members, so the budget is checked, too.
            if !budget.isSpent { return list }
        } catch {
            if !budget.isSpent { throw .noList }
        }
        throw .listTooLarge
    }

    static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.has("bplist00", at: 0) }

    static func isXML(_ bytes: [UInt8]) -> Bool {
        var start = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
        while start < bytes.count, bytes[start] == 0x20 || 0x09...0x0D ~= bytes[start] {
            start += 1
        }
        return bytes.has("<?xml", at: start) || bytes.has("<!DOCTYPE", at: start)
            || bytes.has("<plist", at: start) || bytes.has("<!--", at: start)
    }

    /// The decoder's XML parser recurses for each level, and would overflow the stack.
    private static let maximumXMLDepth = 128

    /// Lists, entries, variables and forms, with device and width rules between them.
    private static let maximumDepth = 8

    /// The number of nodes, and of string bytes, that may still be read.
    ///
    /// A valid list has fewer nodes than bytes. In a binary list, a dictionary can contain itself and many keys can share one string, so
    /// that a few bytes expand to endless nodes or to gigabytes.
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

    init(from decoder: any Decoder) throws {
        let budget = Budget.key.flatMap { decoder.userInfo[$0] } as? Budget
        guard let budget, budget.spend(nodes: 1) else { throw FileFault.listTooLarge }
        let path = decoder.codingPath
        key = path.last?.stringValue ?? ""
        guard path.count <= Self.maximumDepth, let container = try? decoder.singleValueContainer()
        else {
            (text, members) = (nil, nil)
            return
        }
        if let text = try? container.decode(String.self) {
            guard budget.spend(text: text.utf8.count) else { throw FileFault.listTooLarge }
            self.text = text
            members = nil
            return
        }
        text = nil
        let values = try? container.decode([String: PropertyListNode].self)
        members = values.map { Array($0.values).sorted(by: \.key) }
    }
}
