import FootingBytes

/// Finds the end of a tag or comment that is longer than a token may be, and the part that is kept.
struct TokenSkipper: Sendable {
    private enum State {
        case comment, other
        case tagName, between, name, afterName, beforeValue, unquoted, quoted(UInt8)
    }

    private var state: State
    /// The end of the bytes that certainly belong to the markup.
    private(set) var position: Int
    /// The position of the first byte at which the end of a comment may begin.
    private var searched: Int

    /// Creates a skipper that keeps at most `maxBytes` bytes of the markup at a position.
    init(_ bytes: ByteView, at start: Int, maxBytes: Int) {
        // The end of a comment has at most four bytes.
        var end = start + maxBytes - 3
        while bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let first = bytes[start + 1] == UInt8(ascii: "/") ? bytes[start + 2] : bytes[start + 1]
        if bytes.has("<!--", at: start) {
            state = .comment
        } else if Tokenizer.isLetter(first) {
            var reader = AttributeReader(
                bytes.slice(from: start, count: maxBytes + 1),
                maxBytes: maxBytes
            )
            state = .tagName
            if start + reader.end < end {
                state = .between
                end = start + reader.end
                while reader.next() != nil { end = start + reader.end }
            }
        } else {
            state = .other
        }
        position = end
        searched = end - 3
    }

    var isTag: Bool {
        switch state {
        case .comment, .other: false
        default: true
        }
    }

    mutating func discard(_ count: Int) {
        position -= count
        searched -= count
    }

    /// Searches in the bytes from the position on, and returns whether that is the end now.
    mutating func findEnd(in bytes: ByteView, isFinal: Bool) -> Bool {
        switch state {
        case .comment:
            while true {
                searched = bytes.index(of: UInt8(ascii: "-"), from: searched)
                guard searched < bytes.count else { break }
                for end in ["-->", "--!>"] as [StaticString]
                where bytes.has(end, at: searched) && searched + end.utf8CodeUnitCount > position {
                    position = searched + end.utf8CodeUnitCount
                    return true
                }
                searched += 1
            }
            searched = isFinal ? bytes.count : bytes.count - 3
            position = max(position, searched)
        case .other:
            position = bytes.index(of: UInt8(ascii: ">"), from: position)
            if position < bytes.count {
                position += 1
                return true
            }
        default:
            while bytes.has(position) {
                position += 1
                if isEndOfTag(bytes[position - 1]) { return true }
            }
        }
        return isFinal
    }

    /// Moves behind a byte of a tag.
    private mutating func isEndOfTag(_ byte: UInt8) -> Bool {
        if case .quoted(let quote) = state {
            if byte == quote { state = .between }
            return false
        }
        if byte == UInt8(ascii: ">") { return true }
        let isSpace = isHTMLSpace(byte)
        switch (state, byte) {
        case (.unquoted, _):
            if isSpace { state = .between }
        case (.beforeValue, 0x22), (.beforeValue, 0x27):
            state = .quoted(byte)
        case (.beforeValue, _):
            if !isSpace { state = .unquoted }
        case (_, UInt8(ascii: "/")):
            state = .between
        case (.tagName, _):
            if isSpace { state = .between }
        case (.name, UInt8(ascii: "=")), (.afterName, UInt8(ascii: "=")):
            state = .beforeValue
        case (.name, _):
            if isSpace { state = .afterName }
        default:
            if !isSpace { state = .name }
        }
        return false
    }
}
