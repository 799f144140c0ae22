package import FootingBytes

/// The date and time in a string in the format of RFC 3339, or in a prefix of that format.
///
/// `2026-11-21T21:58:50.25+01:00` is the complete format. `T`, `t` or a space separates date and
/// time; a fraction has up to 9 digits; `Z` and `z` mean UTC, and the colon in an offset is
/// optional. Leading and trailing characters are refused. The calendar is proleptic Gregorian: an
/// invalid day is refused, and so are hour 24 and the second 60 of a leap second.
package enum DateText: Equatable, Sendable {
    /// A date, a time and its offset from UTC.
    case moment(Timestamp)
    /// A date and a time without an offset, interpreted as UTC.
    case clockTime(Timestamp)
    /// A date without a time: midnight in UTC.
    case day(Timestamp)

    /// Reads a string, or returns `nil` if it has none of these formats.
    package init?(_ text: ByteView) {
        guard text.count >= 10,
            let date = DigitWord(text.eightBytes(at: 0), pattern: .yearAndMonth),
            let day = text.twoDigits(at: 8),
            let calendarDay = CalendarDay(
                year: date.pair(at: 0) &* 100 &+ date.pair(at: 2),
                month: date.pair(at: 5),
                day: day
            )
        else { return nil }
        let midnight = calendarDay.daysSince1970 &* 86_400
        if text.count == 10 {
            self = .day(Timestamp(seconds: midnight, nanoseconds: 0))
            return
        }
        guard text.count >= 19,
            text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
            let time = DigitWord(text.eightBytes(at: 11), pattern: .time)
        else { return nil }
        let (hour, minute, second) = (time.pair(at: 0), time.pair(at: 3), time.pair(at: 6))
        guard hour < 24, minute < 60, second < 60 else { return nil }
        var position = 19
        guard let nanoseconds = text.nanoseconds(at: &position) else { return nil }
        let seconds = midnight &+ hour &* 3_600 &+ minute &* 60 &+ second
        if position == text.count {
            self = .clockTime(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
            return
        }
        guard let offset = text.secondsAheadOfUTC(at: position) else { return nil }
        self = .moment(Timestamp(seconds: seconds &- offset, nanoseconds: nanoseconds))
    }
}

extension ByteView {
    /// The value of two digits, which must be within bounds.
    @inline(__always)
    fileprivate func twoDigits(at index: Int) -> Int? {
        let tens = self[index] &- UInt8(ascii: "0")
        let ones = self[index &+ 1] &- UInt8(ascii: "0")
        return tens < 10 && ones < 10 ? Int(tens &* 10 &+ ones) : nil
    }

    /// Skips the fraction of a second, if there is one, and returns its value.
    ///
    /// At least eight bytes must precede `position`.
    @inline(__always)
    fileprivate func nanoseconds(at position: inout Int) -> Int? {
        guard has(position), self[position] == UInt8(ascii: ".") else { return 0 }
        position &+= 1
        let rest = count &- position
        // Missing bytes are shifted in as zeros, which are not digits.
        let characters =
            rest >= 8
            ? eightBytes(at: position) : eightBytes(at: count &- 8) >> UInt64(64 &- 8 &* rest)
        var digitCount = 0
        var value = DigitWord(digitsIn: characters, count: &digitCount).number &* 10
        guard digitCount > 0 else { return nil }
        position &+= digitCount
        if digitCount == 8, has(position), isDigit(self[position]) {
            value &+= Int(self[position] &- UInt8(ascii: "0"))
            position &+= 1
        }
        return value
    }

    /// Reads the rest of the string, which must be an offset from UTC.
    @inline(__always)
    fileprivate func secondsAheadOfUTC(at position: Int) -> Int? {
        let length = count &- position
        if length == 1 { return self[position] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        guard length == 5 || length == 6 && self[position &+ 3] == UInt8(ascii: ":"),
            let hours = twoDigits(at: position &+ 1), hours < 24,
            let minutes = twoDigits(at: count &- 2), minutes < 60
        else { return nil }
        let offset = hours &* 3_600 &+ minutes &* 60
        switch self[position] {
        case UInt8(ascii: "+"): return offset
        case UInt8(ascii: "-"): return -offset
        default: return nil
        }
    }
}
