/// A file format for translators.
///
/// A minor release may add formats, so a `switch` over them needs `@unknown default`.
@nonexhaustive public enum TranslationFormat: String, Hashable, Sendable, CaseIterable {
    /// XLIFF 1.2, as Xcode writes it; XLIFF 2 and `.xcloc` folders are read as well.
    case xliff
    /// The format of gettext.
    case po
    /// Comma-separated values (RFC 4180), for spreadsheets.
    case csv

    /// Detects the format by the first characters or, if they don't tell, by the file's name.
    init(of bytes: [UInt8], at path: String) {
        let start = bytes.drop { " \t\r\n".utf8.contains($0) }.prefix(8)
        if start.first == UInt8(ascii: "<") {
            self = .xliff
        } else if start.first == UInt8(ascii: "#") || start.starts(with: "msgid".utf8)
            || start.starts(with: "msgctxt".utf8)
        {
            self = .po
        } else {
            let name = path.lowercased()
            let isPO = name.hasSuffix(".po") || name.hasSuffix(".pot")
            let isXML = name.hasSuffix(".xliff") || name.hasSuffix(".xlf")
            self = isPO ? .po : isXML ? .xliff : .csv
        }
    }

    /// The error code for an invalid file.
    var invalid: LocalizationToolsError.Code {
        switch self {
        case .xliff: .invalidXLIFF
        case .po: .invalidPO
        case .csv: .invalidCSV
        }
    }
}
