extension ExtendedAttributeCoding where Value: FixedWidthInteger & SendableMetatype {
    /// Decimal digits, with a leading `-` for a negative number, such as `-17`.
    ///
    /// Anything else is refused: spaces, `+`, digits outside ASCII, and numbers that overflow the
    /// type. Leading zeros are accepted.
    @inlinable public static var decimal: Self {
        Self {
            "a decimal number from \(Value.min) to \(Value.max)"
        } encode: { number, body in
            // A digit represents more than three bits, so this is enough for all digits and a sign.
            withBytes(atMost: Value.bitWidth / 3 &+ 2, body) { number.writeDecimal(to: &$0) }
            return true
        } decode: { bytes in
            bytes.withSpan { Value(decimal: $0) }
        }
    }

    /// The number's bytes, the most significant one first, in two's complement.
    ///
    /// The number of bytes is the size of the type, such as 4 for `Int32`.
    @inlinable public static var bigEndian: Self { bytes(isBigEndian: true) }

    /// The number's bytes, the least significant one first, in two's complement.
    ///
    /// The number of bytes is the size of the type, such as 4 for `Int32`.
    @inlinable public static var littleEndian: Self { bytes(isBigEndian: false) }

    @inlinable
    static func bytes(isBigEndian: Bool) -> Self {
        Self {
            "an integer of \(byteCount) bytes, the \(isBigEndian ? "most" : "least") significant one "
                + "first"
        } encode: { number, body in
            withBytes(atMost: byteCount, body) { output in
                for index in 0..<byteCount {
                    output.append(UInt8(truncatingIfNeeded: number >> shift(index, isBigEndian)))
                }
            }
            return true
        } decode: { bytes in
            bytes.withSpan { bytes in
                guard bytes.count == byteCount else { return nil }
                var number: Value = 0
                for index in bytes.indices {
                    number |= Value(truncatingIfNeeded: bytes[index]) << shift(index, isBigEndian)
                }
                return number
            }
        }
    }

    /// The number of bits below the byte at an index.
    @inlinable
    static func shift(_ index: Int, _ isBigEndian: Bool) -> Int {
        8 &* (isBigEndian ? byteCount &- 1 &- index : index)
    }

    @inlinable static var byteCount: Int { (Value.bitWidth &+ 7) / 8 }
}

extension FixedWidthInteger {
    /// Appends decimal digits, with a leading `-` for a negative number.
    @inlinable
    func writeDecimal(to text: inout OutputSpan<UInt8>) {
        let isNegative = self < 0
        if isNegative { text.append(UInt8(ascii: "-")) }
        // Digits are produced in reverse order.
        var rest = magnitude
        repeat {
            let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
            text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
            rest = tens
        } while rest > 0
        var (low, high) = (isNegative ? 1 : 0, text.count &- 1)
        var digits = text.mutableSpan
        while low < high {
            digits.swapAt(low, high)
            (low, high) = (low &+ 1, high &- 1)
        }
    }

    /// Reads decimal digits, with an optional leading `-` if the type is signed, and nothing else.
    ///
    /// Inlinable: without specialization, a client's key takes twice the time of the system call.
    @inlinable
    init?(decimal text: Span<UInt8>) {
        guard text.count > 0 else { return nil }
        let isNegative = Self.isSigned && text[0] == UInt8(ascii: "-")
        guard text.count > (isNegative ? 1 : 0) else { return nil }
        var number: Self = 0
        for index in (isNegative ? 1 : 0)..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            // Negative numbers accumulate downwards, since the minimum has no positive counterpart.
            let digits = Self(truncatingIfNeeded: digit)
            let (sum, overflows) =
                isNegative
                ? tenfold.subtractingReportingOverflow(digits)
                : tenfold.addingReportingOverflow(digits)
            guard !isTooLarge, !overflows else { return nil }
            number = sum
        }
        self = number
    }
}
