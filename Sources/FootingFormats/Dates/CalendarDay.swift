/// A day of the proleptic Gregorian calendar.
package struct CalendarDay: Equatable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Creates a day in a year from -399 on, or returns `nil` if there is no such day.
    @inline(__always)
    package init?(year: Int, month: Int, day: Int) {
        guard 1...12 ~= month, 1...31 ~= day,
            day <= 28 || day <= Self.dayCount(ofMonth: month, in: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    @inline(__always)
    private static func dayCount(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year & 3 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// Years begin in March, so that the leap day is the last day of its year. 400 years are added, so
// that no number is negative; 400 years always have the same number of days.
extension CalendarDay {
    /// The number of days from 1 March of the year -400 to the beginning of 1970.
    private static let daysBefore1970 = 865_565

    /// The number of days since the beginning of 1970.
    @inline(__always)
    package var daysSince1970: Int {
        let marchYear = month < 3 ? year &+ 399 : year &+ 400
        let marchMonth = month < 3 ? month &+ 9 : month &- 3
        let leapDays = marchYear / 4 &- marchYear / 100 &+ marchYear / 400
        return marchYear &* 365 &+ leapDays &+ Self.daysBefore(marchMonth: marchMonth)
            &+ day &- 1 &- Self.daysBefore1970
    }

    /// Creates the day with a number of days since the beginning of 1970, in a year from -399 on.
    package init(daysSince1970: Int) {
        var days = daysSince1970 &+ Self.daysBefore1970
        let cycles = days / 146_097
        days %= 146_097
        // Without the leap days before it, each year has 365 days.
        let years = (days &- days / 1_460 &+ days / 36_524 &- days / 146_096) / 365
        days &-= years &* 365 &+ years / 4 &- years / 100
        let marchYear = cycles &* 400 &+ years
        let marchMonth = (days &* 5 &+ 2) / 153
        day = days &- Self.daysBefore(marchMonth: marchMonth) &+ 1
        month = marchMonth < 10 ? marchMonth &+ 3 : marchMonth &- 9
        year = marchMonth < 10 ? marchYear &- 400 : marchYear &- 399
    }

    /// From March on, every five months have 153 days.
    @inline(__always)
    private static func daysBefore(marchMonth: Int) -> Int { (marchMonth &* 153 &+ 2) / 5 }
}
