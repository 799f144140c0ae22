import FootingBytes

/// The rests of tokens that are too long.
extension Tokenizer {
    /// The part of a token that is too long in which the input goes on.
    enum Rest: Sendable {
        case comment
        case digits(isHexadecimal: Bool)
        /// Other markup, up to the next `>`.
        case markup
        // Parts of a tag.
        case tagName, attributes, name, afterName, beforeValue, unquoted, quoted(UInt8)
    }

    /// Moves to the end of the token, or as far as the input is certainly a part of it.
    mutating func skipRest(_ bytes: ByteView, isFinal: Bool) {
        switch rest {
        case .comment: skipComment(bytes, isFinal: isFinal)
        case .markup:
            position = bytes.index(of: UInt8(ascii: ">"), from: position)
            end(behind: UInt8(ascii: ">"), bytes)
        case .digits(let isHexadecimal):
            while bytes.has(position), isDigit(bytes[position], isHexadecimal: isHexadecimal) {
                position &+= 1
            }
            if bytes.has(position) {
                end(behind: UInt8(ascii: ";"), bytes)
                rest = nil
            }
        case nil: break
        default:
            while bytes.has(position), bytes[position] != UInt8(ascii: ">") || isQuoted {
                move(behind: bytes[position])
                position &+= 1
            }
            end(behind: UInt8(ascii: ">"), bytes)
        }
        if isFinal, position == bytes.count { rest = nil }
    }

    private mutating func end(behind byte: UInt8, _ bytes: ByteView) {
        guard bytes.has(position), bytes[position] == byte else { return }
        position &+= 1
        rest = nil
    }

    private mutating func skipComment(_ bytes: ByteView, isFinal: Bool) {
        while true {
            position = bytes.index(of: UInt8(ascii: "-"), from: position)
            let length = bytes.has("-->", at: position) ? 3 : 4
            if length == 3 || bytes.has("--!>", at: position) {
                position &+= length
                rest = nil
                return
            }
            guard bytes.has(position &+ 3) || isFinal && bytes.has(position) else { return }
            position &+= 1
        }
    }

    private var isQuoted: Bool { if case .quoted = rest { true } else { false } }

    /// Notes where a byte of a tag leads.
    private mutating func move(behind byte: UInt8) {
        let isSpace = isHTMLSpace(byte)
        switch (rest, byte) {
        case (.quoted(let quote), _):
            if byte == quote { rest = .attributes }
        case (.unquoted, _):
            if isSpace { rest = .attributes }
        case (.beforeValue, 0x22), (.beforeValue, 0x27):
            rest = .quoted(byte)
        case (.beforeValue, _):
            if !isSpace { rest = .unquoted }
        case (_, UInt8(ascii: "/")):
            rest = .attributes
        case (.tagName, _):
            if isSpace { rest = .attributes }
        case (.name, UInt8(ascii: "=")), (.afterName, UInt8(ascii: "=")):
            rest = .beforeValue
        case (.name, _):
            if isSpace { rest = .afterName }
        default:
            if !isSpace { rest = .name }
        }
    }
}
