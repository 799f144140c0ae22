// From the Unicode Common Locale Data Repository, version 47, under the Unicode licence V3
// (NOTICE).

/// The number symbols, one row for all locales that share them.
///
/// A locale without a row is looked up without its region. A language without a row is written with
/// the plain digits of C: a separator that means something else there would be worse than none.
/// So are the regions of English without a row, since half of Europe's write it with the separators
/// of their other languages.
enum NumberTable {
    typealias Row = (
        locales: String, decimal: String, group: String,
        primary: Int, secondary: Int, minimum: Int
    )

    static let rows: [Row] = [
        (
            "en en-US en-001 en-AE en-AG en-AU en-BB en-BM en-BS en-BW en-BZ en-CA en-CM en-CY en-DM "
                + "en-FJ en-GB en-GD en-GG en-GH en-GI en-GM en-GU en-GY en-HK en-IE en-IL en-IM en-JE "
                + "en-JM en-KE en-LC en-LR en-MT en-MU en-MW en-MY en-NA en-NG en-NZ en-PG en-PH en-PK "
                + "en-PR en-RW en-SG en-SL en-TT en-TZ en-UG en-VC en-VG en-VI en-ZM en-ZW",
            ".", ",", 3, 3, 1
        ),
        ("en-IN", ".", ",", 3, 2, 1),
        ("de", ",", ".", 3, 3, 1),
        ("de-CH de-LI", ".", "\u{2019}", 3, 3, 1),
        ("pl", ",", "\u{a0}", 3, 3, 2),
    ]
}
