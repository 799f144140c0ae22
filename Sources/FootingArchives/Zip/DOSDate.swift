import FootingFormats

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A date and a time of DOS: local, in steps of two seconds, from 1980 to 2107.
struct DOSDate: Hashable, Sendable {
    /// The date in the upper half, the time in the lower one.
    let value: UInt32

    /// The beginning of 1980.
    static let first: UInt32 = 0x0021_0000

    init(value: UInt32) {
        self.value = value
    }

    /// Converts a date in a time zone, or in that of the system; dates outside of the range become
    /// the first or the last one.
    init(_ date: Date, in zone: TimeZone?) {
        let (first, last) = (315_532_800.0, 4_354_819_199.0)
        // One day more in both directions, for the offset. A date may be infinite, or not a number.
        let exact = date.timeIntervalSince1970
        let time = exact > first - 86_400 ? min(exact, last + 86_400) : first - 86_400
        let local = time + Self.offset(at: time, in: zone)
        let seconds = Int(min(max(local, first), last).rounded(.down))
        let day = CalendarDay(daysSince1970: seconds / 86_400)
        let fields = (day.year - 1980) << 25 | day.month << 21 | day.day << 16
        let (hour, minute) = (seconds / 3_600 % 24, seconds / 60 % 60)
        value = UInt32(fields | hour << 11 | minute << 5 | seconds % 60 / 2)
    }

    /// The date and the time; `nil` if the month, the day or the hour is impossible.
    var components: DateComponents? {
        guard let day else { return nil }
        return DateComponents(
            year: day.year,
            month: day.month,
            day: day.day,
            hour: field(11, 5),
            minute: field(5, 6),
            second: 2 * field(0, 5)
        )
    }

    /// The instant in a time zone, or in that of the system; `nil` without ``components``.
    func date(in zone: TimeZone?) -> Date? {
        guard let day else { return nil }
        let seconds = field(11, 5) * 3_600 + field(5, 6) * 60 + 2 * field(0, 5)
        let local = Double(day.daysSince1970 * 86_400 + seconds)
        // The first estimate is wrong near a change of the offset.
        let estimate = local - Self.offset(at: local, in: zone)
        return Date(timeIntervalSince1970: local - Self.offset(at: estimate, in: zone))
    }

    private var day: CalendarDay? {
        guard field(11, 5) < 24 else { return nil }
        return CalendarDay(year: 1980 + field(25, 7), month: field(21, 4), day: field(16, 5))
    }

    private func field(_ shift: UInt32, _ bits: UInt32) -> Int {
        Int(value >> shift & (1 << bits - 1))
    }

    /// The seconds by which local time is ahead of Greenwich.
    ///
    /// The C library knows the zone of the system; FoundationEssentials alone does not.
    private static func offset(at time: Double, in zone: TimeZone?) -> Double {
        if let zone { return Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time))) }
        var seconds = time_t(time)
        // The pointers are used only during the call.
        var fields = unsafe tm()
        unsafe localtime_r(&seconds, &fields)
        return unsafe Double(fields.tm_gmtoff)
    }
}
