import FootingFormats

/// The encoding of a table, detected by its byte order mark or its first character.
///
/// A table begins with an ASCII character (a quotation mark, a slash, a letter, whitespace);
/// without a mark, the zeros around it determine the encoding.
enum TextEncoding {
    /// The width of a code unit in bytes, the byte order, and the length of the mark.
    private static func detect(
        in bytes: ByteView
    ) -> (width: Int, isBigEndian: Bool, mark: Int) {
        var first: [UInt8] = []
        for index in 0..<4 { first.append(bytes.has(index) ? bytes[index] : 1) }
        switch (first[0], first[1], first[2], first[3]) {
        case (0xFF, 0xFE, 0, 0): return (4, false, 4)
        case (0, 0, 0xFE, 0xFF): return (4, true, 4)
        case (0xFF, 0xFE, _, _): return (2, false, 2)
        case (0xFE, 0xFF, _, _): return (2, true, 2)
        case (0, 0, 0, 1...) where bytes.has(3): return (4, true, 0)
        case (1..., 0, 0, 0): return (4, false, 0)
        case (1..., 0, _, _): return (2, false, 0)
        case (0, 1..., _, _) where bytes.has(1): return (2, true, 0)
        default: return (1, false, 0)
        }
    }

    /// Converts the bytes after the mark to UTF-8; returns `nil` if the encoding is UTF-8.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    static func convert(_ bytes: ByteView) -> ConvertedText? {
        let (width, isBigEndian, mark) = detect(in: bytes)
        if width == 1 { return nil }
        let text = bytes.slice(from: mark, count: bytes.count &- mark)
        let count = text.count / width
        var converted = ConvertedText(capacity: count &+ count / 4 &+ 16)
        func unit(_ index: Int) -> UInt32 {
            var unit: UInt32 = 0
            for offset in 0..<width {
                let place = isBigEndian ? offset : width &- 1 &- offset
                unit = unit << 8 | UInt32(text[width &* index &+ place])
            }
            return unit
        }
        // Most tables are mostly ASCII: tests four code units of UTF-16 at a time.
        let other: UInt64 = isBigEndian ? 0x80FF_80FF_80FF_80FF : 0xFF80_FF80_FF80_FF80
        var index = 0
        while index < count {
            while width == 2, text.hasEight(2 &* index) {
                var word = text.eightBytes(at: 2 &* index)
                guard word & other == 0 else { break }
                if isBigEndian { word >>= 8 }
                converted.append(word)
                index &+= 4
            }
            guard index < count else { break }
            let lead = unit(index)
            index &+= 1
            if width == 2, lead & 0xFC00 == 0xD800, index < count, unit(index) & 0xFC00 == 0xDC00 {
                converted.append(0x10000 &+ ((lead & 0x3FF) << 10 | unit(index) & 0x3FF))
                index &+= 1
            } else {
                converted.append(lead)
            }
        }
        if text.count % width != 0 { converted.appendFault() }
        return converted
    }
}

/// A converted file, with U+FFFD for each invalid code unit.
struct ConvertedText {
    private(set) var bytes: [UInt8] = []
    private(set) var faultCount = 0
    /// The index of the first U+FFFD for a fault.
    private(set) var firstFault: Int?

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Appends the even bytes of a word, which must be ASCII.
    @inline(__always)
    mutating func append(_ word: UInt64) {
        var packed = word | word >> 8
        packed = packed & 0xFFFF | (packed >> 16) & 0xFFFF_0000
        bytes.append(UInt8(truncatingIfNeeded: packed))
        bytes.append(UInt8(truncatingIfNeeded: packed >> 8))
        bytes.append(UInt8(truncatingIfNeeded: packed >> 16))
        bytes.append(UInt8(truncatingIfNeeded: packed >> 24))
    }

    @inline(__always)
    mutating func append(_ code: UInt32) {
        guard code >= 0x80 else { return bytes.append(UInt8(truncatingIfNeeded: code)) }
        guard let scalar = Unicode.Scalar(code) else { return appendFault() }
        if let units = UTF8.encode(scalar) { bytes.append(contentsOf: units) }
    }

    mutating func appendFault() {
        if firstFault == nil { firstFault = bytes.count }
        faultCount &+= 1
        bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
}

/// Returns the character of a byte in the NextStep encoding, which octal escapes use.
func nextStepCharacter(_ byte: UInt8) -> Character {
    guard byte >= 0x80, let scalar = Unicode.Scalar(upperHalf[Int(byte) - 0x80]) else {
        return Character(Unicode.Scalar(byte))
    }
    return Character(scalar)
}

private let upperHalf: [UInt16] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
    0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
    0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
    0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
    0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
    0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
    0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
    0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, 0xFFFD, 0xFFFD,
]
