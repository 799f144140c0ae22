import FootingFormats

/// The date of a header field, in any of the three formats of RFC 9110 (5.6.7).
///
/// These are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the seconds since 1970, or `nil` if the string is no date.
    static func seconds(_ text: String) -> Int? {
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
        var words = text.split { " ,-:".contains($0) }
        if words.count == 7 {
            // The last format has the month before the day, and the year at the end.
            words = [words[0], words[2], words[1], words[6], words[3], words[4], words[5]]
        } else {
            guard words.count == 8, words[7] == "GMT" else { return nil }
        }
        let numbers = words.map { Int(digits: $0.utf8) }
        guard let month = months.firstIndex(of: String(words[2])), let day = numbers[1],
            var year = numbers[3], let hour = numbers[4], let minute = numbers[5],
            let second = numbers[6], year <= 9_999, hour < 24, minute < 60, second <= 60
        else { return nil }
        if words[3].utf8.count == 2 { year += year < 70 ? 2_000 : 1_900 }
        guard let date = CalendarDay(year: year, month: month + 1, day: day) else { return nil }
        return ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    }
}

extension Int {
    /// Creates the number of 1 to 19 decimal digits, without a sign and blanks; `nil` if the string
    /// is another, or the number does not fit.
    init?(digits text: some Collection<UInt8>) {
        guard 1...19 ~= text.count else { return nil }
        var number = 0
        for byte in text {
            guard 0x30...0x39 ~= byte else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(Int(byte - 0x30))
            if isTooLarge || overflows { return nil }
            number = sum
        }
        self = number
    }
}
