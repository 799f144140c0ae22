extension LocalizationFinding {
    /// A kind of finding.
    ///
    /// Those that a store finds when it reads files have the names that they have in its report. More
    /// kinds may be added in a minor release.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, which is that of its property: `missingKey`.
        public let rawValue: String

        /// Names a kind, whether it is one or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ name: String = #function) { rawValue = name }

        /// A key of the development language has no text in another language.
        public static var missingKey: Code { Code() }
        /// A language has a key that the development language doesn't have.
        public static var extraKey: Code { Code() }
        /// A text or one of its forms is empty.
        public static var emptyValue: Code { Code() }
        /// A translation is the source text.
        public static var sameAsSource: Code { Code() }
        /// A translation doesn't show an argument that the source shows.
        public static var argumentMissingInTranslation: Code { Code() }
        /// A translation takes an argument that the source doesn't take.
        public static var argumentUnknown: Code { Code() }
        /// A translation takes an argument for another kind of value than the source does.
        public static var argumentTypeConflict: Code { Code() }
        /// A translation has the specifiers in another order, without numbers.
        public static var unnumberedReorder: Code { Code() }
        /// A percent sign is a specifier, or none, where it likely should be the other.
        public static var suspiciousPercent: Code { Code() }
        /// A variable has no form for a category of its language.
        public static var missingPluralCategory: Code { Code() }
        /// A variable has a form for a category that its language doesn't have.
        public static var unusedPluralCategory: Code { Code() }
        /// No text of an entry names one of its variables.
        public static var unusedVariable: Code { Code() }
        /// A translation in a catalog is in the state `new`, and not used.
        public static var stateNew: Code { Code() }
        /// A text in a catalog is in the state `needs_review`.
        public static var needsReview: Code { Code() }
        /// A key in a catalog is no longer found in the program (`extractionState`).
        public static var stale: Code { Code() }
        /// A source text has changed since, and its translation hasn't; see
        /// ``LocalizationChanges``.
        public static var staleTranslation: Code { Code() }

        /// A format names a variable that its entry doesn't have.
        public static var undefinedVariable: Code { Code() }
        /// A key stands twice in a file, with different values.
        public static var duplicateKey: Code { Code() }
        /// A key stands in two files of one table.
        public static var duplicateTableEntry: Code { Code() }
        /// `\u` stands where Foundation reads `\U` only.
        public static var lowercaseUnicodeEscape: Code { Code() }
        /// The name of an `.lproj` folder, or one in a catalog, is not that of a language.
        public static var unusableLanguageName: Code { Code() }
        /// The bundle has no table in any language.
        public static var noTables: Code { Code() }
        /// A file or folder couldn't be read.
        public static var unreadable: Code { Code() }
        /// A file is larger than the limits allow.
        public static var limitExceeded: Code { Code() }
        /// A property list in XML is not in UTF-8.
        public static var unsupportedEncoding: Code { Code() }
        /// A file that should be a property list is none.
        public static var invalidPropertyList: Code { Code() }
        /// A string catalog is no JSON, or no catalog.
        public static var invalidCatalog: Code { Code() }
        /// An entry of a `.strings` file couldn't be read.
        public static var syntax: Code { Code() }
        /// An entry isn't ended by a semicolon.
        public static var missingSemicolon: Code { Code() }
        /// A value is no text.
        public static var nonStringValue: Code { Code() }
        /// Bytes or an escape that are no character.
        public static var undecodableText: Code { Code() }
        /// An entry of a `.stringsdict` has no format.
        public static var missingFormat: Code { Code() }
        /// A variable of an entry has no plural rule or no form.
        public static var invalidVariable: Code { Code() }
        /// A rule for widths or devices has no text that can be used, or a width is no number.
        public static var invalidRule: Code { Code() }
        /// The value type of a variable is none of a number.
        public static var unknownValueType: Code { Code() }
    }
}

extension LocalizationFinding.Code: CaseIterable {
    /// Every kind there is.
    public static var allCases: [LocalizationFinding.Code] {
        [
            .missingKey, .extraKey, .emptyValue, .sameAsSource, .argumentMissingInTranslation,
            .argumentUnknown, .argumentTypeConflict, .unnumberedReorder, .suspiciousPercent,
            .missingPluralCategory, .unusedPluralCategory, .unusedVariable, .stateNew,
            .needsReview, .stale, .staleTranslation, .undefinedVariable, .duplicateKey,
            .duplicateTableEntry, .lowercaseUnicodeEscape, .unusableLanguageName, .noTables,
            .unreadable, .limitExceeded, .unsupportedEncoding, .invalidPropertyList,
            .invalidCatalog, .syntax, .missingSemicolon, .nonStringValue, .undecodableText,
            .missingFormat, .invalidVariable, .invalidRule, .unknownValueType,
        ]
    }

    /// How much harm it does, where nothing else is said.
    var severity: LocalizationFinding.Severity {
        switch self {
        case .sameAsSource, .stale, .unusedPluralCategory: .info
        case .missingKey, .extraKey, .emptyValue, .argumentMissingInTranslation,
            .suspiciousPercent, .unusedVariable, .stateNew, .needsReview,
            .staleTranslation, .duplicateKey, .duplicateTableEntry, .lowercaseUnicodeEscape,
            .missingSemicolon, .unknownValueType:
            .warning
        default: .error
        }
    }
}

extension LocalizationFinding.Code: CustomStringConvertible {
    /// The name of the kind: `missingKey`.
    public var description: String { rawValue }
}
