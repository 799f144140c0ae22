import FootingLocalization

extension LocalizationFinding {
    /// A kind of finding.
    ///
    /// Codes of problems in files have the same names as in a store's report. A minor release may
    /// add codes, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A key of the development language has no string in another language, a table exists in
        /// only one language, or a required language has none of its keys.
        case missingKey
        /// A language has a key that the development language doesn't have.
        case extraKey
        /// A string or one of its forms is empty, but its source is not.
        case emptyValue
        /// A translation is the same as the source string.
        case sameAsSource
        /// A translation doesn't show an argument that the source shows.
        case argumentMissingInTranslation
        /// A translation takes an argument that the source doesn't take.
        case unknownArgument
        /// A translation takes an argument as another kind of value than the source does, or a
        /// string takes one argument as two kinds.
        case argumentTypeConflict
        /// A translation has the specifiers in another order, without numbers.
        case unnumberedReorder
        /// A percent sign probably begins a specifier by mistake, or should begin one and doesn't.
        case suspiciousPercent
        /// Foundation on Linux doesn't support a specifier, such as `%Lld` or `%Lf` for a `Double`.
        case unsupportedSpecifier
        /// A variable has no form for categories of its language.
        case missingPluralCategory
        /// A variable has a form for categories that its language doesn't have.
        case unusedPluralCategory
        /// No string of an entry uses one of its variables.
        case unusedVariable
        /// A translation in a catalog is in the state `new`, and not used.
        case newState
        /// A string in a catalog is in the state `needs_review`.
        case needsReview
        /// A key in a catalog is no longer found in the program (`extractionState`).
        case stale
        /// A catalog has a category, device, state or member with an unknown name.
        case unknownName
        /// A source string has changed, but its translation hasn't; see ``LocalizationChanges``.
        case staleTranslation

        /// A Swift source looks up a key that no table of the name has.
        case undefinedKey
        /// No Swift source uses a key of the development language.
        case unusedKey
        /// A Swift source looks up a key that isn't a literal.
        case dynamicKey
        /// A call passes another number of arguments than the source string takes.
        case argumentCount
        /// Two calls have different defaults for one key.
        case conflictingDefault

        /// A file for translators has a unit whose table, key or form doesn't exist or isn't
        /// translated, or a table has a string that can't be exported.
        case unknownUnit
        /// A translation in a file for translators is that of an older source string.
        case sourceChanged
        /// A draft isn't imported, because the table has a finished translation.
        case draftSkipped
        /// A translation isn't imported, because it has markup without a text.
        case inlineMarkup
        /// The plural forms of a PO file don't correspond to the categories of its language.
        case pluralMismatch
        /// A translation isn't imported, because the layout of its catalog can't be kept.
        case layoutNotReproducible

        /// A format names a variable that its entry doesn't have.
        case undefinedVariable
        /// A key occurs twice in a file, with different values.
        case duplicateKey
        /// A key occurs in two files of one table, with different values.
        case duplicateTableEntry
        /// An escape begins with `\u`, but Foundation accepts only `\U`.
        case lowercaseUnicodeEscape
        /// A backslash in a `.strings` file begins no escape, and is omitted.
        case unknownEscape
        /// The name of an `.lproj` folder, or a name in a catalog, is not a language.
        case unusableLanguage
        /// The bundle has no table in any language.
        case noTables
        /// A file or folder couldn't be read.
        case unreadable
        /// A file is larger than the limits allow.
        case limitExceeded
        /// A property list in XML is not in UTF-8.
        case unsupportedEncoding
        /// A file should be a property list, but is malformed.
        case invalidPropertyList
        /// A string catalog is not JSON, or not a catalog.
        case invalidCatalog
        /// An entry of a `.strings` file couldn't be read, or a string or comment of a Swift file
        /// has no end.
        case syntax
        /// An entry isn't ended by a semicolon.
        case missingSemicolon
        /// A value is not a string.
        case nonStringValue
        /// Bytes or an escape are not a character.
        case undecodableText
        /// An entry of a `.stringsdict` has no format.
        case missingFormat
        /// A variable of an entry has no plural rule or no form.
        case invalidVariable
        /// A rule for widths or devices has no usable string, or a width is not a number.
        case invalidRule
        /// The value type of a variable is not that of a number.
        case unknownValueType
    }
}

extension LocalizationFinding.Code {
    /// The default severity.
    var severity: LocalizationFinding.Severity {
        switch self {
        case .sameAsSource, .stale, .unusedPluralCategory, .unusedKey, .dynamicKey,
            .draftSkipped:
            .info
        case .missingKey, .extraKey, .emptyValue, .argumentMissingInTranslation,
            .suspiciousPercent, .unsupportedSpecifier, .unusedVariable, .newState, .needsReview,
            .unknownName, .staleTranslation, .duplicateKey, .duplicateTableEntry,
            .lowercaseUnicodeEscape, .unknownEscape, .missingSemicolon, .unknownValueType,
            .undefinedKey, .conflictingDefault, .sourceChanged:
            .warning
        default: .error
        }
    }
}

extension LocalizationFinding.Code {
    /// The code of an issue that a store found in a file, which has the same name; `nil` for an
    /// issue that the linter finds itself, or that isn't one of files.
    init?(_ code: LocalizationIssue.Code) {
        guard code != .missingPluralCategory, code != .suspiciousPercent else { return nil }
        self.init(rawValue: "\(code)")
    }
}
