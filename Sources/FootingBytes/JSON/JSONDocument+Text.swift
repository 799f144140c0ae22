extension JSONDocument {
    /// The string of a token with its escapes resolved, or `nil` if it has an unpaired surrogate.
    package func text(of token: JSONToken) -> String? {
        guard !token.hasLoneSurrogate else { return nil }
        let content = content(of: token)
        return token.isEscaped ? unescaped(content) : content.validText
    }

    /// Resolves escapes; the scanner has checked that all escapes and surrogate pairs are complete.
    private func unescaped(_ content: ByteView) -> String {
        unsafe String(unsafeUninitializedCapacity: content.count) { buffer in
            var written = 0
            // Safe: the UTF-8 bytes of a character are never more than the bytes of its escape, so
            // `written` stays at or below the index read, which is below `content.count`.
            func write(_ byte: UInt8) {
                unsafe buffer[written] = byte
                written &+= 1
            }
            var index = 0
            while content.has(index) {
                let byte = content[index]
                guard byte == UInt8(ascii: "\\") else {
                    write(byte)
                    index &+= 1
                    continue
                }
                let escape = content[index &+ 1]
                index &+= 2
                switch escape {
                case UInt8(ascii: "b"): write(0x08)
                case UInt8(ascii: "f"): write(0x0C)
                case UInt8(ascii: "n"): write(0x0A)
                case UInt8(ascii: "r"): write(0x0D)
                case UInt8(ascii: "t"): write(0x09)
                case UInt8(ascii: "u"):
                    var value = codeUnit(in: content, at: index)
                    index &+= 4
                    if value & 0xFC00 == 0xD800 {
                        let low = codeUnit(in: content, at: index &+ 2)
                        value = 0x10000 &+ (value & 0x3FF) << 10 | low & 0x3FF
                        index &+= 6
                    }
                    if let scalar = Unicode.Scalar(value) {
                        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                            write(unit)
                        }
                    }
                default: write(escape)
                }
            }
            return written
        }
    }

    private func codeUnit(in content: ByteView, at index: Int) -> UInt32 {
        var unit: UInt32 = 0
        for offset in 0..<4 {
            unit = unit << 4 | UInt32(hexadecimalValue(content[index &+ offset]) ?? 0)
        }
        return unit
    }
}
