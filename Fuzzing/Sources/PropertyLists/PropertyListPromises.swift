@testable import FootingBytes
@testable import FootingPropertyLists
import Foundation

/// The promises of the converters of property lists in XML and binary format, for any bytes.
///
/// A fuzzer and an ordinary test share this file; each defines `expect`.
struct PropertyListPromises {
    let bytes: [UInt8]

    private static let maximumDepth = 16

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        guard let json = Self.json(bytes) else { return }
        let lineEnds = bytes.count { $0 == 0x0A || $0 == 0x0D }
        expect(json.count { $0 == 0x0A } <= lineEnds, "more lines than the list has")
        guard let (own, hasRepeatedKeys) = Self.read(json) else {
            return expect(false, "converted to JSON that can't be read")
        }
        expect(own.depth <= Self.maximumDepth, "deeper than allowed")
        if !hasRepeatedKeys, let foundation = Self.foundation(bytes) {
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
            guard let again = Self.json([UInt8](data)).flatMap({ Self.read($0) }) else {
                // Shared strings are limited, and whether strings are shared is up to the writer.
                expect(format == .binary, "written in XML, and not read: \(own)")
                continue
            }
            expect(!again.hasRepeatedKeys, "written with a key twice")
            expect(again.value.isSame(as: own), "written, and read as another")
        }
    }

    private static func json(_ bytes: [UInt8]) -> [UInt8]? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            guard PropertyList.isBinary(view) || PropertyList.isXML(view) else { return nil }
            return try? PropertyList.json(
                of: view,
                isConverted: false,
                maximumDepth: maximumDepth,
                maximumContent: 64 * bytes.count
            )
        }
    }

    private static func read(_ json: [UInt8]) -> (value: Value, hasRepeatedKeys: Bool)? {
        unsafe json.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return try? JSONTape.scan(view).withDocument(over: view) { document in
                var hasRepeatedKeys = false
                let value = Value(0, in: document, &hasRepeatedKeys)
                return (value, hasRepeatedKeys)
            }
        }
    }

    /// Foundation's value of a list in XML or binary format.
    private static func foundation(_ bytes: [UInt8]) -> Value? {
        var format = PropertyListSerialization.PropertyListFormat.openStep
        let list = try? unsafe PropertyListSerialization.propertyList(
            from: Data(bytes),
            format: &format
        )
        // Foundation reads `bplist00;…` that is no binary list as a list in OpenStep format.
        return format == .openStep ? nil : list.map { Value(object: $0) }
    }

    /// A value in which only strings and their nesting are distinguished.
    private indirect enum Value {
        case string(String)
        case array([Value])
        case dictionary([[UInt8]: Value])
        case other

        init(_ index: Int, in document: JSONDocument, _ hasRepeatedKeys: inout Bool) {
            let token = document[index]
            var child = index + 1
            switch token.kind {
            case .string:
                self = .string(document.text(of: token) ?? "half of a pair")
            case .array:
                var elements: [Value] = []
                while child < token.extent {
                    elements.append(Value(child, in: document, &hasRepeatedKeys))
                    child = document.index(after: child)
                }
                self = .array(elements)
            case .object:
                var members: [[UInt8]: Value] = [:]
                while child < token.extent {
                    let key = Array((document.text(of: document[child]) ?? "half").utf8)
                    let value = Value(child + 1, in: document, &hasRepeatedKeys)
                    if members.updateValue(value, forKey: key) != nil { hasRepeatedKeys = true }
                    child = document.index(after: child + 1)
                }
                self = .dictionary(members)
            default:
                expect(token.kind == .null, "a value of no list")
                self = .other
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
