extension Timestamp {
    /// The maximum number of bytes that ``write(to:)`` appends.
    package static let longestText = 30

    /// Appends the moment in UTC in the format of RFC 3339, without trailing zeros in the fraction,
    /// or returns `false` if it is outside the years 0000 to 9999.
    package func write(to text: inout OutputSpan<UInt8>) -> Bool {
        // Rounded down, so that the remainder is not negative.
        var rest = seconds % 86_400
        if rest < 0 { rest &+= 86_400 }
        let date = CalendarDay(daysSince1970: (seconds &- rest) / 86_400)
        guard 0...9_999 ~= date.year else { return false }
        text.append(pair: date.year / 100)
        text.append(pair: date.year % 100)
        text.append(UInt8(ascii: "-"))
        text.append(pair: date.month)
        text.append(UInt8(ascii: "-"))
        text.append(pair: date.day)
        text.append(UInt8(ascii: "T"))
        text.append(pair: rest / 3_600)
        text.append(UInt8(ascii: ":"))
        text.append(pair: rest / 60 % 60)
        text.append(UInt8(ascii: ":"))
        text.append(pair: rest % 60)
        if nanoseconds > 0 { text.append(UInt8(ascii: ".")) }
        var fraction = nanoseconds
        while fraction > 0 {
            fraction &*= 10
            text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: fraction / 1_000_000_000))
            fraction %= 1_000_000_000
        }
        text.append(UInt8(ascii: "Z"))
        return true
    }
}

extension OutputSpan<UInt8> {
    /// Appends the two digits of a number from 0 to 99.
    @inline(__always)
    fileprivate mutating func append(pair number: Int) {
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    }
}
