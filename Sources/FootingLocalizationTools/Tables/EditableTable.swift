import FootingLocalization
import FootingLocalizationMembers

/// The strings of a table that is edited: a catalog, or the `.strings` files of all languages.
protocol EditableTable: Sendable {
    var sourceLanguage: LanguageTag { get }
    /// The languages with a string or a file, the source language first, then by name.
    ///
    /// - Complexity: O(*n*) in the size of a catalog.
    var languages: [LanguageTag] { get }
    /// Each once, in the order of the file; of `.strings`, in the source language.
    var keys: [String] { get }
    var files: [EditedFile] { get }
    var layoutFault: LocalizationToolsError? { get }

    func hasEntry(_ key: String) -> Bool

    /// The attributes of an entry; in `.strings`, the comment before it in the source language.
    func attributes(of key: String) -> EntryAttributes

    /// The line of an entry as it was read, counted from 1.
    func line(of key: String) -> Int?

    /// The strings of an entry in a language in the order of the file, without filling in anything:
    /// none if a language has none.
    ///
    /// A catalog's entry without a string in the source language has its key as string; it is not
    /// among these.
    func strings(of key: String, in language: LanguageTag) -> [TableString]

    /// The variables of an entry in a language that name their argument.
    func substitutions(of key: String, in language: LanguageTag) -> [TableFile.Substitution]

    /// Sets a string of an entry and its state; missing groups around it are created.
    ///
    /// A new substitution gets the number and the specifier of the source language's. A file of a
    /// language that is missing is created on writing.
    ///
    /// - Returns: Whether there is an entry, and the string fits: a string doesn't replace
    ///   variations, forms don't replace devices, and a substitution is one of the source.
    /// - Throws: ``LocalizationToolsError`` if the `.strings` file of the language can't be read.
    mutating func set(
        _ string: TableString,
        of key: String,
        in language: LanguageTag
    ) throws(LocalizationToolsError) -> Bool

    /// Adds the keys of calls, and marks entries by the uses of their keys, if these are known.
    mutating func update(
        from called: CalledKeys,
        _ uses: KeyUses?,
        _ options: TableUpdate.Options
    ) throws(LocalizationToolsError) -> [TableUpdate.Change]

    mutating func noteWritten()
}

extension TableFile {
    /// A variable in the strings of an entry in one language of a catalog.
    struct Substitution: Sendable {
        let name: String
        /// The number of the argument, counted from 1.
        let argument: Int
        /// The specifier without its percent sign, such as `lld`.
        let format: String

        /// The variable with its number, such as `%1$#@books@`.
        var numberedName: String { "%\(argument)$#@\(name)@" }
        /// The specifier of its number, such as `%1$lld`.
        var numberedFormat: String { "%\(argument)$\(format)" }
    }
}
