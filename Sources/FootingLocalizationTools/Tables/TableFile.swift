public import FootingLocalization
public import Foundation

/// A table that is edited and written back: a string catalog, or the `.strings` files of a table in
/// all languages.
///
/// ```swift
/// var table = try TableFile(contentsOf: catalog)
/// for change in try table.update(from: keys).changes { print(change) }  // + order.late
/// print(table.isChanged)  // true
/// try table.write()
/// ```
///
/// An edit changes only the lines of its entry: all other bytes are kept, also unknown members and
/// comments.
public struct TableFile: Sendable {
    /// The path of the file; for `.strings`, of that in the source language.
    public let path: String
    /// The name of the table.
    public let name: String
    /// The language of the source strings.
    public let sourceLanguage: LanguageTag

    /// The catalog, or the `.strings` files.
    var content: any EditableTable

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - url: A string catalog, or the `.strings` file of the development language, in the
    ///     language's `.lproj` folder. The files of other languages are found beside that folder.
    ///   - sourceLanguage: The language of `Base.lproj`.
    /// - Throws: ``LocalizationToolsError`` if the file can't be read, or if a change could damage
    ///   it.
    /// - Complexity: O(*n*) in the size of the files.
    public init(
        contentsOf url: URL,
        sourceLanguage: LanguageTag = "en"
    ) throws(LocalizationToolsError) {
        try self.init(path: url.checkedPath, developmentLanguage: sourceLanguage)
    }

    package init(
        path: String,
        developmentLanguage: LanguageTag
    ) throws(LocalizationToolsError) {
        let fileName = path.split(separator: "/").last.map(String.init) ?? ""
        if LocalizationStore.isMultilingualTable(fileName) == true {
            let name = String(fileName.dropLast(".xcstrings".count))
            self.init(path, name, try Catalog(EditedFile(path: path)))
        } else {
            let family = try StringsFamily(path: path, developmentLanguage)
            self.init(path, family.name, family)
        }
    }

    init(_ path: String, _ name: String, _ content: some EditableTable) {
        (self.path, self.name, self.content) = (path, name, content)
        sourceLanguage = content.sourceLanguage
    }

    /// Whether ``write()`` would change a file.
    ///
    /// - Complexity: O(*n*) in the size of the table.
    public var isChanged: Bool { content.files.contains { $0.isChanged } }

    /// The content of the file at ``path``.
    ///
    /// - Complexity: O(*n*) in the size of the table.
    public var data: Data {
        let file = content.files.first
        return Data(file?.content ?? file?.original ?? [])
    }

    package var isCatalog: Bool { content is Catalog }

    package func hasEntry(_ key: String) -> Bool { content.hasEntry(key) }

    /// The name that the table has for a language: its own or, if no string has that, one that
    /// differs only in the script or the region that CLDR adds, such as `ru` for `ru-RU`.
    func name(of language: LanguageTag) -> LanguageTag {
        let all = content.languages
        let same = all.dropFirst().first { $0.isSame(as: language) }
        return all.contains(language) ? language : same ?? language
    }

    /// Gives a catalog whose layout can't be kept the layout of Xcode.
    ///
    /// Without this, ``write()`` throws if such a catalog was changed.
    ///
    /// - Returns: Whether this is such a catalog.
    @discardableResult
    public mutating func reformat() -> Bool {
        guard var catalog = content as? Catalog, catalog.reformat() else { return false }
        content = catalog
        return true
    }

    /// Writes the files that have changed, each under a temporary name first.
    ///
    /// Permissions are kept, and a link's target is replaced. A file without a change isn't
    /// touched.
    ///
    /// - Throws: ``LocalizationToolsError`` if a file can't be written, or was changed after it was
    ///   read, and then is as it was; and if the layout of a changed catalog can't be kept.
    public mutating func write() throws(LocalizationToolsError) {
        try Self.write([self])
        content.noteWritten()
    }

    /// Writes the changed files of tables.
    ///
    /// All files are prepared before the first is written, and the error names those that were
    /// written.
    package static func write(_ tables: [TableFile]) throws(LocalizationToolsError) {
        for table in tables {
            if let fault = table.content.layoutFault, table.isChanged { throw fault }
        }
        try FileBatch.write(tables.flatMap(\.content.files))
    }
}
