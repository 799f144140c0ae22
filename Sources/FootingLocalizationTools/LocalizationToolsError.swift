import FootingLocalizationMembers

/// An error that occurs when a table or a file for translators can't be read or written.
public struct LocalizationToolsError: Error, Hashable, Sendable {
    /// A kind of error.
    ///
    /// A minor release may add codes, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: String, Hashable, Sendable {
        /// A file can't be read.
        case unreadable
        /// A file can't be written.
        case notWritten
        /// A file exceeds a limit.
        case limitExceeded
        /// The file's name is not that of a table that can be written.
        case unsupportedTable
        /// A string catalog is not JSON, or not a catalog.
        case invalidCatalog
        /// A catalog has another layout than those that can be written.
        case layoutNotReproducible
        /// A `.strings` file has faults.
        case invalidStrings
        /// Strings have plural forms, variants for widths or named specifiers, which `.strings`
        /// doesn't support.
        case unsupportedStrings
        /// The sources have no file or no call.
        case noKeys
        /// More than half of the entries would become stale.
        case tooManyStale
        /// A file for translators is not XLIFF, or is cut off.
        case invalidXLIFF
        /// A file for translators is not a valid PO file.
        case invalidPO
        /// A file for translators is not valid CSV.
        case invalidCSV
        /// A file for translators has no target language, or that of the source.
        case unusableLanguage
    }

    /// The kind of error.
    public let code: Code
    /// The path of the file.
    public let file: String?
    /// The line of the fault, counted from 1.
    public let line: Int?
    /// The keys that the error is about, in the order of the table.
    public let keys: [String]
    /// The cause and the remedy, as one sentence.
    public let message: String

    init(
        _ code: Code,
        file: String?,
        line: Int? = nil,
        keys: [String] = [],
        _ message: String
    ) {
        (self.code, self.file, self.line) = (code, file, line)
        (self.keys, self.message) = (keys, message)
    }
}

extension LocalizationToolsError: CustomStringConvertible {
    /// The error on one line, in the format of compilers: `file:3: error: … [invalidCatalog]`.
    public var description: String {
        FindingLocation(file: file, line: line).line("error", message, code.rawValue)
    }
}
