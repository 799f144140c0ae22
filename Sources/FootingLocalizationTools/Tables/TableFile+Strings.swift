public import FootingLocalization
import FootingLocalizationMembers
public import Foundation

extension TableFile {
    /// Creates a new `.strings` file, which this package and Foundation read alike.
    ///
    /// ```swift
    /// var file = TableFile(texts, at: url)
    /// ```
    ///
    /// The file is in UTF-8, with one entry on each line. ``write()`` replaces a file of the name.
    ///
    /// - Parameters:
    ///   - strings: The keys with their strings, in the order of the file; if a key occurs twice,
    ///     its last string is used.
    ///   - url: The file.
    public init(_ strings: some Sequence<(key: String, value: String)>, at url: URL) {
        self.init(newFileAt: url.path, "en", strings)
    }

    /// Creates a new `.strings` file from a table in one language, in the order of its files.
    ///
    /// - Parameters:
    ///   - store: The store. If several bundles have a key, the string of the first bundle is used.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    ///   - language: The language. If the store has no such table, the file has no entries.
    ///   - url: The file.
    /// - Throws: ``LocalizationToolsError`` with the keys of strings that have plural variables,
    ///   variants for widths or named specifiers, which `.strings` does not support.
    /// - Complexity: O(*n*) in the size of the table.
    public init(
        _ store: LocalizationStore,
        table: String? = nil,
        language: LanguageTag,
        at url: URL
    ) throws(LocalizationToolsError) {
        let entries = MergedTable.tables(named: table.tableName, in: store.tables)[language]?
            .entries
        let refused = (entries ?? []).filter {
            !EntryString.strings(of: $0).allSatisfy(\.isPlain)
        }
        if let first = refused.first {
            let more = refused.count > 1 ? " and \(refused.count - 1) more" : ""
            let message =
                "“\(first.key)”\(more) of the table “\(table.tableName)” in \(language) can't be "
                + "written as .strings, which has no plural forms, variants for widths or named "
                + "specifiers: keep them in a .stringsdict or a catalog."
            throw LocalizationToolsError(
                .unsupportedStrings,
                file: url.path,
                keys: refused.map(\.key),
                message
            )
        }
        let strings = (entries ?? []).map { (key: $0.key, value: $0.string) }
        self.init(newFileAt: url.path, language, strings)
    }

    private init(
        newFileAt path: String,
        _ language: LanguageTag,
        _ strings: some Sequence<(key: String, value: String)>
    ) {
        let family = StringsFamily(newFileAt: path, language, strings)
        self.init(path, family.name, family)
    }
}
