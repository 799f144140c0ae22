// From the Unicode Common Locale Data Repository, version 47, under the Unicode licence V3
// (NOTICE).

/// The number symbols, one row for all locales that share them.
///
/// A locale without a row is looked up without its region. A language without a row is written with
/// the plain digits of C: a separator that means something else there would be worse than none.
enum NumberTable {
    typealias Row = (
        locales: String, decimal: String, group: String,
        primary: Int, secondary: Int, minimum: Int
    )

    static let rows: [Row] = [
        ("en", ".", ",", 3, 3, 1),
        ("en-IN", ".", ",", 3, 2, 1),
        ("de", ",", ".", 3, 3, 1),
        ("de-CH de-LI", ".", "\u{2019}", 3, 3, 1),
        ("pl", ",", "\u{a0}", 3, 3, 2),
    ]
}
