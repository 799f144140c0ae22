public import Foundation

/// A date format, for ``Field/dates(_:)``.
///
/// ```swift
/// Field("joined", \.joined).dates(.rfc3339, .epochMilliseconds)
/// ```
///
/// Nothing is guessed: the whole string must match the format and name a day of the calendar, and
/// the date must be in the years 0001 to 9999 (UTC).
public struct DateFormat: Hashable, Sendable {
    // Indirect, so that a format is one reference to copy.
    indirect enum Kind: Hashable, Sendable {
        case rfc3339, epochSeconds, epochMilliseconds
        case epochString, epochMillisecondsString
        case iso8601(LocalClock)
        case date(LocalClock)
        case pattern(DatePattern, LocalClock)
        case unusable
    }

    let kind: Kind

    /// A string in the format of RFC 3339, with an offset: `2026-11-21T21:58:50.25+01:00`.
    ///
    /// `T` may be lowercase or a space, a fraction has up to nine digits, and the colon in the
    /// offset is optional.
    public static let rfc3339 = DateFormat(kind: .rfc3339)
    /// A number of seconds since the start of 1970 in UTC.
    public static let epochSeconds = DateFormat(kind: .epochSeconds)
    /// A number of milliseconds since the start of 1970 in UTC.
    public static let epochMilliseconds = DateFormat(kind: .epochMilliseconds)
    /// A string that contains a number of seconds since the start of 1970 in UTC.
    public static let epochString = DateFormat(kind: .epochString)
    /// A string that contains a number of milliseconds since the start of 1970 in UTC.
    public static let epochMillisecondsString = DateFormat(kind: .epochMillisecondsString)

    /// A string like ``rfc3339``, or the same without an offset, which is then a local time in
    /// `zone`.
    ///
    /// A local time that `zone` skips or repeats is ambiguous and is refused.
    public static func iso8601(in zone: TimeZone) -> DateFormat {
        DateFormat(kind: .iso8601(LocalClock(zone)))
    }

    /// A string like `2026-11-21`, which denotes the first moment of that day in `zone`.
    public static func date(in zone: TimeZone) -> DateFormat {
        DateFormat(kind: .date(LocalClock(zone)))
    }

    /// A string in a custom format, in the local time of `zone` unless it contains an offset.
    ///
    /// ```swift
    /// Field("birthday", \.birthday).dates(.format("dd.MM.yyyy", in: .gmt))
    /// ```
    ///
    /// The letters are those of Unicode Technical Standard 35, part 4, for English: `yyyy` or `y`
    /// for the year; `MM`, `M`, `MMM` (Jan), `MMMM` (January); `dd`, `d`; `EEE` (Mon), `EEEE`
    /// (Monday), which must match the date; `HH`, `H`, or `hh`, `h` with `a` (AM, PM); `mm`, `m`;
    /// `ss`, `s`; `S` to `SSSSSSSSS` for as many digits of a second; `Z` (+0100), `ZZZZZ` (+01:00
    /// or Z), and `x`, `xx`, `xxx` or `X`, `XX`, `XXX` (+01, +0100, +01:00; uppercase also matches
    /// Z). A doubled letter requires two digits; a single letter accepts one or two, and `y` up to
    /// four. Characters other than letters match themselves, as does everything between
    /// apostrophes; two apostrophes match one.
    ///
    /// Writing uses the same letters. It rounds to the last digit of a second; a pattern without
    /// seconds gets the minute, hour or day in which the date lies. An offset without minutes, or
    /// without the seconds that offsets had before 1972, is written with the local time at that
    /// offset.
    ///
    /// Without an hour, the string denotes the first moment of the day. A local time that `zone`
    /// skips or repeats is ambiguous and is refused.
    ///
    /// A pattern with another letter, without year, month or day, with a repeated element, or with
    /// a digit after a single letter (`yMMdd` instead of `yyyyMMdd`) is a programming error. It
    /// does not trap: the format matches nothing, ``isUsable`` is false, and every string or number
    /// that no other format of the field matches is an issue with the code
    /// ``MappingIssue/Code/unusableFormat``.
    ///
    /// - Complexity: O(*n*) in the length of the pattern. Create the format once, with its mapping.
    public static func format(_ pattern: String, in zone: TimeZone) -> DateFormat {
        guard let pattern = DatePattern(pattern) else { return DateFormat(kind: .unusable) }
        return DateFormat(kind: .pattern(pattern, LocalClock(zone)))
    }

    /// Whether the format can match anything; false for an invalid pattern.
    public var isUsable: Bool { kind != .unusable }
}
