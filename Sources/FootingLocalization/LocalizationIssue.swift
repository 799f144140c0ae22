/// A fault in a file or a format.
public struct LocalizationIssue: Hashable, Sendable {
    /// The treatment of an issue.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Resolution: Sendable {
        /// The file, the entry or the form was omitted.
        case skippedInput
        /// It was used after being corrected.
        case usedRepaired
        /// It was used or shown as is.
        case usedAsWritten
        /// The file is unusable, and its earlier strings stay in use.
        case keptOldStrings
    }

    /// The kind of the issue.
    public let code: Code
    /// The path of the file, or `nil` for a format that isn't in a file.
    public let file: String?
    /// The line in the file, from 1, where the entry begins; `nil` in binary property
    /// lists.
    public let line: Int?
    /// The entry's key, if it could be read; issues of formatting have its first 256 bytes.
    public let key: String?
    package let language: LanguageTag?
    /// The variable, or the character after a backslash, that the issue is about.
    package let subject: String?
    /// The treatment of the issue.
    public let resolution: Resolution
    /// A sentence that describes the issue.
    public let message: String

    /// A kind of issue.
    ///
    /// The description of a code is its name: `missingSemicolon`. A minor release may add codes, so
    /// a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Sendable {
        /// The bundle has no table in any language.
        case noTables
        /// A file or folder couldn't be read.
        case unreadable
        /// A file, a width, a precision or a formatted string exceeds its limit.
        case limitExceeded
        /// A property list in XML isn't in UTF-8, UTF-16 or UTF-32.
        case unsupportedEncoding
        /// A file that should be a property list isn't one.
        case invalidPropertyList
        /// A string catalog isn't JSON, or isn't a catalog.
        case invalidCatalog
        /// The name of an `.lproj` folder, or a name in a catalog, isn't that of a language.
        case unusableLanguage
        /// An entry of a `.strings` file couldn't be read.
        case syntax
        /// An entry doesn't end with a semicolon.
        case missingSemicolon
        /// A file has a key twice, with different values; the last one is used.
        case duplicateKey
        /// Two files of a table have a key, with different values; a catalog has the least
        /// precedence, and of several catalogs, that in the language's folder the most, followed by
        /// those in the bundle itself, in `mul.lproj` and in `Base.lproj`.
        ///
        /// A `.stringsdict` may repeat keys of a `.strings`, and the development folder those of
        /// `Base`.
        case duplicateTableEntry
        /// A value isn't a string.
        case nonStringValue
        /// A string of a catalog is a set (`stringSet`), such as the phrases of App Shortcuts,
        /// which look-ups don't show.
        case stringSet
        /// The escape is `\u`; Foundation reads only `\U`.
        case lowercaseUnicodeEscape
        /// A backslash begins no escape, as in `\(sum)` and `C:\Users`, and is omitted.
        case unknownEscape
        /// Bytes or an escape don't encode a character; shown as U+FFFD, but skipped in a catalog.
        case undecodableText
        /// An entry of a `.stringsdict` has no format.
        case missingFormat
        /// A variable of an entry has no plural rule or no form.
        case invalidVariable
        /// A rule for widths or devices has no usable string, or a width isn't a number.
        case invalidRule
        /// A format names a variable that its entry doesn't have; entries of `.strings` have none.
        case undefinedVariable
        /// A variable has no form `other`.
        case missingPluralCategory
        /// The value type of a variable isn't that of a number; the variable counts as an integer.
        case unknownValueType
        /// A specifier has no argument.
        case missingArgument
        /// An argument isn't of the kind that a specifier is for; it was shown in another format.
        case mismatchedArgument
        /// A `%` begins no specifier.
        case suspiciousPercent
    }
}

extension LocalizationIssue: CustomStringConvertible {
    /// The file, the line and the message, in the format of compilers.
    @inline(never)
    public var description: String {
        var location = file ?? ""
        if let line { location += (location.isEmpty ? "" : ":") + String(line) }
        return location.isEmpty ? message : location + ": " + message
    }
}
