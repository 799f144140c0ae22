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
///
/// The C library knows the zone of the system; FoundationEssentials alone does not.
struct DOSDate: Sendable {
    /// The date in the upper half, the time in the lower one.
    let value: UInt32

    /// The beginning of 1980.
    static let first = DOSDate(value: 0x0021_0000)
    private static let last = DOSDate(value: 0xFF9F_BF7D)

    init(value: UInt32) {
        self.value = value
    }

    /// Converts a date in a time zone, or in that of the system.
    init(_ date: Date, in zone: TimeZone?) {
        // 100,000 years are within the ranges of all types.
        let interval = min(max(date.timeIntervalSince1970, -3.2e12), 3.2e12)
        var seconds = time_t(interval.isNaN ? 0 : interval.rounded(.down))
        var fields = unsafe tm()
        // The pointers are used only during the calls.
        if let zone {
            seconds += zone.secondsFromGMT(for: date)
            unsafe gmtime_r(&seconds, &fields)
        } else {
            unsafe localtime_r(&seconds, &fields)
        }
        switch unsafe fields.tm_year {
        case ..<80: self = .first
        case 80...207:
            let day = unsafe (fields.tm_year - 80) << 9 | (fields.tm_mon + 1) << 5 | fields.tm_mday
            let second = unsafe min(fields.tm_sec, 59) / 2
            let time = unsafe fields.tm_hour << 11 | fields.tm_min << 5 | second
            value = UInt32(day) << 16 | UInt32(time)
        default: self = .last
        }
    }

    /// The instant in a time zone, or in that of the system; `nil` if the month, the day or the
    /// hour is impossible.
    func date(in zone: TimeZone?) -> Date? {
        guard let components = DateComponents(dosDate: value) else { return nil }
        var fields = unsafe tm()
        unsafe fields.tm_year = Int32((components.year ?? 0) - 1900)
        unsafe fields.tm_mon = Int32((components.month ?? 0) - 1)
        unsafe fields.tm_mday = Int32(components.day ?? 0)
        unsafe fields.tm_hour = Int32(components.hour ?? 0)
        unsafe fields.tm_min = Int32(components.minute ?? 0)
        unsafe fields.tm_sec = Int32(components.second ?? 0)
        // Daylight saving time is that of the zone.
        unsafe fields.tm_isdst = -1
        guard let zone else { return unsafe Date(timeIntervalSince1970: Double(mktime(&fields))) }
        let local = unsafe Date(timeIntervalSince1970: Double(timegm(&fields)))
        let estimate = local - Double(zone.secondsFromGMT(for: local))
        return local - Double(zone.secondsFromGMT(for: estimate))
    }
}
