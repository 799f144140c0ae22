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
struct DOSDate: Sendable {
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
        let instant = exact > first - 86_400 ? min(exact, last + 86_400) : first - 86_400
        let local = instant + Self.offset(at: instant, in: zone)
        var seconds = time_t(min(max(local, first), last).rounded(.down))
        // The pointers are used only during the call.
        var fields = unsafe tm()
        unsafe gmtime_r(&seconds, &fields)
        let day = unsafe (fields.tm_year - 80) << 25 | (fields.tm_mon + 1) << 21
        let time = unsafe fields.tm_hour << 11 | fields.tm_min << 5 | fields.tm_sec / 2
        value = unsafe UInt32(bitPattern: day | fields.tm_mday << 16 | time)
    }

    /// The date and the time; `nil` if the month, the day or the hour is impossible.
    var components: DateComponents? {
        guard midnight != nil else { return nil }
        return DateComponents(
            year: 1980 + field(25, 7),
            month: field(21, 4),
            day: field(16, 5),
            hour: field(11, 5),
            minute: field(5, 6),
            second: 2 * field(0, 5)
        )
    }

    /// The instant in a time zone, or in that of the system; `nil` without ``components``.
    func date(in zone: TimeZone?) -> Date? {
        guard let midnight else { return nil }
        let seconds = field(11, 5) * 3_600 + field(5, 6) * 60 + 2 * field(0, 5)
        let local = Double(midnight + seconds)
        // The first estimate is wrong near a change of the offset.
        let estimate = local - Self.offset(at: local, in: zone)
        return Date(timeIntervalSince1970: local - Self.offset(at: estimate, in: zone))
    }

    /// The seconds from 1970 to the beginning of the day, without a time zone.
    private var midnight: Int? {
        let (month, day) = (Int32(field(21, 4) - 1), Int32(field(16, 5)))
        var fields = unsafe tm()
        unsafe fields.tm_year = 80 + Int32(field(25, 7))
        unsafe (fields.tm_mon, fields.tm_mday) = (month, day)
        // The call converts an impossible day into another one.
        let seconds = unsafe timegm(&fields)
        let isPossible = unsafe fields.tm_mon == month && fields.tm_mday == day
        return isPossible && field(11, 5) < 24 ? seconds : nil
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
