import FootingBytes

/// A character reference.
struct Reference {
    let text: ShortText
    /// The number of bytes after the ampersand.
    let length: Int
    /// The error in the number.
    var error: String?
    var lacksSemicolon = false
}

/// The character references of the standard.
struct References: Sendable {
    static let shared = References()

    /// The bytes of all names, without semicolons, in order.
    private var names: [UInt8] = []
    /// The start of each name in `names`, and the end of the last one.
    private var starts: [UInt16] = []
    private var values: [ShortText] = []
    private var mayLackSemicolon: [Bool] = []

    private init() {
        let entries = ByteView(ReferenceTable.entries)
        var (index, name): (Int, [UInt8]) = (0, [])
        while entries.has(index) {
            let digit = entries[index]
            name.removeLast(name.count - Int(isDigit(digit) ? digit - 0x30 : digit - 0x57))
            index += 1
            while entries[index] >= 0x40 || isDigit(entries[index]) {
                name.append(entries[index])
                index += 1
            }
            let mark = entries[index]
            index += 1
            let start = index
            for _ in 0..<(mark == UInt8(ascii: "=") ? 2 : 1) {
                index += entries[index] < 0x80 ? 1 : (~entries[index]).leadingZeroBitCount
            }
            var word: UInt64 = 0
            for byte in (start..<index).reversed() { word = word << 8 | UInt64(entries[byte]) }
            starts.append(UInt16(names.count))
            names += name
            values.append(ShortText(word: word, count: index - start))
            mayLackSemicolon.append(mark == UInt8(ascii: "!"))
        }
        starts.append(UInt16(names.count))
    }

    /// Returns the longest named reference at `start`, the index after the ampersand.
    func longestMatch(in bytes: ByteView, at start: Int) -> Reference? {
        var (low, high) = (0, values.count)
        var best: Reference?
        var depth = 0
        // All names from `low` until before `high` begin with the same `depth` bytes of the input.
        while low < high {
            if Int(starts[low + 1] - starts[low]) == depth {
                let hasSemicolon = bytes.has(start + depth) && bytes[start + depth] == 0x3B
                if hasSemicolon || mayLackSemicolon[low] {
                    best = Reference(
                        text: values[low],
                        length: depth + (hasSemicolon ? 1 : 0),
                        lacksSemicolon: !hasSemicolon
                    )
                }
                low += 1
            }
            guard bytes.has(start + depth) else { break }
            let byte = bytes[start + depth]
            let first = partition(low, high) { names[Int(starts[$0]) + depth] >= byte }
            (low, high) = (first, partition(first, high) { names[Int(starts[$0]) + depth] > byte })
            depth += 1
        }
        return best
    }

    /// Returns the first index of a range with a property that all after it have too, or its end.
    @inline(__always)
    private func partition(_ start: Int, _ end: Int, _ isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (start, end)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The windows-1252 characters of 0x80 to 0x9F, which numbers of this range mean.
    private static let controls: [Unicode.Scalar] = {
        let table = EncodingTables.characters(of: .windows1252).map(ByteView.init) ?? .empty
        return Array(table.text.unicodeScalars.prefix(32))
    }()
}

extension Reference {
    /// Reads a reference at `start`, the index after the ampersand; `nil` for other text.
    ///
    /// In an attribute, a name without semicolon before an equals sign, a letter or a digit is no
    /// reference. `onError` gets the error of an ampersand that begins no reference.
    @inline(never)
    static func read(
        in bytes: ByteView,
        at start: Int,
        isInAttribute: Bool,
        onError: (String) -> Void = { _ in }
    ) -> Reference? {
        guard bytes.has(start) else { return nil }
        if bytes[start] == UInt8(ascii: "#") {
            let reference = number(in: bytes, at: start)
            if reference == nil { onError("absence-of-digits-in-numeric-character-reference") }
            return reference
        }
        guard isLetterOrDigit(bytes[start]) else { return nil }
        if let match = commonName(in: bytes, at: start) { return match }
        if let match = References.shared.longestMatch(in: bytes, at: start) {
            let end = start + match.length
            if isInAttribute, match.lacksSemicolon, bytes.has(end),
                bytes[end] == UInt8(ascii: "=") || isLetterOrDigit(bytes[end])
            {
                return nil
            }
            return match
        }
        let end = bytes.indexAfterLettersAndDigits(from: start)
        if bytes.has(end), bytes[end] == 0x3B { onError("unknown-named-character-reference") }
        return nil
    }

    /// Reads one of the six most common references.
    @inline(__always)
    private static func commonName(in bytes: ByteView, at start: Int) -> Reference? {
        func match(_ name: StaticString, _ word: UInt64, _ count: Int = 1) -> Reference? {
            guard bytes.has(name, at: start) else { return nil }
            let text = ShortText(word: word, count: count)
            return Reference(text: text, length: name.utf8CodeUnitCount)
        }
        return switch bytes[start] {
        case UInt8(ascii: "a"): match("amp;", 0x26) ?? match("apos;", 0x27)
        case UInt8(ascii: "l"): match("lt;", 0x3C)
        case UInt8(ascii: "g"): match("gt;", 0x3E)
        case UInt8(ascii: "q"): match("quot;", 0x22)
        case UInt8(ascii: "n"): match("nbsp;", 0xA0C2, 2)
        default: nil
        }
    }

    /// Reads a number after a number sign at `start`.
    private static func number(in bytes: ByteView, at start: Int) -> Reference? {
        var index = start + 1
        let isHexadecimal = bytes.has(index) && bytes[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let first = index
        var value: UInt32 = 0
        while bytes.has(index), let digit = hexadecimalValue(bytes[index]),
            isHexadecimal || digit < 10
        {
            // Larger numbers are all too large.
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
            index += 1
        }
        guard index > first else { return nil }
        let hasSemicolon = bytes.has(index) && bytes[index] == 0x3B
        let (scalar, error) = References.character(of: value)
        return Reference(
            text: ShortText(scalar.value),
            length: index - start + (hasSemicolon ? 1 : 0),
            error: error,
            lacksSemicolon: !hasSemicolon
        )
    }
}

extension References {
    /// The character of a number in a reference, and its error.
    static func character(of value: UInt32) -> (Unicode.Scalar, String?) {
        guard let scalar = Unicode.Scalar(value) else {
            let isSurrogate = value < 0x11_0000
            return (
                "\u{FFFD}",
                isSurrogate
                    ? "surrogate-character-reference" : "character-reference-outside-unicode-range"
            )
        }
        switch value {
        case 0:
            return ("\u{FFFD}", "null-character-reference")
        case 0x80...0x9F:
            return (controls[Int(value) - 0x80], "control-character-reference")
        case 0x09, 0x0A, 0x0C:
            return (scalar, nil)
        case 0x01...0x1F, 0x7F:
            return (scalar, "control-character-reference")
        default:
            let isNoncharacter = value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= value
            return (scalar, isNoncharacter ? "noncharacter-character-reference" : nil)
        }
    }
}
