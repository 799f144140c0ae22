/// What was found wrong in a bundle, and what was done about it.
///
/// Faults of the files are found when a store reads them; faults that show only when a text is
/// filled in are added as they happen, each once.
public struct LocalizationReport: Hashable, Sendable {
    /// The issues in the order in which they were found; at most the first 1,000.
    public let issues: [Issue]

    /// How many there were, listed or not, of formatting at most 10,000.
    public let count: Int

    /// One thing that was wrong.
    public struct Issue: Hashable, Sendable {
        /// What was done about it.
        public enum Outcome: String, Hashable, Sendable {
            /// The part in question (a file, an entry, a form) was left out.
            case skipped
            /// It was used after being put right.
            case repaired
            /// It was used, or shown, as it is.
            case kept
        }

        /// The kind of the issue.
        public let code: Code
        /// The path of the file, or `nil` for a format that is in no file.
        public let file: String?
        /// The line in the file, from 1, where the entry begins; `nil` in property lists.
        ///
        /// In UTF-16 and UTF-32 too, it is the line of the text.
        public let line: Int?
        /// The key of the entry in question, if it could be read.
        ///
        /// Where the issue is one of formatting, a key beyond 256 bytes is cut there.
        public let key: String?
        /// What was done about it.
        public let outcome: Outcome
        /// A sentence that says what was wrong.
        public let message: String
    }

    /// A kind of issue.
    ///
    /// More kinds may be added in a minor release, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable {
        fileprivate enum Kind: String {
            case noTables, unreadable, limitExceeded, unsupportedEncoding, invalidPropertyList
            case invalidCatalog, invalidRule
            case unusableLanguageName, syntax, missingSemicolon, duplicateKey, duplicateTableEntry
            case nonStringValue, lowercaseUnicodeEscape, undecodableText
            case missingFormat, invalidVariable, undefinedVariable, missingPluralForm
            case unknownValueType, missingArgument, mismatchedArgument, strayPercent
        }
        fileprivate let kind: Kind

        /// The bundle has no table in any language.
        public static let noTables = Code(kind: .noTables)
        /// A file or folder couldn't be read.
        public static let unreadable = Code(kind: .unreadable)
        /// A file, or the text made of a format, is larger than the limits allow.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// A property list in XML is not in UTF-8.
        public static let unsupportedEncoding = Code(kind: .unsupportedEncoding)
        /// A file that should be a property list is none.
        public static let invalidPropertyList = Code(kind: .invalidPropertyList)
        /// A string catalog is no JSON, or no catalog.
        public static let invalidCatalog = Code(kind: .invalidCatalog)
        /// The name of an `.lproj` folder, or one in a catalog, is not that of a language.
        public static let unusableLanguageName = Code(kind: .unusableLanguageName)
        /// An entry of a `.strings` file couldn't be read.
        public static let syntax = Code(kind: .syntax)
        /// An entry isn't ended by a semicolon.
        public static let missingSemicolon = Code(kind: .missingSemicolon)
        /// A key stands twice in a file, with different values; the last one is used.
        public static let duplicateKey = Code(kind: .duplicateKey)
        /// A key stands in two files of one table; `.stringsdict` goes before `.strings`, and this
        /// before `.xcstrings`.
        public static let duplicateTableEntry = Code(kind: .duplicateTableEntry)
        /// A value is no text.
        public static let nonStringValue = Code(kind: .nonStringValue)
        /// `\u` stands where Foundation reads `\U` only.
        public static let lowercaseUnicodeEscape = Code(kind: .lowercaseUnicodeEscape)
        /// Bytes or an escape that are no character, shown as U+FFFD.
        public static let undecodableText = Code(kind: .undecodableText)
        /// An entry of a `.stringsdict` has no format.
        public static let missingFormat = Code(kind: .missingFormat)
        /// A variable of an entry has no plural rule or no form.
        public static let invalidVariable = Code(kind: .invalidVariable)
        /// A rule for widths or devices has no text that can be used, or a width is no number.
        public static let invalidRule = Code(kind: .invalidRule)
        /// A format names a variable that its entry doesn't have, as none in `.strings` has.
        public static let undefinedVariable = Code(kind: .undefinedVariable)
        /// A variable has no form `other`.
        public static let missingPluralForm = Code(kind: .missingPluralForm)
        /// The value type of a variable is none of a number; it counts as an integer.
        public static let unknownValueType = Code(kind: .unknownValueType)
        /// A specifier has no argument.
        public static let missingArgument = Code(kind: .missingArgument)
        /// An argument is not of the kind that a specifier is for; it was shown naturally.
        public static let mismatchedArgument = Code(kind: .mismatchedArgument)
        /// A `%` begins no specifier.
        public static let strayPercent = Code(kind: .strayPercent)
    }
}

extension LocalizationReport.Code: CustomStringConvertible {
    /// The code's name: `missingSemicolon`.
    public var description: String { kind.rawValue }
}

extension LocalizationReport.Issue: CustomStringConvertible {
    /// The file, the line and the sentence, as compilers print them.
    public var description: String {
        let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return place.isEmpty ? message : "\(place): \(message)"
    }
}

extension LocalizationReport: CustomStringConvertible {
    /// Every listed issue on a line of its own.
    public var description: String {
        var lines = issues.map(\.description)
        if count > issues.count { lines.append("… and \(count - issues.count) more") }
        return lines.joined(separator: "\n")
    }
}
