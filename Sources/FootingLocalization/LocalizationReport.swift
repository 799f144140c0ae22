/// The issues of a bundle, each with how it was resolved.
///
/// Faults of the files are found when a store reads them; faults that show only when a text is
/// filled in are added as they happen, each once.
public struct LocalizationReport: Hashable, Sendable {
    /// The issues in the order in which they were found; at most the first 1,000.
    public internal(set) var issues: [Issue] = []

    /// How many there were, listed or not, of formatting at most 10,000.
    public internal(set) var issueCount = 0

    /// One thing that was wrong.
    public struct Issue: Hashable, Sendable {
        /// How it was resolved.
        ///
        /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
        @nonexhaustive public enum Resolution: Sendable {
            /// The part in question (a file, an entry, a form) was left out.
            case skipped
            /// It was used after being put right.
            case repaired
            /// It was used, or shown, as it is; for a file that can't be read any more, the texts that
            /// were read of it before.
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
        /// The language of the file or the entry, if it is of one alone.
        package let language: LanguageTag?
        /// How it was resolved.
        public let resolution: Resolution
        /// A sentence that says what was wrong.
        public let message: String
    }

    /// A kind of issue.
    ///
    /// As a text, a code is its name: `missingSemicolon`. More kinds may be added in a minor
    /// release, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Sendable {
        /// The bundle has no table in any language.
        case noTables
        /// A file or folder couldn't be read.
        case unreadable
        /// A file, or the text made of a format, is larger than the limits allow.
        case limitExceeded
        /// A property list in XML is not in UTF-8.
        case unsupportedEncoding
        /// A file that should be a property list is none.
        case invalidPropertyList
        /// A string catalog is no JSON, or no catalog.
        case invalidCatalog
        /// The name of an `.lproj` folder, or one in a catalog, is not that of a language.
        case unusableLanguageName
        /// An entry of a `.strings` file couldn't be read.
        case syntax
        /// An entry isn't ended by a semicolon.
        case missingSemicolon
        /// A key stands twice in a file, with different values; the last one is used.
        case duplicateKey
        /// A key stands in two files of one table, with different values; `.stringsdict` and
        /// `.strings` go before `.xcstrings`.
        ///
        /// A `.stringsdict` beside a `.strings`, and the development language's own folder beside
        /// `Base.lproj`, are meant to have the same keys.
        case duplicateTableEntry
        /// A value is no text.
        case nonStringValue
        /// `\u` stands where Foundation reads `\U` only.
        case lowercaseUnicodeEscape
        /// Bytes or an escape that are no character, shown as U+FFFD.
        case undecodableText
        /// An entry of a `.stringsdict` has no format.
        case missingFormat
        /// A variable of an entry has no plural rule or no form.
        case invalidVariable
        /// A rule for widths or devices has no text that can be used, or a width is no number.
        case invalidRule
        /// A format names a variable that its entry doesn't have, as none in `.strings` has.
        case undefinedVariable
        /// A variable has no form `other`.
        case missingPluralForm
        /// The value type of a variable is none of a number; it counts as an integer.
        case unknownValueType
        /// A specifier has no argument.
        case missingArgument
        /// An argument is not of the kind that a specifier is for; it was shown naturally.
        case mismatchedArgument
        /// A `%` begins no specifier.
        case strayPercent
    }
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
        let more = issueCount - issues.count
        return more > 0 ? text + "\n… and \(more) more" : text
    }
}

/// A place can have as many faults as bytes, so the list is capped and the count is not.
extension LocalizationReport {
    static let maximumListed = 1000

    /// Adds an issue.
    @inline(never)
    mutating func add(
        _ code: LocalizationReport.Code,
        file: String?,
        line: Int? = nil,
        key: String? = nil,
        language: LanguageTag? = nil,
        _ resolution: LocalizationReport.Issue.Resolution,
        _ message: String
    ) {
        issueCount += 1
        guard issues.count < Self.maximumListed else { return }
        issues.append(
            LocalizationReport.Issue(
                code: code,
                file: file,
                line: line,
                key: key,
                language: language,
                resolution: resolution,
                message: message
            )
        )
    }

    mutating func addSkipped(
        _ code: LocalizationReport.Code,
        file: String,
        line: Int? = nil,
        _ message: String
    ) {
        add(code, file: file, line: line, .skipped, message)
    }

    mutating func add(_ other: LocalizationReport) {
        issues += other.issues.prefix(Self.maximumListed - issues.count)
        issueCount += other.issueCount
    }
}
