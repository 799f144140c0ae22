import FootingBytes
import FootingFormats

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
            // An unpaired quote is literal.
            let quote = UInt8(ascii: "\"")
            let isQuoted = text.count > 1 && text.first == quote && text.last == quote
            let rest = text.dropFirst(isQuoted ? 1 : 0)
            self = .bytes(unescaped(rest, isValue: true, isQuoted: isQuoted))
        }
    }
}

/// Reads hexadecimal digits with white space anywhere, or returns `nil` if malformed.
private func bytesOfHexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    unsafe text.filter { !isSpace($0) }.withUnsafeBytes {
        Hexadecimal.bytes(of: unsafe ByteView($0))
    }
}

/// Reads Base64 with white space between groups of four digits, or returns `nil` if malformed.
private func bytesOfBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count)
    for character in text {
        if !isSpace(character) {
            digits.append(character)
        } else if digits.count & 3 != 0 {
            return nil
        }
    }
    return unsafe digits.withUnsafeBytes { Base64.bytes(of: unsafe ByteView($0)) }
}

/// Whether C treats a character as white space: a space, or a tab to a carriage return.
private func isSpace(_ character: UInt8) -> Bool {
    character == UInt8(ascii: " ") || (9...13).contains(character)
}
