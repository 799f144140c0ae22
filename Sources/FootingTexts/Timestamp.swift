/// A moment to the nanosecond, without the seconds that were ever inserted to keep up with the sun.
package struct Timestamp: Equatable, Sendable {
    /// Whole seconds since the beginning of 1970 in UTC, rounded down.
    package let seconds: Int
    /// From there on: from 0 to 999 999 999.
    package let nanoseconds: Int

    init(seconds: Int, nanoseconds: Int) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

// `Date` counts from 2001. Its own numbers are used, so that nothing of them is lost.
extension Timestamp {
    private static let beginningOf2001 = 978_307_200
    private static let beginningOfYear0 = -62_167_219_200
    private static let endOfYear9999 = 253_402_300_800

    /// Takes the nanosecond nearest to a date, or returns `nil` if that is not in the years 0000 to
    /// 9999 or the number is none.
    package init?(secondsSince2001 time: Double) {
        // False for what is no number, too. Both limits are held exactly by a `Double`.
        guard time >= Double(Self.beginningOfYear0 &- Self.beginningOf2001),
            time < Double(Self.endOfYear9999 &- Self.beginningOf2001)
        else { return nil }
        // The range has been checked. `rounded` would need the C library's mathematics here.
        var whole = Int(time)
        if Double(whole) > time { whole &-= 1 }
        let seconds = whole &+ Self.beginningOf2001
        let nanoseconds = Int((time - Double(whole)) * 1e9 + 0.5)
        let carries = nanoseconds == 1_000_000_000
        self.seconds = carries ? seconds &+ 1 : seconds
        self.nanoseconds = carries ? 0 : nanoseconds
        guard self.seconds < Self.endOfYear9999 else { return nil }
    }

    /// The nearest number that a date has, as `Date.timeIntervalSinceReferenceDate`.
    package var secondsSince2001: Double {
        Double(seconds &- Self.beginningOf2001) + Double(nanoseconds) / 1e9
    }
}
