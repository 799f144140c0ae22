import FootingFiles

/// The value in a line of a dump, after the “=”.
enum DumpValue: Equatable {
    case bytes([UInt8])
    /// The value is not `expected`.
    case malformed(expected: String)

    /// Reads hexadecimal digits after “0x”, Base64 after “0s”, and everything else as text.
    init(_ text: ArraySlice<UInt8>) {
        let rest = text.dropFirst(2)
        switch (text.first, text.dropFirst().first) {
        case (UInt8(ascii: "0"), UInt8(ascii: "x")), (UInt8(ascii: "0"), UInt8(ascii: "X")):
            let bytes = bytesOfHexadecimal(rest)
            self = bytes.map { .bytes($0) } ?? .malformed(expected: "pairs of hexadecimal digits")
        case (UInt8(ascii: "0"), UInt8(ascii: "s")), (UInt8(ascii: "0"), UInt8(ascii: "S")):
            let bytes = bytesOfBase64(rest)
            self = bytes.map { .bytes($0) } ?? .malformed(expected: "Base64")
        default:
            self = .bytes(bytesOfText(text))
        }
    }
}

/// Returns the value of octal digits, or `nil` if there are no digits, or other characters.
///
/// A number that does not fit in a byte is truncated, as in `setfattr`.
func octalNumber(_ digits: some Collection<UInt8>) -> UInt8? {
    guard !digits.isEmpty, digits.allSatisfy({ $0 & 0xF8 == UInt8(ascii: "0") }) else { return nil }
    return digits.reduce(0) { $0 << 3 | ($1 & 7) }
}

/// Reads text with or without quotes.
///
/// A backslash escapes a backslash, a quote, or one to three octal digits; any other backslash is
/// literal, and so is an unpaired quote.
private func bytesOfText(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    let isQuoted = text.count > 1 && text.first == quote && text.last == quote
    var rest = isQuoted ? text.dropFirst() : text
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
        if byte == backslash {
            let digits = rest.prefix(3).prefix { $0 & 0xF8 == UInt8(ascii: "0") }
            if let number = octalNumber(digits) {
                bytes.append(number)
                rest = rest.dropFirst(digits.count)
            } else if let next = rest.first, next == backslash || next == quote {
                bytes.append(next)
                rest = rest.dropFirst()
            } else {
                bytes.append(byte)
            }
        } else if !(isQuoted && rest.isEmpty) {
            bytes.append(byte)
        }
    }
    return bytes
}

/// Reads two digits for each byte, with white space anywhere, or returns `nil` if malformed.
private func bytesOfHexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var first: UInt8?
    for character in text where !isSpace(character) {
        guard let digit = hexadecimal(character) else { return nil }
        if let high = first {
            bytes.append(high << 4 | digit)
            first = nil
        } else {
            first = digit
        }
    }
    return first == nil ? bytes : nil
}

/// Reads groups of four characters, with white space between groups, or returns `nil` if malformed.
///
/// The last group may end with one or two “=”; excess bits must be 0.
private func bytesOfBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 &* 3)
    var isEnded = false
    var rest = text.drop(while: isSpace)
    while !rest.isEmpty {
        let group = rest.prefix(4)
        let digits = group.prefix { $0 != UInt8(ascii: "=") }
        let padding = group.dropFirst(digits.count)
        guard !isEnded, group.count == 4, digits.count > 1,
            padding.allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        var bits: UInt32 = 0
        for character in digits {
            guard let digit = base64Digit(character) else { return nil }
            bits = bits << 6 | UInt32(digit)
        }
        bits <<= 6 &* UInt32(padding.count)
        let count = digits.count &- 1
        for _ in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bits = bits << 8 & 0xFF_FFFF
        }
        guard bits == 0 else { return nil }
        isEnded = !padding.isEmpty
        rest = rest.dropFirst(4).drop(while: isSpace)
    }
    return bytes
}

private func base64Digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character &- UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character &- UInt8(ascii: "a") &+ 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character &- UInt8(ascii: "0") &+ 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}

/// Whether C treats a character as white space: a space, or a tab to a carriage return.
private func isSpace(_ character: UInt8) -> Bool {
    character == UInt8(ascii: " ") || (9...13).contains(character)
}
