extension ExtendedAttributeCoding where Value: FixedWidthInteger & SendableMetatype {
    /// Decimal digits, with `-` in front of a negative number, such as `-17`.
    ///
    /// Anything else is refused: blanks, `+`, other digits than ASCII's, and numbers that the type
    /// can't hold. Zeros in front are not.
    @inlinable public static var decimal: Self {
        Self {
            "a decimal number from \(Value.min) to \(Value.max)"
        } encode: { number, body in
            // Ten bits are more than three digits, and there may be one more, and a sign.
            withBytes(atMost: Value.bitWidth / 3 &+ 2, body) { number.writeDecimal(to: &$0) }
            return true
        } decode: { bytes in
            bytes.withSpan { Value(decimal: $0) }
        }
    }

    /// The number's bytes, the most significant one first, in two's complement.
    ///
    /// There are exactly as many as the type has, such as 4 for `Int32`.
    @inlinable public static var bigEndian: Self {
        Self {
            "an integer of \(byteCount) bytes, the most significant one first"
        } encode: { number, body in
            withBytes(atMost: byteCount, body) { output in
                for index in (0..<byteCount).reversed() {
                    output.append(UInt8(truncatingIfNeeded: number >> (8 &* index)))
                }
            }
            return true
        } decode: { bytes in
            bytes.withSpan { bytes in
                guard bytes.count == byteCount else { return nil }
                var number: Value = 0
                for index in bytes.indices {
                    number = number << 8 | Value(truncatingIfNeeded: bytes[index])
                }
                return number
            }
        }
    }

    /// The number's bytes, the least significant one first, in two's complement.
    ///
    /// There are exactly as many as the type has, such as 4 for `Int32`.
    @inlinable public static var littleEndian: Self {
        Self {
            "an integer of \(byteCount) bytes, the least significant one first"
        } encode: { number, body in
            withBytes(atMost: byteCount, body) { output in
                for index in 0..<byteCount {
                    output.append(UInt8(truncatingIfNeeded: number >> (8 &* index)))
                }
            }
            return true
        } decode: { bytes in
            bytes.withSpan { bytes in
                guard bytes.count == byteCount else { return nil }
                var number: Value = 0
                for index in bytes.indices.reversed() {
                    number = number << 8 | Value(truncatingIfNeeded: bytes[index])
                }
                return number
            }
        }
    }

    @inlinable static var byteCount: Int { (Value.bitWidth &+ 7) / 8 }
}

extension FixedWidthInteger {
    /// Appends decimal digits, with a `-` in front of a negative number.
    @inlinable
    func writeDecimal(to text: inout OutputSpan<UInt8>) {
        let isNegative = self < 0
        if isNegative { text.append(UInt8(ascii: "-")) }
        // The last digit comes first.
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

    /// Reads decimal digits, with a `-` in front if the type has negative numbers, and nothing else.
    ///
    /// Inlinable, because a client's key for a type that is not known here takes twice the time of
    /// the system call.
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
            // Towards the sign, since there is one more negative number than positive ones.
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
