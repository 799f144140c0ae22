extension LocalizationFinding {
    /// A kind of finding.
    ///
    /// Those that a store finds when it reads files have the names that they have in its report. More
    /// kinds may be added in a minor release, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A key of the development language has no text in another language, or a table is in one
        /// language alone.
        case missingKey
        /// A language has a key that the development language doesn't have.
        case extraKey
        /// A text or one of its forms is empty, and that of the source isn't.
        case emptyValue
        /// A translation is the source text.
        case sameAsSource
        /// A translation doesn't show an argument that the source shows.
        case argumentMissingInTranslation
        /// A translation takes an argument that the source doesn't take.
        case argumentUnknown
        /// A translation takes an argument for another kind of value than the source does, or a text
        /// takes one for two kinds.
        case argumentTypeConflict
        /// A translation has the specifiers in another order, without numbers.
        case unnumberedReorder
        /// A percent sign is a specifier, or none, where it likely should be the other.
        case suspiciousPercent
        /// A variable has no form for categories of its language.
        case missingPluralCategory
        /// A variable has a form for categories that its language doesn't have.
        case unusedPluralCategory
        /// No text of an entry names one of its variables.
        case unusedVariable
        /// A translation in a catalog is in the state `new`, and not used.
        case stateNew
        /// A text in a catalog is in the state `needs_review`.
        case needsReview
        /// A key in a catalog is no longer found in the program (`extractionState`).
        case stale
        /// A catalog has a category, device, state or member with an unknown name.
        case unknownName
        /// A source text has changed since, and its translation hasn't; see
        /// ``LocalizationChanges``.
        case staleTranslation

        /// A format names a variable that its entry doesn't have.
        case undefinedVariable
        /// A key stands twice in a file, with different values.
        case duplicateKey
        /// A key stands in two files of one table, with different values.
        case duplicateTableEntry
        /// `\u` stands where Foundation reads `\U` only.
        case lowercaseUnicodeEscape
        /// The name of an `.lproj` folder, or one in a catalog, is not that of a language.
        case unusableLanguageName
        /// The bundle has no table in any language.
        case noTables
        /// A file or folder couldn't be read.
        case unreadable
        /// A file is larger than the limits allow.
        case limitExceeded
        /// A property list in XML is not in UTF-8.
        case unsupportedEncoding
        /// A file that should be a property list is none.
        case invalidPropertyList
        /// A string catalog is no JSON, or no catalog.
        case invalidCatalog
        /// An entry of a `.strings` file couldn't be read.
        case syntax
        /// An entry isn't ended by a semicolon.
        case missingSemicolon
        /// A value is no text.
        case nonStringValue
        /// Bytes or an escape that are no character.
        case undecodableText
        /// An entry of a `.stringsdict` has no format.
        case missingFormat
        /// A variable of an entry has no plural rule or no form.
        case invalidVariable
        /// A rule for widths or devices has no text that can be used, or a width is no number.
        case invalidRule
        /// The value type of a variable is none of a number.
        case unknownValueType
    }
}

extension LocalizationFinding.Code {
    /// How much harm it does, where nothing else is said.
    var severity: LocalizationFinding.Severity {
        switch self {
        case .sameAsSource, .stale, .unusedPluralCategory: .info
        case .missingKey, .extraKey, .emptyValue, .argumentMissingInTranslation,
            .suspiciousPercent, .unusedVariable, .stateNew, .needsReview, .unknownName,
            .staleTranslation, .duplicateKey, .duplicateTableEntry, .lowercaseUnicodeEscape,
            .missingSemicolon, .unknownValueType:
            .warning
        default: .error
        }
    }
}
