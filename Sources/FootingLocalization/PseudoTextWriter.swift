import FootingFormats

/// Writes the bytes of a format anew, with other words.
struct PseudoTextWriter {
    private let bytes: [UInt8]
    private let isAccented: Bool
    private(set) var output: [UInt8] = []

    /// Up to where the bytes are written.
    private var position = 0
    /// Where the last tag could end; without a place, -1.
    private let lastTagEnd: Int
    /// A tag can have specifiers in it, and so be of several pieces.
    private var isInTag = false

    init(_ bytes: [UInt8], isAccented: Bool) {
        self.bytes = bytes
        self.isAccented = isAccented
        lastTagEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    }

    /// Writes a text that is not among the bytes.
    mutating func literal(_ text: String) -> FormatString.Piece {
        let start = output.count
        output += text.utf8
        return FormatString.Piece(kind: .literal, source: range(from: start))
    }

    /// Copies a part, and what stands before it; the answer is where it is now.
    mutating func copy(_ source: Range<Int32>) -> Range<Int32> {
        copy(to: Int(source.lowerBound))
        let start = output.count
        copy(to: Int(source.upperBound))
        return range(from: start)
    }

    /// Copies what stands behind the last piece.
    mutating func copyRest() { copy(to: bytes.count) }

    /// Writes a part with other words, after what stands before it; the answer is where it is now.
    mutating func rewrite(_ source: Range<Int32>) -> Range<Int32> {
        copy(to: Int(source.lowerBound))
        let start = output.count
        let end = Int(source.upperBound)
        while position < end {
            let kept = keptLength(before: end)
            if kept > 0 {
                copy(to: position + kept)
            } else {
                let word = bytes[position..<end].prefix { !Self.endsWord($0) }
                if isAccented { writeAccented(word) } else { writeTurned(word) }
                position = word.endIndex
            }
        }
        return range(from: start)
    }

    private mutating func copy(to end: Int) {
        guard position < end else { return }
        output += bytes[position..<end]
        position = end
    }

    private func range(from start: Int) -> Range<Int32> {
        Int32(clamping: start)..<Int32(clamping: output.count)
    }
}

// What stays as it is.
extension PseudoTextWriter {
    /// Whether a byte is a blank, or may begin what is no word.
    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "%<&\\".utf8.contains(byte)
    }

    /// How many bytes from here on are no word; 0 where one begins.
    private mutating func keptLength(before end: Int) -> Int {
        let rest = bytes[position..<end]
        if isInTag {
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return rest.count }
            isInTag = false
            return close + 1 - position
        }
        guard Self.endsWord(bytes[position]) else { return 0 }
        let next = rest.dropFirst().first ?? 0
        switch bytes[position] {
        case UInt8(ascii: "%"):
            // The name of a variable that the format doesn't know.
            let name = rest.dropFirst().drop { isDigit($0) || $0 == UInt8(ascii: "$") }
            guard name.starts(with: "#@".utf8) else { return 1 }
            let close = name.dropFirst(2).prefix(256).firstIndex(of: UInt8(ascii: "@"))
            return close.map { $0 + 1 - position } ?? 1
        case UInt8(ascii: "<"):
            isInTag =
                position < lastTagEnd && (Self.isLetter(next) || "/!".utf8.contains(next))
            return 1
        case UInt8(ascii: "&"):
            let name = rest.dropFirst().prefix(32).prefix {
                Self.isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "#")
            }
            let isEntity = name.endIndex < end && bytes[name.endIndex] == UInt8(ascii: ";")
            return isEntity ? name.count + 2 : 1
        case UInt8(ascii: "\\"):
            guard "uUx".utf8.contains(next) else { return min(next < 0x80 ? 2 : 1, rest.count) }
            let digits = rest.dropFirst(2).prefix(next == UInt8(ascii: "u") ? 4 : 8)
            return 2 + digits.prefix { hexadecimalValue($0) != nil }.count
        default:
            return 1
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
}

// Words.
extension PseudoTextWriter {
    private mutating func writeTurned(_ word: ArraySlice<UInt8>) {
        output += "\u{200F}\u{202E}".utf8
        output += word
        output += "\u{202C}\u{200F}".utf8
    }

    /// Writes a word with accents, and a third of its letters more: vowels are written twice, and
    /// if they don't suffice, the last letter again.
    private mutating func writeAccented(_ word: ArraySlice<UInt8>) {
        // Each letter owes a third of one, and each that is written again pays three.
        var owed = 0
        var last = 0..<0
        for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
            guard scalar.properties.isAlphabetic else {
                append(last, for: &owed)
                output += String(scalar).utf8
                continue
            }
            let start = output.count
            if scalar.isASCII {
                // Two bytes for each of A–Z and a–z.
                let place = Int(scalar.value & 31) - 1 + (scalar.value & 32 == 0 ? 0 : 26)
                output += Self.letters[(place * 2)..<(place * 2 + 2)]
            } else {
                output += String(scalar).utf8
            }
            last = start..<output.count
            owed += 1
            if owed > 0, "aeiouAEIOU".unicodeScalars.contains(scalar) {
                output += output[last]
                owed -= 3
            }
        }
        append(last, for: &owed)
    }

    /// Writes a letter again as often as some are owed.
    private mutating func append(_ letter: Range<Int>, for owed: inout Int) {
        while owed > 0 {
            output += output[letter]
            owed -= 3
        }
        owed = 0
    }

    private static let letters = Array(
        "ÅƁÇÐÉƑĜĤÎĴĶĻϺÑÖÞǪŔŠŢÛѴŴΧÝŽåƀçðéƒĝĥîĵķļɱñöþʠŕšţûʋŵχýž".utf8
    )
}
