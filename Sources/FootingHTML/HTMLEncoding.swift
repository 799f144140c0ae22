/// An encoding of the Encoding Standard; the raw value is its name, such as `windows-1252`.
@nonexhaustive public enum HTMLEncoding: String, CaseIterable, Hashable, Sendable {
    /// UTF-8, the encoding of almost all pages.
    case utf8 = "UTF-8"
    /// The code page of DOS for Russian.
    case ibm866 = "IBM866"
    /// Latin 2, for languages of Central Europe.
    case iso8859Part2 = "ISO-8859-2"
    /// Latin 3, for Maltese and Esperanto.
    case iso8859Part3 = "ISO-8859-3"
    /// Latin 4, for Baltic languages.
    case iso8859Part4 = "ISO-8859-4"
    /// Latin and Cyrillic.
    case iso8859Part5 = "ISO-8859-5"
    /// Latin and Arabic.
    case iso8859Part6 = "ISO-8859-6"
    /// Latin and Greek.
    case iso8859Part7 = "ISO-8859-7"
    /// Latin and Hebrew in visual order.
    case iso8859Part8 = "ISO-8859-8"
    /// Latin and Hebrew in logical order.
    case iso8859Part8I = "ISO-8859-8-I"
    /// Latin 6, for Nordic languages.
    case iso8859Part10 = "ISO-8859-10"
    /// Latin 7, for Baltic languages.
    case iso8859Part13 = "ISO-8859-13"
    /// Latin 8, for Celtic languages.
    case iso8859Part14 = "ISO-8859-14"
    /// Latin 9: Latin 1 with the euro sign.
    case iso8859Part15 = "ISO-8859-15"
    /// Latin 10, for Romanian.
    case iso8859Part16 = "ISO-8859-16"
    /// KOI8 for Russian.
    case koi8R = "KOI8-R"
    /// KOI8 for Ukrainian.
    case koi8U = "KOI8-U"
    /// Mac OS Roman.
    case macintosh = "macintosh"
    /// Windows for Thai.
    case windows874 = "windows-874"
    /// Windows for languages of Central Europe.
    case windows1250 = "windows-1250"
    /// Windows for Cyrillic.
    case windows1251 = "windows-1251"
    /// Windows for languages of Western Europe, also for pages that declare ASCII or Latin 1.
    case windows1252 = "windows-1252"
    /// Windows for Greek.
    case windows1253 = "windows-1253"
    /// Windows for Turkish.
    case windows1254 = "windows-1254"
    /// Windows for Hebrew.
    case windows1255 = "windows-1255"
    /// Windows for Arabic.
    case windows1256 = "windows-1256"
    /// Windows for Baltic languages.
    case windows1257 = "windows-1257"
    /// Windows for Vietnamese.
    case windows1258 = "windows-1258"
    /// Mac OS for Cyrillic.
    case macCyrillic = "x-mac-cyrillic"
    /// Simplified Chinese.
    case gbk = "GBK"
    /// Simplified Chinese, with all of Unicode.
    case gb18030 = "gb18030"
    /// Traditional Chinese.
    case big5 = "Big5"
    /// Japanese of Unix.
    case eucJP = "EUC-JP"
    /// Japanese of mails, with escape sequences.
    case iso2022JP = "ISO-2022-JP"
    /// Japanese of DOS and Windows.
    case shiftJIS = "Shift_JIS"
    /// Korean.
    case eucKR = "EUC-KR"
    /// Encodings that browsers refuse: the text is one U+FFFD.
    case replacement = "replacement"
    /// UTF-16, the most significant byte first.
    case utf16BE = "UTF-16BE"
    /// UTF-16, the least significant byte first.
    case utf16LE = "UTF-16LE"
    /// ASCII, and private characters for the other bytes.
    case userDefined = "x-user-defined"

    /// Returns the encoding with a label, such as `latin1` or `utf8`, or `nil` if the Encoding
    /// Standard does not have the label.
    ///
    /// The case of ASCII letters and ASCII white space around the label are ignored.
    public init?(label: some StringProtocol) {
        let label = label.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        guard let encoding = EncodingTables.encoding(label: label) else { return nil }
        self = encoding
    }

    /// Whether text in this encoding needs ``HTMLOptions/decodeRun``: true of seven encodings of
    /// Chinese, Japanese and Korean.
    public var needsConverter: Bool {
        switch self {
        case .gbk, .gb18030, .big5, .eucJP, .iso2022JP, .shiftJIS, .eucKR: true
        default: false
        }
    }
}

extension HTMLEncoding: CustomStringConvertible {
    /// The name in the Encoding Standard.
    public var description: String { rawValue }
}
