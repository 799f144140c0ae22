import Foundation

/// The text of a UUID as RFC 9562 writes it: 32 hexadecimal digits, with hyphens between groups of
/// 8, 4, 4, 4 and 12.
enum UUIDText {
    static let length = 36

    /// Reads a UUID in either case, or returns `nil` for text that is none.
    static func uuid(_ text: Span<UInt8>) -> UUID? {
        guard text.count == length else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<length {
            if hasHyphen(at: index) {
                guard text[index] == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = hexadecimalValue(of: text[index]) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        return UUID(high: high, low: low)
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

    private static func hexadecimalValue(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character &- UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character &- UInt8(ascii: "A") &+ 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character &- UInt8(ascii: "a") &+ 10
        default: nil
        }
    }
}

extension UUID {
    fileprivate init(high: UInt64, low: UInt64) {
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: half >> (56 &- 8 &* index))
        }
        self.init(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
                byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            )
        )
    }

    fileprivate var halves: (high: UInt64, low: UInt64) {
        // The tuple holds 16 bytes, side by side and of any value, and is a copy of this call.
        let halves = unsafe unsafeBitCast(uuid, to: (UInt64, UInt64).self)
        return (UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
    }
}
