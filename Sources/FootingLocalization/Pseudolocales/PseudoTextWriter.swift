import FootingBytes

/// Rewrites the words of a format, and copies all else.
struct PseudoTextWriter {
    private let bytes: [UInt8]
    private let isAccented: Bool
    private(set) var output: [UInt8] = []

    /// The end of the bytes that have been written.
    private var position = 0
    /// The position of the last `>`.
    private let lastTagEnd: Int
    /// Kept between pieces, since a tag can contain specifiers.
    private var isInTag = false
    /// The quotation mark of the current attribute value, or 0.
    private var quote: UInt8 = 0

    init(_ bytes: [UInt8], isAccented: Bool) {
        self.bytes = bytes
        self.isAccented = isAccented
        lastTagEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0
    }

    @inline(never)
    mutating func append(_ byte: UInt8) { output.append(byte) }

    @inline(never)
    mutating func copy(to end: Int) {
        while position < end {
            append(bytes[position])
            position += 1
        }
    }

    @inline(never)
    mutating func rewrite(to end: Int) {
        while position < end {
            let start = position
            if isInTag {
                readTag(bytes[start], after: bytes[start - 1])
                copy(to: start + 1)
            } else if Self.endsWord(bytes[start]) {
                copy(to: endOfUnchanged(before: end))
            } else {
                while position < end, !Self.endsWord(bytes[position]) { position += 1 }
                write(start..<position)
            }
        }
    }
}

// Escapes, tags and entities, which are copied.
extension PseudoTextWriter {
    /// Whether a byte is a space, or can begin an escape, tag, entity or specifier.
    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "%<&\\".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

    /// Tracks the end of a tag; `>` doesn't end it inside an attribute value.
    private mutating func readTag(_ byte: UInt8, after previous: UInt8) {
        if quote != 0 {
            if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: ">") {
            isInTag = false
        } else if previous == UInt8(ascii: "="), byte == 0x22 || byte == 0x27 {
            quote = byte
        }
    }

    /// The byte at an index, or 0 at or after the end.
    private func byte(at index: Int, before end: Int) -> UInt8 { index < end ? bytes[index] : 0 }

    /// The end of the bytes to copy from the current position on.
    private mutating func endOfUnchanged(before end: Int) -> Int {
        let start = position + 1
        var index = start
        switch bytes[position] {
        case UInt8(ascii: "%"):
            // A variable that is not defined, such as `%#@name@`, up to 256 bytes.
            while isDigit(byte(at: index, before: end)) || byte(at: index, before: end) == 0x24 {
                index += 1
            }
            guard byte(at: index, before: end) == UInt8(ascii: "#"),
                byte(at: index + 1, before: end) == UInt8(ascii: "@")
            else { return start }
            let limit = min(index + 258, end)
            index += 2
            while index < limit {
                index += 1
                if bytes[index - 1] == UInt8(ascii: "@") { return index }
            }
        case UInt8(ascii: "<"):
            let next = byte(at: start, before: end)
            isInTag =
                start < lastTagEnd
                && (Self.isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!"))
        case UInt8(ascii: "&"):
            let limit = min(start + 32, end)
            while index < limit,
                Self.isLetter(bytes[index]) || isDigit(bytes[index])
                    || bytes[index] == UInt8(ascii: "#")
            { index += 1 }
            if byte(at: index, before: end) == UInt8(ascii: ";") { return index + 1 }
        case UInt8(ascii: "\\"):
            let letter = byte(at: start, before: end)
            guard start < end, letter < 0x80 else { return start }
            index += 1
            guard letter | 0x20 == UInt8(ascii: "u") || letter == UInt8(ascii: "x") else {
                return index
            }
            let limit = min(index + (letter == UInt8(ascii: "u") ? 4 : 8), end)
            while index < limit, hexadecimalValue(bytes[index]) != nil { index += 1 }
            return index
        default:
            break
        }
        return start
    }
}

// Words.
extension PseudoTextWriter {
    private mutating func write(_ word: Range<Int>) {
        if isAccented {
            writeAccented(word)
        } else {
            output += "\u{200F}\u{202E}".utf8
            for index in word { append(bytes[index]) }
            output += "\u{202C}\u{200F}".utf8
        }
    }

    /// Writes a word with accents and a third more letters: repeats vowels, and if these don't
    /// suffice, the last letter.
    private mutating func writeAccented(_ word: Range<Int>) {
        // Counts thirds of a letter: each letter adds one, and each repetition subtracts three.
        var owed = 0
        var letter = 0..<0
        var index = word.lowerBound
        while index < word.upperBound {
            let lead = bytes[index]
            let end = index + (lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
            let scalar = String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first
            let isLetter = scalar?.properties.isAlphabetic == true
            if !isLetter {
                repeatLetter(letter, &owed)
                owed = 0
            }
            let start = output.count
            if Self.isLetter(lead) {
                // Each of A–Z and a–z has two bytes.
                let position = Int(lead & 31) - 1 + (lead & 32 == 0 ? 0 : 26)
                append(Self.letters[position * 2])
                append(Self.letters[position * 2 + 1])
            } else {
                for index in index..<end { append(bytes[index]) }
            }
            if isLetter {
                letter = start..<output.count
                owed += 1
                if "aeiouAEIOU".utf8.contains(lead) { repeatLetter(letter, &owed) }
            }
            index = end
        }
        repeatLetter(letter, &owed)
    }

    @inline(never)
    private mutating func repeatLetter(_ letter: Range<Int>, _ owed: inout Int) {
        while owed > 0 {
            for index in letter { append(output[index]) }
            owed -= 3
        }
    }

    // Safe: a literal is never freed.
    private static var letters: ByteView {
        let text: StaticString = "ÅƁÇÐÉƑĜĤÎĴĶĻϺÑÖÞǪŔŠŢÛѴŴΧÝŽåƀçðéƒĝĥîĵķļɱñöþʠŕšţûʋŵχýž"
        return unsafe ByteView(
            UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }
}
