import Foundation

/// The text of a UUID as RFC 9562 writes it: 32 hexadecimal digits, with hyphens between groups of
/// 8, 4, 4, 4 and 12.
enum UUIDText {
    static var length: Int { 36 }

    /// Reads a UUID in either case, or returns `nil` for text that is none.
    static func uuid(_ text: Span<UInt8>) -> UUID? {
        let hyphen = UInt8(ascii: "-")
        guard text.count == length, text[8] == hyphen, text[13] == hyphen, text[18] == hyphen,
            text[23] == hyphen,
            let first = number(text, 0..<8), let second = number(text, 9..<13),
            let third = number(text, 14..<18), let fourth = number(text, 19..<23),
            let last = number(text, 24..<36)
        else { return nil }
        return UUID(high: first << 32 | second << 16 | third, low: fourth << 48 | last)
    }

    private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        var isValid: UInt8 = 1
        for index in range {
            // Without branches, since it is anybody's guess whether a digit is a letter.
            let digit = text[index] &- UInt8(ascii: "0")
            let letter = (text[index] | 0x20) &- UInt8(ascii: "a")
            isValid &= (digit < 10 ? 1 : 0) | (letter < 6 ? 1 : 0)
            number = number << 4 | UInt64(digit < 10 ? digit : letter &+ 10)
        }
        return isValid == 1 ? number : nil
    }

    /// Appends the text of `uuid`, in upper case.
    static func write(_ uuid: UUID, to text: inout OutputSpan<UInt8>) {
        var (high, low) = uuid.halves
        for index in 0..<length {
            if hasHyphen(at: index) {
                text.append(UInt8(ascii: "-"))
                continue
            }
            let digit = UInt8(truncatingIfNeeded: high >> 60)
            text.append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "A") &+ digit &- 10)
            high = high << 4 | low >> 60
            low = low << 4
        }
    }

    private static func hasHyphen(at index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }
}

extension UUID {
    fileprivate init(high: UInt64, low: UInt64) {
        // Both sides are 16 bytes without gaps, any of which are a value.
        self.init(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
    }

    fileprivate var halves: (high: UInt64, low: UInt64) {
        // As above, in the other direction.
        let halves = unsafe unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        return (UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
    }
}
