// From the Unicode Common Locale Data Repository, version 47, under the Unicode licence V3
// (NOTICE).

/// The plural rules, one row for all languages that share them, in CLDR's own syntax.
///
/// A language without a row has the category `other` alone.
enum PluralTable {
    static let cardinal: [(locales: String, rules: String)] = [
        ("de en", "one: i = 1 and v = 0"),
        (
            "pl",
            """
            one: i = 1 and v = 0; \
            few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; \
            many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 \
            or v = 0 and i % 100 = 12..14
            """
        ),
    ]

    static let ordinal: [(locales: String, rules: String)] = [
        (
            "en",
            """
            one: n % 10 = 1 and n % 100 != 11; \
            two: n % 10 = 2 and n % 100 != 12; \
            few: n % 10 = 3 and n % 100 != 13
            """
        ),
        ("de pl", ""),
    ]
}
