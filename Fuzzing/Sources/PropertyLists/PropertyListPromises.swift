@testable import FootingFormats
import Foundation

/// The promises of the readers of property lists, in XML, text and binary format, for any bytes.
///
/// A fuzzer and an ordinary test share this file; each defines `expect`.
struct PropertyListPromises {
    let bytes: [UInt8]

    private static let maximumDepth = 16

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        guard let list = Self.read(bytes) else { return }
        let own = Value(list.root)
        expect(own.depth <= Self.maximumDepth, "deeper than allowed")
        checkOffsets(of: list.root)
        // Foundation reads an octal escape of no character as a zero.
        let isDoubtful = hasDoubtfulEscape || "\(own)".unicodeScalars.contains("\u{FFFD}")
        if list.duplicates.isEmpty, !isDoubtful, let foundation = Self.foundation(bytes) {
            expect(own.isSame(as: foundation), "Foundation reads \(foundation), not \(own)")
        }
        // Written anew, it is the same in both formats.
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            guard own.isWritable,
                let data = try? PropertyListSerialization.data(
                    fromPropertyList: own.object,
                    format: format,
                    options: 0
                )
            else { continue }
            guard let again = Self.read([UInt8](data)) else {
                // Shared strings are limited, and whether strings are shared is up to the writer.
                expect(format == .binary, "written in XML, and not read: \(own)")
                continue
            }
            expect(again.duplicates.isEmpty, "written with a key twice")
            expect(Value(again.root).isSame(as: own), "written, and read as another")
        }
    }

    /// Whether an escape may be in a text that Foundation reads as another character than C does
    /// (`\f` and `\v`), or as a zero (`\U` without digits).
    private var hasDoubtfulEscape: Bool {
        bytes.indices.contains { index in
            let escape = bytes[index...].prefix(3)
            guard escape.count == 3, escape.first == UInt8(ascii: "\\") else { return false }
            let isHexadecimal = hexadecimalValue(bytes[index + 2]) != nil
            return "fv".utf8.contains(bytes[index + 1])
                || bytes[index + 1] == UInt8(ascii: "U") && !isHexadecimal
        }
    }

    /// The keys of an XML list stand where they are said to, and in this order.
    private func checkOffsets(of node: PropertyListNode) {
        var last: Int32 = -1
        for member in node.members ?? [] {
            checkOffsets(of: member)
            guard member.offset >= 0 else { continue }
            expect(member.offset > last, "members that are not in the order of the file")
            last = member.offset
            expect(bytes[Int(last)...].starts(with: "<key".utf8), "a key that is elsewhere")
        }
        for element in node.elements ?? [] { checkOffsets(of: element) }
    }

    private static func read(_ bytes: [UInt8]) -> PropertyList? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            if PropertyList.isBinary(view) {
                let limits = BinaryPropertyList.Limits(
                    depth: maximumDepth,
                    parts: bytes.count,
                    contentBytes: 64 * bytes.count,
                    allowsCombiningMarks: true
                )
                return try? BinaryPropertyList.read(view, within: limits)
            }
            if PropertyList.isXML(view) {
                return try? XMLPropertyList.read(view, maximumDepth: maximumDepth)
            }
            var list = PropertyList()
            guard let root = PropertyListNode.readText(view) else { return nil }
            list.root = root
            return list
        }
    }

    private static func foundation(_ bytes: [UInt8]) -> Value? {
        let list = try? unsafe PropertyListSerialization.propertyList(
            from: Data(bytes),
            format: nil
        )
        return list.map { Value(object: $0) }
    }

    /// A value in which only strings and their nesting are distinguished.
    private indirect enum Value {
        case string(String)
        case array([Value])
        case dictionary([[UInt8]: Value])
        case other

        init(_ node: PropertyListNode) {
            switch node.content {
            case .string(let text): self = .string(text)
            case .array(let elements): self = .array(elements.map { Value($0) })
            case .dictionary(let members):
                let values = members.map { (Array($0.key.utf8), Value($0)) }
                let byKey = Dictionary(values, uniquingKeysWith: { $1 })
                expect(byKey.count == members.count, "a key twice in a list that was read")
                self = .dictionary(byKey)
            case .other: self = .other
            }
        }

        init(object: Any) {
            if let text = object as? String {
                self = .string(text)
            } else if let elements = object as? [Any] {
                self = .array(elements.map { Value(object: $0) })
            } else if let members = object as? [String: Any] {
                let values = members.map { (Array($0.utf8), Value(object: $1)) }
                self = .dictionary(Dictionary(values, uniquingKeysWith: { $1 }))
            } else {
                self = .other
            }
        }

        var object: Any {
            switch self {
            case .string(let text): text
            case .array(let elements): elements.map(\.object)
            case .dictionary(let members):
                Dictionary(
                    members.map { (String(decoding: $0, as: UTF8.self), $1.object) },
                    uniquingKeysWith: { $1 }
                )
            case .other: true
            }
        }

        var depth: Int {
            switch self {
            case .string, .other: 0
            case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
            case .dictionary(let members): 1 + (members.values.map(\.depth).max() ?? 0)
            }
        }

        /// Whether Foundation writes it: XML has no control characters, and keys that are
        /// canonically equivalent are one.
        var isWritable: Bool {
            func isPlain(_ text: String) -> Bool {
                text.unicodeScalars.allSatisfy { $0.isASCII ? $0.value >= 0x20 : $0.value < 0xFFFE }
            }
            switch self {
            case .string(let text): return isPlain(text)
            case .other: return true
            case .array(let elements): return elements.allSatisfy(\.isWritable)
            case .dictionary(let members):
                let keys = members.keys.map { String(decoding: $0, as: UTF8.self) }
                return Set(keys).count == keys.count && keys.allSatisfy(isPlain)
                    && members.values.allSatisfy(\.isWritable)
            }
        }

        func isSame(as other: Value) -> Bool {
            switch (self, other) {
            case (.string(let first), .string(let second)):
                first.utf8.elementsEqual(second.utf8)
            case (.array(let first), .array(let second)):
                first.elementsEqual(second) { $0.isSame(as: $1) }
            case (.dictionary(let first), .dictionary(let second)):
                first.count == second.count
                    && first.allSatisfy { key, value in
                        second[key].map { value.isSame(as: $0) } ?? false
                    }
            case (.other, .other): true
            default: false
            }
        }
    }
}
