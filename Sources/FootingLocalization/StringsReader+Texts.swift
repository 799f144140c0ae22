extension StringsReader {
    /// Reads a text in quotation marks or a bare word, or answers `nil` if none stands here or it
    /// isn't closed.
    mutating func readText() -> String? {
        guard let quote = byte else { return nil }
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return readWord() }
        let start = position + 1
        var end = start
        while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\") { end += 1 }
        position = end
        guard end < bytes.count else { return nil }
        if bytes[end] == quote {
            position += 1
            return text(bytes[start..<end])
        }
        var unescaped = Array(bytes[start..<end])
        while let byte {
            position += 1
            if byte == quote { return text(unescaped[...]) }
            if byte == UInt8(ascii: "\\") {
                readEscape(into: &unescaped)
            } else {
                unescaped.append(byte)
            }
        }
        return nil
    }

    private mutating func readWord() -> String? {
        let start = position
        while let byte, Self.isWordByte(byte) { position += 1 }
        return position > start ? text(bytes[start..<position]) : nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
            UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(into text: inout [UInt8]) {
        guard let byte else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "a"): text.append(0x07)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            readOctal(first: byte, into: &text)
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            readUnicode(letter: byte, into: &text)
        default:
            text.append(byte)  // A quotation mark, a backslash, a line end: itself.
        }
    }

    /// Up to three octal digits are a character of the NextStep encoding.
    private mutating func readOctal(first: UInt8, into text: inout [UInt8]) {
        var code = Int(first & 7)
        for _ in 0..<2 {
            guard let byte, byte & 0xF8 == UInt8(ascii: "0") else { break }
            code = code << 3 | Int(byte & 7)
            position += 1
        }
        text.append(contentsOf: String(nextStepCharacter(UInt8(truncatingIfNeeded: code))).utf8)
    }

    /// Up to four hexadecimal digits are a unit of UTF-16, and two such escapes can be a pair.
    private mutating func readUnicode(letter: UInt8, into text: inout [UInt8]) {
        guard let unit = readHexadecimal() else {
            text.append(letter)
            return
        }
        if letter == UInt8(ascii: "u") {
            note(
                .lowercaseUnicodeEscape,
                .repaired,
                "“\\u” is no escape for Foundation, which shows the digits; write “\\U”."
            )
        }
        var code = UInt32(unit)
        if UTF16.isLeadSurrogate(unit) {
            let start = position
            if byte == UInt8(ascii: "\\"), peek(1).map({ $0 | 0x20 }) == UInt8(ascii: "u") {
                position += 2
                if let trail = readHexadecimal(), UTF16.isTrailSurrogate(trail) {
                    code = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + (UInt32(trail) & 0x3FF)
                } else {
                    position = start
                }
            }
        }
        guard let scalar = Unicode.Scalar(code) else {
            text.append(contentsOf: "\u{FFFD}".utf8)
            note(.undecodableText, .repaired, "An escape is half of a surrogate pair.")
            return
        }
        text.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func readHexadecimal() -> UInt16? {
        var value: UInt16?
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { break }
            value = (value ?? 0) << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
