import FootingBytes

/// A file converted to UTF-8, with U+FFFD for each invalid code unit.
struct ConvertedText {
    private(set) var bytes: [UInt8] = []
    private(set) var faultCount = 0
    /// The index of the first U+FFFD for a fault.
    private(set) var firstFault: Int?

    /// The width of a code unit in bytes, the byte order, and the length of the mark.
    ///
    /// A table begins with an ASCII character (a quotation mark, a slash, a letter, whitespace);
    /// without a byte order mark, the zeros around it determine the encoding.
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

    /// Converts the bytes after the mark; returns `nil` if the encoding is UTF-8.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    init?(_ bytes: ByteView) {
        let (width, isBigEndian, mark) = Self.detect(in: bytes)
        if width == 1 { return nil }
        let text = bytes.slice(from: mark, count: bytes.count &- mark)
        let count = text.count / width
        self.bytes.reserveCapacity(count &+ count / 4 &+ 16)
        func unit(_ index: Int) -> UInt32 {
            var unit: UInt32 = 0
            for offset in 0..<width {
                let byte = isBigEndian ? offset : width &- 1 &- offset
                unit = unit << 8 | UInt32(text[width &* index &+ byte])
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
                append(word)
                index &+= 4
            }
            guard index < count else { break }
            let lead = unit(index)
            index &+= 1
            if width == 2, lead & 0xFC00 == 0xD800, index < count, unit(index) & 0xFC00 == 0xDC00 {
                append(0x10000 &+ ((lead & 0x3FF) << 10 | unit(index) & 0x3FF))
                index &+= 1
            } else {
                append(lead)
            }
        }
        if text.count % width != 0 { appendFault() }
    }

    /// Appends the even bytes of a word, which must be ASCII.
    @inline(__always)
    private mutating func append(_ word: UInt64) {
        var packed = word | word >> 8
        packed = packed & 0xFFFF | (packed >> 16) & 0xFFFF_0000
        bytes.append(UInt8(truncatingIfNeeded: packed))
        bytes.append(UInt8(truncatingIfNeeded: packed >> 8))
        bytes.append(UInt8(truncatingIfNeeded: packed >> 16))
        bytes.append(UInt8(truncatingIfNeeded: packed >> 24))
    }

    @inline(__always)
    private mutating func append(_ code: UInt32) {
        guard code >= 0x80 else { return bytes.append(UInt8(truncatingIfNeeded: code)) }
        guard let scalar = Unicode.Scalar(code) else { return appendFault() }
        if let units = UTF8.encode(scalar) { bytes.append(contentsOf: units) }
    }

    private mutating func appendFault() {
        if firstFault == nil { firstFault = bytes.count }
        faultCount &+= 1
        bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
}
