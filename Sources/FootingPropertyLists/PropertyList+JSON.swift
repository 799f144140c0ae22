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
        while true {
            let end = text.indexOfEscaped(from: start)
            append(plain: text.slice(from: start, count: end &- start))
            guard text.has(end) else { return }
            append(escaped: text[end])
            start = end &+ 1
        }
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

    /// Appends a character of a string.
    @inline(never)
    mutating func append(scalar: Unicode.Scalar) {
        guard scalar.isASCII else {
            for byte in scalar.utf8 { append(byte) }
            return
        }
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        byte < 0x20 || byte == 0x22 || byte == 0x5C ? append(escaped: byte) : append(byte)
    }
}
