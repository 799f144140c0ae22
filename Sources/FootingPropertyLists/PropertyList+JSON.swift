import FootingBytes

// JSON is written with a comma after each value and a colon after each key, so the last byte tells
// the next valid element.
extension [UInt8] {
    /// Ends an object or array; `mark` is its bracket.
    mutating func close(_ mark: UInt8) {
        if last == UInt8(ascii: ",") { removeLast() }
        append(mark)
        append(UInt8(ascii: ","))
    }

    mutating func appendNull() {
        append(contentsOf: "null,".utf8)
    }

    /// Appends text of a string, with escapes.
    @inline(never)
    mutating func append(text: ByteView) {
        var start = 0
        var index = 0
        while text.has(index) {
            while text.hasEight(index) {
                let marks = ByteWord.marksOfEscaped(in: text.eightBytes(at: index))
                index &+= marks.trailingZeroBitCount >> 3
                if marks != 0 { break }
            }
            guard text.has(index) else { break }
            if text[index] < 0x20 || text[index] == 0x22 || text[index] == 0x5C {
                append(plain: text.slice(from: start, count: index &- start))
                append(escaped: text[index])
                start = index &+ 1
            }
            index &+= 1
        }
        append(plain: text.slice(from: start, count: text.count &- start))
    }

    private mutating func append(plain run: ByteView) {
        unsafe run.withBytes { unsafe append(contentsOf: $0) }
    }

    @inline(never)
    private mutating func append(escaped byte: UInt8) {
        append(contentsOf: (byte < 0x20 ? "\\u00" : "\\").utf8)
        guard byte < 0x20 else { return append(byte) }
        append(hexadecimalDigit(byte >> 4))
        append(hexadecimalDigit(byte & 0xF))
    }

    /// Appends a character of a string, or returns `false` for an invalid scalar.
    @inline(never)
    mutating func append(scalar value: UInt32) -> Bool {
        guard value >= 0x80 else {
            let byte = UInt8(truncatingIfNeeded: value)
            byte < 0x20 || byte == 0x22 || byte == 0x5C ? append(escaped: byte) : append(byte)
            return true
        }
        guard let scalar = Unicode.Scalar(value), let units = UTF8.encode(scalar) else {
            return false
        }
        for unit in units { append(unit) }
        return true
    }
}
