/// The text of a UUID as RFC 9562 writes it: 32 hexadecimal digits, with hyphens between groups of
/// 8, 4, 4, 4 and 12.
package enum UUIDText {
    /// The bytes in the order of the text, as `UUID.uuid` has them.
    package typealias Bytes = (
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    )

    /// How many bytes a text has.
    package static let length = 36

    /// Reads a text in either case, or returns `nil` for what is none.
    package static func bytes(of text: ByteView) -> Bytes? {
        guard text.count == length else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        // Whatever is wrong leaves a bit here. To ask at each digit would be to guess at each.
        var faults: UInt8 = 0
        for index in 0..<length {
            if hasHyphen(at: index) {
                faults |= text[index] ^ UInt8(ascii: "-")
                continue
            }
            let digit = value(ofDigit: text[index])
            faults |= digit & 0xF0
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit & 0x0F)
        }
        guard faults == 0 else { return nil }
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: half >> (56 &- 8 &* index))
        }
        return (
            byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
            byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
            byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
            byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
        )
    }

    /// Appends the text, in upper case as `UUID.uuidString` has it.
    package static func write(_ bytes: Bytes, to text: inout OutputSpan<UInt8>) {
        unsafe withUnsafeBytes(of: bytes) { buffer in
            let view = unsafe ByteView(buffer)
            for index in 0..<view.count {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text.append(UInt8(ascii: "-"))
                }
                text.append(digit(view[index] >> 4))
                text.append(digit(view[index] & 0x0F))
            }
        }
    }

    private static func hasHyphen(at index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }

    /// The value of a hexadecimal digit, or more than 15 for what is none.
    @inline(__always)
    private static func value(ofDigit byte: UInt8) -> UInt8 {
        let decimal = byte &- UInt8(ascii: "0")
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return decimal < 10 ? decimal : letter < 6 ? letter &+ 10 : 0xFF
    }

    @inline(__always)
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &+ value &- 10
    }
}
