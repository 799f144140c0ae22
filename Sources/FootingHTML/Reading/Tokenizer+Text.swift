import FootingBytes

/// The text of elements such as `title` and `script`, and of CDATA sections.
extension Tokenizer {
    /// Reads text, or the end tag after it, outside the data state.
    mutating func scanSpecialText(_ bytes: ByteView) -> Token? {
        var index = position
        loop: while true {
            let other: UInt8 =
                switch mode {
                case .rcdata: UInt8(ascii: "&")
                case .scriptEscaped, .scriptDoubleEscaped: UInt8(ascii: "-")
                case .cdata: UInt8(ascii: "]")
                case .data, .rawText, .script, .plaintext: UInt8(ascii: "<")
                }
            index = endOfText(bytes, from: index, before: other)
            guard bytes.has(index) else { break }
            let isAtStart = index == position
            switch bytes[index] {
            case 0:
                return isAtStart ? scanSpecialNull() : text(to: index)
            case UInt8(ascii: "<") where mode == .plaintext || mode == .cdata:
                break
            case UInt8(ascii: "<"):
                if mode != .scriptDoubleEscaped, isEndTag(lastStartTag, bytes, at: index) {
                    guard isAtStart else { break loop }
                    mode = .data
                    return scanTag(bytes, from: index &+ 2, isEnd: true)
                }
                if mode == .scriptDoubleEscaped, isName("/script", bytes, at: index &+ 1) {
                    mode = .scriptEscaped
                } else if mode == .scriptEscaped, isName("script", bytes, at: index &+ 1) {
                    mode = .scriptDoubleEscaped
                } else if mode == .script, bytes.has("<!--", at: index) {
                    // The two dashes can also be the first of `-->`.
                    mode = .scriptEscaped
                    index &+= 1
                } else if mayBeMarkup(bytes, at: index) {
                    return isAtStart ? cutOff(text(to: index &+ 1)) : text(to: index)
                }
            case UInt8(ascii: "-"):
                let first = index
                while bytes.has(index &+ 1), bytes[index &+ 1] == UInt8(ascii: "-") { index &+= 1 }
                guard bytes.has(index &+ 1) || certainEnd == bytes.count else {
                    // The last two dashes may be those of an end.
                    let end = max(first, index &- 1)
                    return end > position ? text(to: end) : cutOff(text(to: bytes.count))
                }
                if index > first, bytes.has(index &+ 1), bytes[index &+ 1] == UInt8(ascii: ">") {
                    mode = .script
                }
            case UInt8(ascii: "&"):
                return isAtStart ? scanReference(bytes) : text(to: index)
            default:
                if bytes.has("]]>", at: index) {
                    guard isAtStart else { break loop }
                    position &+= 3
                    mode = .data
                    return nil
                }
                if index >= certainEnd, !bytes.has(index &+ 2) {
                    return isAtStart ? cutOff(text(to: index &+ 1)) : text(to: index)
                }
            }
            index &+= 1
        }
        if index > position { return text(to: index) }
        switch mode {
        case .scriptEscaped, .scriptDoubleEscaped:
            report("eof-in-script-html-comment-like-text", at: index)
        case .cdata:
            report("eof-in-cdata", at: index)
        default:
            break
        }
        return .end
    }

    private mutating func scanSpecialNull() -> Token {
        position &+= 1
        // Tree construction reports one of a CDATA section.
        if mode == .cdata { return .null }
        report("unexpected-null-character", at: start)
        appendMark()
        run = Run(aside: 0..<scratch.count)
        return .text
    }

    /// Whether more bytes can make a tag or `<!--` of a `<`: nothing ends a name after it.
    private func mayBeMarkup(_ bytes: ByteView, at index: Int) -> Bool {
        guard index >= certainEnd else { return false }
        var end = index &+ 2
        while bytes.has(end), !endsName(bytes[end]) { end &+= 1 }
        return !bytes.has(end)
    }

    private func endsName(_ byte: UInt8) -> Bool {
        isHTMLSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    private func isEndTag(_ name: NameID?, _ bytes: ByteView, at index: Int) -> Bool {
        guard let name, bytes.has("</", at: index) else { return false }
        return names.withBytes(of: name) { isName($0, bytes, at: index &+ 2) }
    }

    private func isName(_ name: StaticString, _ bytes: ByteView, at index: Int) -> Bool {
        isName(ByteView(name), bytes, at: index)
    }

    /// Whether a tag has a name, ignoring case, and after it what ends a name.
    private func isName(_ name: ByteView, _ bytes: ByteView, at index: Int) -> Bool {
        let end = index &+ name.count
        guard bytes.has(end), bytes.has(name, at: index, ignoringCase: true) else { return false }
        return endsName(bytes[end])
    }
}
