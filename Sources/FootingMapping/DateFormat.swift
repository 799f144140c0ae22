public import Foundation

/// How a date is written, for ``Field/dates(_:)``.
///
/// ```swift
/// Field("joined", \.joined).dates(.rfc3339, .epochMilliseconds)
/// ```
///
/// Nothing is guessed: a text must have the whole form and a day that the calendar has, and the
/// result must be in the years 0001 to 9999 (UTC).
public struct DateFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case rfc3339, epochSeconds, epochMilliseconds, epochText
        case iso8601(LocalClock)
        case date(LocalClock)
        case pattern(DatePattern, LocalClock)
        case unusable
    }

    let kind: Kind

    /// A text as RFC 3339 has it, with its offset: `2026-11-21T21:58:50.25+01:00`.
    ///
    /// `T` may be small or a blank, a fraction has up to nine digits, and the colon of the offset may
    /// be left out.
    public static let rfc3339 = DateFormat(kind: .rfc3339)
    /// A number of seconds since the beginning of 1970 in UTC.
    public static let epochSeconds = DateFormat(kind: .epochSeconds)
    /// A number of milliseconds since the beginning of 1970 in UTC.
    public static let epochMilliseconds = DateFormat(kind: .epochMilliseconds)
    /// A text that spells a number of seconds since the beginning of 1970 in UTC.
    public static let epochText = DateFormat(kind: .epochText)

    /// A text like ``rfc3339``, or the same without an offset: then on a clock in `zone`.
    ///
    /// A time that this clock skips, or shows twice, has no one meaning and is refused.
    public static func iso8601(in zone: TimeZone) -> DateFormat {
        DateFormat(kind: .iso8601(LocalClock(zone)))
    }

    /// A text like `2026-11-21`, which stands for the first moment of that day in `zone`.
    public static func date(in zone: TimeZone) -> DateFormat {
        DateFormat(kind: .date(LocalClock(zone)))
    }

    /// A text in a form of your own, on a clock in `zone` unless the text has an offset.
    ///
    /// ```swift
    /// Field("birthday", \.birthday).dates(.format("dd.MM.yyyy", in: .gmt))
    /// ```
    ///
    /// The letters are those of Unicode Technical Standard 35, part 4, for English: `yyyy` or `y`
    /// for the year; `MM`, `M`, `MMM` (Jan), `MMMM` (January); `dd`, `d`; `EEE` (Mon), `EEEE`
    /// (Monday), which must be right; `HH`, `H`, or `hh`, `h` with `a` (AM, PM); `mm`, `m`; `ss`,
    /// `s`; `S` to `SSSSSSSSS` for that many digits of a second; `Z` (+0100), `ZZZZZ` (+01:00 or Z),
    /// and `x`, `xx`, `xxx` or `X`, `XX`, `XXX` (+01, +0100, +01:00, the capitals with Z). A doubled
    /// letter wants both digits, a single one takes one or two. Anything else that is no letter
    /// means itself, as does what stands between apostrophes; two of these are one.
    ///
    /// Without an hour, the text stands for the first moment of the day. A time that the clock skips,
    /// or shows twice, has no one meaning and is refused.
    ///
    /// A pattern with another letter, without year, month or day, or with a part twice is a mistake
    /// in the program. It does not trap: the form takes nothing, ``isUsable`` is false, and every
    /// value of the field is an issue with ``MappingIssue/Code/unusableFormat``.
    ///
    /// - Complexity: O(*n*) in the length of the pattern. Make the form once, with its mapping.
    public static func format(_ pattern: String, in zone: TimeZone) -> DateFormat {
        guard let pattern = DatePattern(pattern) else { return DateFormat(kind: .unusable) }
        return DateFormat(kind: .pattern(pattern, LocalClock(zone)))
    }

    /// Whether the form can take anything: false for a pattern with a mistake in it.
    public var isUsable: Bool { kind != .unusable }
}
