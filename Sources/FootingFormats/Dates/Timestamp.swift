/// A moment with a resolution of a nanosecond, without leap seconds.
package struct Timestamp: Equatable, Sendable {
    /// Whole seconds since the beginning of 1970 in UTC, rounded down.
    package let seconds: Int
    /// The fraction of a second, from 0 to 999 999 999.
    package let nanoseconds: Int

    package init(seconds: Int, nanoseconds: Int) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

// `Date` counts from 2001. Converting from that epoch avoids a loss of precision.
extension Timestamp {
    private static let beginningOf2001 = 978_307_200
    private static let beginningOfYear0 = -62_167_219_200
    private static let endOfYear9999 = 253_402_300_800

    /// Rounds a date to the fewest digits that ``secondsSince2001`` reads as the same date, or to
    /// the nearest nanosecond if none are; returns `nil` if the date is outside the years 0000 to
    /// 9999 or not finite.
    package init?(secondsSince2001 time: Double) {
        var unit = 1_000_000_000
        var moment: Timestamp?
        while unit > 0, moment?.secondsSince2001 != time {
            moment = Timestamp(secondsSince2001: time, roundedTo: unit)
            unit /= 10
        }
        guard let moment else { return nil }
        self = moment
    }

    /// Rounds a date to a multiple of `unit` nanoseconds, a power of ten up to a second; returns
    /// `nil` if the date or the result is outside the years 0000 to 9999 or not finite.
    package init?(secondsSince2001 time: Double, roundedTo unit: Int) {
        // Also false for NaN. A `Double` represents both limits exactly.
        guard time >= Double(Self.beginningOfYear0 &- Self.beginningOf2001),
            time < Double(Self.endOfYear9999 &- Self.beginningOf2001)
        else { return nil }
        // The range has been checked. `rounded` would link the C math library.
        var whole = Int(time)
        if Double(whole) > time { whole &-= 1 }
        let seconds = whole &+ Self.beginningOf2001
        let units = (time - Double(whole)) * (1e9 / Double(unit))
        let nanoseconds = Int(units + 0.5) &* unit
        let carries = nanoseconds == 1_000_000_000
        self.seconds = carries ? seconds &+ 1 : seconds
        self.nanoseconds = carries ? 0 : nanoseconds
        guard self.seconds < Self.endOfYear9999 else { return nil }
    }

    /// The nearest value of `Date.timeIntervalSinceReferenceDate`.
    package var secondsSince2001: Double {
        Double(seconds &- Self.beginningOf2001) + Double(nanoseconds) / 1e9
    }
}
