import Foundation

/// A moment between the years 0000 and 9999 as RFC 3339 writes it, in the Gregorian calendar.
struct RFC3339: Equatable {
    /// Whole seconds since the beginning of 2001 in UTC.
    let seconds: Int
    /// From there on: from 0 to 999 999 999.
    let nanoseconds: Int

    /// The most bytes that writing appends.
    static var longest: Int { 30 }

    /// Takes the nanosecond that is nearest to `date`, or returns `nil` if it is in no such year.
    init?(_ date: Date) {
        let time = date.timeIntervalSinceReferenceDate
        // False for what is no number, too.
        guard time >= Double(Self.firstSecond), time < Double(Self.endOfSeconds) else { return nil }
        let whole = time.rounded(.down)
        // The range has been checked, and the difference is from 0 to 1.
        let seconds = Int(whole)
        let nanoseconds = Int(((time - whole) * 1e9).rounded())
        let carries = nanoseconds == 1_000_000_000
        self.seconds = carries ? seconds &+ 1 : seconds
        self.nanoseconds = carries ? 0 : nanoseconds
        guard self.seconds < Self.endOfSeconds else { return nil }
    }

    /// The date that is nearest.
    var date: Date {
        Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(nanoseconds) / 1e9)
    }
}

// MARK: - Reading

extension RFC3339 {
    /// Reads `2026-11-21T21:58:50.25+01:00` and its like, or returns `nil` for anything else.
    ///
    /// Between date and time stands `T`, `t` or a blank; of a second there are up to 9 digits; `Z`
    /// and `z` mean UTC, and the colon of an offset may be left out.
    init?(_ text: Span<UInt8>) {
        guard text.count >= 20,
            let year = number(of: 4, in: text, at: 0), text[4] == UInt8(ascii: "-"),
            let month = number(of: 2, in: text, at: 5), text[7] == UInt8(ascii: "-"),
            let day = number(of: 2, in: text, at: 8),
            text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
            let hour = number(of: 2, in: text, at: 11), text[13] == UInt8(ascii: ":"),
            let minute = number(of: 2, in: text, at: 14), text[16] == UInt8(ascii: ":"),
            let second = number(of: 2, in: text, at: 17),
            let dayNumber = dayNumber(year: year, month: month, day: day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var position = 19
        var nanoseconds = 0
        if text[position] == UInt8(ascii: ".") {
            position &+= 1
            var unit = 100_000_000
            while position < text.count, let digit = digit(text[position]) {
                // After 9 digits; there must be one at least.
                guard unit > 0 else { return nil }
                nanoseconds &+= digit &* unit
                unit /= 10
                position &+= 1
            }
            guard position > 20 else { return nil }
        }
        guard let offset = secondsAheadOfUTC(text, at: position) else { return nil }
        self.seconds = dayNumber &* 86_400 &+ hour &* 3_600 &+ minute &* 60 &+ second &- offset
        self.nanoseconds = nanoseconds
    }
}

/// Reads the rest of the text, which says the offset from UTC.
private func secondsAheadOfUTC(_ text: Span<UInt8>, at position: Int) -> Int? {
    let length = text.count &- position
    guard length > 0 else { return nil }
    if length == 1 { return text[position] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
    let isAhead = text[position] == UInt8(ascii: "+")
    guard isAhead || text[position] == UInt8(ascii: "-"),
        length == 5 || length == 6 && text[position &+ 3] == UInt8(ascii: ":"),
        let hours = number(of: 2, in: text, at: position &+ 1), hours < 24,
        let minutes = number(of: 2, in: text, at: text.count &- 2), minutes < 60
    else { return nil }
    let offset = hours &* 3_600 &+ minutes &* 60
    return isAhead ? offset : -offset
}

/// Reads digits within the text; the caller has checked that there is as much of it.
private func number(of digits: Int, in text: Span<UInt8>, at start: Int) -> Int? {
    var number = 0
    for index in start..<start &+ digits {
        guard let digit = digit(text[index]) else { return nil }
        number = number &* 10 &+ digit
    }
    return number
}

private func digit(_ character: UInt8) -> Int? {
    let value = character &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
}

// MARK: - Writing

extension RFC3339 {
    /// Appends the moment in UTC, with no more digits of a second than it needs.
    func write(to text: inout OutputSpan<UInt8>) {
        // Both are rounded down, so that what is left is not negative.
        var rest = seconds % 86_400
        if rest < 0 { rest &+= 86_400 }
        let (year, month, day) = civilDay((seconds &- rest) / 86_400)
        appendTwoDigits(year / 100, to: &text)
        appendTwoDigits(year % 100, to: &text)
        text.append(UInt8(ascii: "-"))
        appendTwoDigits(month, to: &text)
        text.append(UInt8(ascii: "-"))
        appendTwoDigits(day, to: &text)
        text.append(UInt8(ascii: "T"))
        appendTwoDigits(rest / 3_600, to: &text)
        text.append(UInt8(ascii: ":"))
        appendTwoDigits(rest / 60 % 60, to: &text)
        text.append(UInt8(ascii: ":"))
        appendTwoDigits(rest % 60, to: &text)
        if nanoseconds > 0 {
            text.append(UInt8(ascii: "."))
            var fraction = nanoseconds
            while fraction > 0 {
                appendDigit(fraction / 100_000_000, to: &text)
                fraction = fraction % 100_000_000 &* 10
            }
        }
        text.append(UInt8(ascii: "Z"))
    }
}

private func appendTwoDigits(_ number: Int, to text: inout OutputSpan<UInt8>) {
    appendDigit(number / 10, to: &text)
    appendDigit(number % 10, to: &text)
}

private func appendDigit(_ digit: Int, to text: inout OutputSpan<UInt8>) {
    text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
}

// MARK: - The calendar

// Years are counted from March, so that the leap day is the last of its year, and 400 years are
// added, so that nothing is negative. 400 years always have the same number of days.

private let daysBefore2001 = 876_888

extension RFC3339 {
    fileprivate static let firstSecond = -730_851 * 86_400
    fileprivate static let endOfSeconds = 2_921_574 * 86_400
}

/// Returns the days since the beginning of 2001, or `nil` if the calendar has no such day.
private func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard 1...12 ~= month, 1...days(inMonth: month, of: year) ~= day else { return nil }
    let marchYear = month < 3 ? year &+ 399 : year &+ 400
    let marchMonth = (month &+ 9) % 12
    let leapDays = marchYear / 4 &- marchYear / 100 &+ marchYear / 400
    return marchYear &* 365 &+ leapDays &+ daysBefore(marchMonth: marchMonth) &+ day &- 1
        &- daysBefore2001
}

private func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// From March on, five months have 153 days, again and again.
private func daysBefore(marchMonth: Int) -> Int { (marchMonth &* 153 &+ 2) / 5 }

/// Returns the day that is so many days after the beginning of 2001.
private func civilDay(_ dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    var days = dayNumber &+ daysBefore2001
    let cycles = days / 146_097
    days %= 146_097
    // The last century of a cycle, and the last year of four, has one day more.
    let centuries = min(days / 36_524, 3)
    days &-= centuries &* 36_524
    let fours = days / 1_461
    days %= 1_461
    let years = min(days / 365, 3)
    days &-= years &* 365
    let marchYear = cycles &* 400 &+ centuries &* 100 &+ fours &* 4 &+ years
    let marchMonth = (days &* 5 &+ 2) / 153
    let day = days &- daysBefore(marchMonth: marchMonth) &+ 1
    return marchMonth < 10
        ? (marchYear &- 400, marchMonth &+ 3, day) : (marchYear &- 399, marchMonth &- 9, day)
}
