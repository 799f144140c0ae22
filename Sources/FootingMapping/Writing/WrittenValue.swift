import Foundation

/// A value of a JSON document that is written.
enum WrittenValue {
    case null
    case bool(Bool)
    /// A number, and its digits.
    case number(Any, String)
    case text(String)
    case list([WrittenValue])
    /// An object, its members in the order of the bytes of their keys.
    case object([Member])

    struct Member {
        let key: String
        var value: WrittenValue
    }

    var native: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let number, _): number
        case .text(let text): text
        case .list(let list): list.map(\.native)
        case .object(let members): Self.dictionary(members)
        }
    }

    static func dictionary(_ members: [Member]) -> [String: Any] {
        var dictionary: [String: Any] = [:]
        dictionary.reserveCapacity(members.count)
        for member in members { dictionary[member.key] = member.value.native }
        return dictionary
    }

    /// Appends the value as JSON.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(_, let digits): bytes += digits.utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let list):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in list.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string with the escapes that RFC 8259 asks for, section 7.
    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            bytes += text.utf8
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += (digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8
                bytes += digits.utf8
            default: bytes.append(byte)
            }
        }
    }
}
