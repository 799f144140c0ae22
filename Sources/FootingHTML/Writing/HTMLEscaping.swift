import FootingBytes

/// The characters that are written as references.
enum HTMLEscaping: Sendable {
    /// None.
    case none
    /// `&`, `<`, `>` and U+00A0.
    case text
    /// Also `"`.
    case attribute
    /// `&`, `<`, `>`, `"` and `'`.
    case markup
}

extension [UInt8] {
    /// Appends a text with references.
    mutating func append(_ bytes: ByteView, escaping: HTMLEscaping) {
        if escaping == .none { return append(bytes) }
        var start = 0
        var index = 0
        while bytes.has(index) {
            let byte = bytes[index]
            var length = 1
            let reference: StaticString?
            switch byte {
            case UInt8(ascii: "&"): reference = "&amp;"
            case UInt8(ascii: "<"): reference = "&lt;"
            case UInt8(ascii: ">"): reference = "&gt;"
            case UInt8(ascii: "\"") where escaping != .text: reference = "&quot;"
            case UInt8(ascii: "'") where escaping == .markup: reference = "&#x27;"
            case 0xC2 where escaping != .markup && bytes.has(index + 1) && bytes[index + 1] == 0xA0:
                reference = "&nbsp;"
                length = 2
            default: reference = nil
            }
            if let reference {
                append(bytes.slice(from: start, count: index &- start))
                append(reference)
                start = index &+ length
            }
            index &+= length
        }
        append(bytes.slice(from: start, count: bytes.count &- start))
    }

    /// Appends a text with references.
    mutating func append(_ string: String, escaping: HTMLEscaping) {
        string.utf8.withView { append($0, escaping: escaping) }
    }

    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    mutating func append(_ bytes: ByteView) {
        unsafe bytes.withBytes { unsafe append(contentsOf: $0) }
    }
}
