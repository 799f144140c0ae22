extension JSONScanner {
    @inline(__always)
    mutating func scanString() throws(JSONFault) {
        index &+= 1
        let start = index
        var flags: UInt32 = 0
        while true {
            skipPlainText()
            guard bytes.has(index) else { throw fault(.endOfInput) }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                try append(.string, from: start, extent: index &- start, flags: flags)
                index &+= 1
                return
            case UInt8(ascii: "\\"):
                let (end, found) = try Self.scanEscape(in: bytes, at: index)
                index = end
                flags |= found
            case 0x80...:
                index = try bytes.endOfMultibyteScalars(at: index)
            case 0x20...:
                index &+= 1
            default:
                throw fault(.controlCharacter)
            }
        }
    }

    /// Skips ASCII characters that need no special handling, eight bytes at a time.
    @inline(__always)
    private mutating func skipPlainText() {
        while bytes.hasEight(index) {
            let word = bytes.eightBytes(at: index)
            let marks = ByteWord.marksOfEscaped(in: word) | word & ByteWord.highBits
            guard marks == 0 else {
                index &+= marks.trailingZeroBitCount >> 3
                return
            }
            index &+= 8
        }
    }

    /// Checks the escape at `index`, and returns where it ends.
    @inline(never)
    private static func scanEscape(
        in bytes: ByteView,
        at index: Int
    ) throws(JSONFault) -> (end: Int, flags: UInt32) {
        guard bytes.has(index &+ 1) else {
            throw JSONFault(reason: .endOfInput, offset: bytes.count)
        }
        switch bytes[index &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return (index &+ 2, JSONToken.Flags.escaped)
        case UInt8(ascii: "u"):
            break
        default:
            throw JSONFault(reason: .escape, offset: index)
        }
        let unit = try codeUnit(in: bytes, at: index)
        let end = index &+ 6
        let lone = JSONToken.Flags.escaped | JSONToken.Flags.loneSurrogate
        if unit & 0xFC00 == 0xDC00 { return (end, lone) }
        guard unit & 0xFC00 == 0xD800 else { return (end, JSONToken.Flags.escaped) }
        if bytes.has(end &+ 1), bytes[end] == UInt8(ascii: "\\"),
            bytes[end &+ 1] == UInt8(ascii: "u"),
            try codeUnit(in: bytes, at: end) & 0xFC00 == 0xDC00
        {
            return (end &+ 6, JSONToken.Flags.escaped)
        }
        return (end, lone)
    }

    /// The code unit of the escape `\uXXXX` at `index`.
    private static func codeUnit(in bytes: ByteView, at index: Int) throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard bytes.has(index &+ offset) else {
                throw JSONFault(reason: .endOfInput, offset: bytes.count)
            }
            guard let digit = hexadecimalValue(bytes[index &+ offset]) else {
                throw JSONFault(reason: .escape, offset: index)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
