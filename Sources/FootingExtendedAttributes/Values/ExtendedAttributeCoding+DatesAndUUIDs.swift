import FootingBytes
import FootingFormats
public import Foundation

extension ExtendedAttributeCoding<Date> {
    /// A date and time in UTC, such as `2026-11-21T21:58:50Z` (ISO 8601, in the format of RFC
    /// 3339).
    ///
    /// Fractions of a second are written if there are any, with the fewest digits that are read
    /// back as the same date, and at most nine. This loses nothing for dates more than 97 days away
    /// from the beginning of 2001. `Date` stores closer dates with a finer resolution; they are
    /// read back to within a nanosecond, and written again as they were read.
    ///
    /// Reading accepts all formats of RFC 3339 with up to 9 fractional digits: `T`, `t` or a space
    /// between date and time, followed by `Z`, `z`, `+hh:mm` or `+hhmm`. The calendar is Gregorian
    /// at all times. An invalid day is refused, and so is the second 60 of a leap second, which
    /// `Date` does not count.
    ///
    /// Dates outside the years 0000 to 9999 and non-finite dates can't be written.
    public static var iso8601: Self {
        Self {
            "a date and time such as “2026-11-21T21:58:50Z”, in the years 0000 to 9999"
        } encode: { date, body in
            let time = date.timeIntervalSinceReferenceDate
            guard let timestamp = Timestamp(secondsSince2001: time) else { return false }
            // A date that was converted can always be written.
            withBytes(atMost: Timestamp.longestText, body) { _ = timestamp.write(to: &$0) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                guard case .moment(let timestamp)? = unsafe DateText(ByteView(buffer)) else {
                    return nil
                }
                return Date(timeIntervalSinceReferenceDate: timestamp.secondsSince2001)
            }
        }
    }
}

extension ExtendedAttributeCoding<UUID> {
    /// The 36 characters of a UUID, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
    ///
    /// Writing uses upper case, as in `uuidString`; reading accepts either case.
    public static var uuidString: Self {
        Self {
            "a UUID, which has 36 characters"
        } encode: { uuid, body in
            withBytes(atMost: UUIDText.length, body) { UUIDText.write(uuid.uuid, to: &$0) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe UUIDText.bytes(of: ByteView(buffer)).map { UUID(uuid: $0) }
            }
        }
    }
}
