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
        text.append(date.year, digits: 4)
        text.append(UInt8(ascii: "-"))
        text.append(date.month, digits: 2)
        text.append(UInt8(ascii: "-"))
        text.append(date.day, digits: 2)
        text.append(UInt8(ascii: "T"))
        text.append(rest / 3_600, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(rest / 60 % 60, digits: 2)
        text.append(UInt8(ascii: ":"))
        text.append(rest % 60, digits: 2)
        if nanoseconds > 0 {
            text.append(UInt8(ascii: "."))
            var fraction = nanoseconds
            var digits = 9
            while fraction % 10 == 0 {
                fraction /= 10
                digits &-= 1
            }
            text.append(fraction, digits: digits)
        }
        text.append(UInt8(ascii: "Z"))
        return true
    }
}

extension OutputSpan<UInt8> {
    /// Appends the last `digits` digits of a non-negative number.
    @inline(__always)
    fileprivate mutating func append(_ number: Int, digits: Int) {
        var unit = 1
        for _ in 1..<digits { unit &*= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }
}
