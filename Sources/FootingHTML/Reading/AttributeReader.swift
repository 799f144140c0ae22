import FootingBytes

/// Reads the attributes of a complete tag again, which its token does not keep.
struct AttributeReader: ~Copyable {
    /// The number of attributes so far, also of equal names.
    private(set) var count = 0
    private let tag: ByteView
    private let maxBytes: Int
    private var index: Int

    /// The position after the attributes so far.
    var end: Int { index }

    /// Creates a reader of a tag from its `<` on.
    init(_ tag: ByteView, maxBytes: Int) {
        self.tag = tag
        self.maxBytes = maxBytes
        index = tag.has("</", at: 0) ? 2 : 1
        while !isEnd, !isSpace, tag[index] != UInt8(ascii: "/") { index += 1 }
    }

    private var isEnd: Bool { !tag.has(index) || tag[index] == UInt8(ascii: ">") }

    private var isSpace: Bool { isHTMLSpace(tag[index]) }

    /// The ranges of the next attribute's name and value.
    mutating func next() -> (name: Range<Int>, value: Range<Int>)? {
        while !isEnd, isSpace || tag[index] == UInt8(ascii: "/") { index += 1 }
        guard !isEnd else { return nil }
        let start = index
        // An equals sign begins a name, and ends one.
        index += 1
        while !isEnd, !isSpace, tag[index] != UInt8(ascii: "/"), tag[index] != UInt8(ascii: "=") {
            index += 1
        }
        let name = start..<index
        while !isEnd, isSpace { index += 1 }
        var value = index..<index
        if !isEnd, tag[index] == UInt8(ascii: "=") {
            index += 1
            while !isEnd, isSpace { index += 1 }
            let first = index
            if !isEnd, tag[index] == 0x22 || tag[index] == 0x27 {
                index = tag.index(of: tag[index], from: index + 1)
                value = first + 1..<index
                index += 1
            } else {
                while !isEnd, !isSpace { index += 1 }
                value = first..<index
            }
        }
        count += 1
        // The tokenizer drops an attribute that begins or ends beyond the limit.
        return index > maxBytes ? nil : (name, value)
    }

    /// Whether the name in a range is one in lower case.
    func isName(_ range: Range<Int>, _ name: ByteView) -> Bool {
        var offset = 0
        for index in range {
            let byte = tag[index]
            guard byte != 0 else { return self.name(range).utf8.elementsEqual(name.text.utf8) }
            guard name.has(offset), lowercase(byte) == name[offset] else { return false }
            offset += 1
        }
        return offset == name.count
    }

    func name(_ range: Range<Int>) -> String {
        let bytes = range.map { lowercase(tag[$0]) }
        guard bytes.contains(0) else { return String(decoding: bytes, as: UTF8.self) }
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\u{FFFD}")
    }

    func value(_ range: Range<Int>) -> String {
        tag.slice(from: range.lowerBound, count: range.count).unescaped(isInAttribute: true)
    }
}
