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
        fileprivate let name: String

        /// A code has the name of the property that it is the value of.
        fileprivate init(_ name: String = #function) { self.name = name }

        /// The bundle has no table in any language.
        public static var noTables: Code { Code() }
        /// A file or folder couldn't be read.
        public static var unreadable: Code { Code() }
        /// A file, or the text made of a format, is larger than the limits allow.
        public static var limitExceeded: Code { Code() }
        /// A property list in XML is not in UTF-8.
        public static var unsupportedEncoding: Code { Code() }
        /// A file that should be a property list is none.
        public static var invalidPropertyList: Code { Code() }
        /// A string catalog is no JSON, or no catalog.
        public static var invalidCatalog: Code { Code() }
        /// The name of an `.lproj` folder, or one in a catalog, is not that of a language.
        public static var unusableLanguageName: Code { Code() }
        /// An entry of a `.strings` file couldn't be read.
        public static var syntax: Code { Code() }
        /// An entry isn't ended by a semicolon.
        public static var missingSemicolon: Code { Code() }
        /// A key stands twice in a file, with different values; the last one is used.
        public static var duplicateKey: Code { Code() }
        /// A key stands in two files of one table; `.stringsdict` goes before `.strings`, and this
        /// before `.xcstrings`.
        public static var duplicateTableEntry: Code { Code() }
        /// A value is no text.
        public static var nonStringValue: Code { Code() }
        /// `\u` stands where Foundation reads `\U` only.
        public static var lowercaseUnicodeEscape: Code { Code() }
        /// Bytes or an escape that are no character, shown as U+FFFD.
        public static var undecodableText: Code { Code() }
        /// An entry of a `.stringsdict` has no format.
        public static var missingFormat: Code { Code() }
        /// A variable of an entry has no plural rule or no form.
        public static var invalidVariable: Code { Code() }
        /// A rule for widths or devices has no text that can be used, or a width is no number.
        public static var invalidRule: Code { Code() }
        /// A format names a variable that its entry doesn't have, as none in `.strings` has.
        public static var undefinedVariable: Code { Code() }
        /// A variable has no form `other`.
        public static var missingPluralForm: Code { Code() }
        /// The value type of a variable is none of a number; it counts as an integer.
        public static var unknownValueType: Code { Code() }
        /// A specifier has no argument.
        public static var missingArgument: Code { Code() }
        /// An argument is not of the kind that a specifier is for; it was shown naturally.
        public static var mismatchedArgument: Code { Code() }
        /// A `%` begins no specifier.
        public static var strayPercent: Code { Code() }
    }
}

extension LocalizationReport.Code: CustomStringConvertible {
    /// The code's name: `missingSemicolon`.
    public var description: String { name }
}

extension LocalizationReport.Issue: CustomStringConvertible {
    /// The file, the line and the sentence, as compilers print them.
    public var description: String {
        var place = file ?? ""
        if let line { place += (place.isEmpty ? "" : ":") + String(line) }
        return place.isEmpty ? message : place + ": " + message
    }
}

extension LocalizationReport: CustomStringConvertible {
    /// Every listed issue on a line of its own.
    public var description: String {
        var text = ""
        for issue in issues { text += (text.isEmpty ? "" : "\n") + issue.description }
        let more = count - issues.count
        return more > 0 ? text + "\n… and \(more) more" : text
    }
}
