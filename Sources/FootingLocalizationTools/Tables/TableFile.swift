public import FootingLocalization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A table that is edited and written back: a string catalog, or the `.strings` files of a table in
/// all languages.
///
/// ```swift
/// var table = try TableFile(contentsOf: catalog)
/// for change in try table.update(from: keys).changes { print(change) }  // + order.late
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

    enum Content: Sendable {
        case catalog(Catalog, EditedFile)
        case strings(StringsFamily)
    }

    var content: Content

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - url: A string catalog, or the `.strings` file of the development language, in the
    ///     language's `.lproj` folder. The files of other languages are found beside that folder.
    ///   - developmentLanguage: The language of `Base.lproj`.
    /// - Throws: ``LocalizationToolsError`` if the file can't be read, or if a change could damage
    ///   it.
    /// - Complexity: O(*n*) in the size of the files.
    public init(
        contentsOf url: URL,
        developmentLanguage: LanguageTag = "en"
    ) throws(LocalizationToolsError) {
        try self.init(path: url.path, developmentLanguage: developmentLanguage)
    }

    package init(
        path: String,
        developmentLanguage: LanguageTag
    ) throws(LocalizationToolsError) {
        self.path = path
        let fileName = path.split(separator: "/").last.map(String.init) ?? ""
        do throws(TableFault) {
            if LocalizationStore.isMultilingualTable(fileName) == true {
                name = String(fileName.dropLast(".xcstrings".count))
                let file = try EditedFile(path: path)
                let catalog = try Catalog(file.original ?? [])
                sourceLanguage = catalog.sourceLanguage
                content = .catalog(catalog, file)
            } else {
                let family = try StringsFamily(path: path, developmentLanguage)
                name = family.name
                sourceLanguage = family.sourceLanguage
                content = .strings(family)
            }
        } catch {
            throw LocalizationToolsError(error, file: path)
        }
    }

    /// Whether ``write()`` would change a file.
    ///
    /// - Complexity: O(*n*) in the size of the table.
    public var isChanged: Bool { editedFiles.contains { $0.isChanged } }

    /// Gives a catalog whose layout can't be kept the layout of Xcode.
    ///
    /// Without this, ``write()`` throws if such a catalog was changed.
    ///
    /// - Returns: Whether this is such a catalog.
    @discardableResult
    public mutating func reformat() -> Bool {
        guard case .catalog(var catalog, let file) = content, catalog.layoutFault != nil else {
            return false
        }
        catalog.layoutFault = nil
        content = .catalog(catalog, file)
        return true
    }

    /// Writes the files that have changed, each under a temporary name first.
    ///
    /// Permissions are kept, and a link's target is replaced. A file without a change isn't
    /// touched.
    ///
    /// - Throws: ``LocalizationToolsError`` if a file can't be written, which then is as it was;
    ///   and if the layout of a changed catalog can't be kept.
    public mutating func write() throws(LocalizationToolsError) {
        try Self.write([self])
        switch content {
        case .catalog(let catalog, var file):
            guard catalog.layoutFault == nil else { return }
            file.original = catalog.bytes
            content = .catalog(catalog, file)
        case .strings(var family):
            family.noteWritten()
            content = .strings(family)
        }
    }

    /// Writes the changed files of tables.
    ///
    /// All files are prepared before the first is written, and the error names those that were
    /// written.
    package static func write(_ tables: [TableFile]) throws(LocalizationToolsError) {
        for table in tables {
            if case .catalog(let catalog, let file) = table.content,
                let fault = catalog.layoutFault, catalog.isEdited
            {
                throw LocalizationToolsError(fault, file: file.path)
            }
        }
        try EditedFile.write(tables.flatMap(\.editedFiles))
    }

    private var editedFiles: [EditedFile] {
        switch content {
        case .catalog(let catalog, var file):
            // Without an edit, a layout that can't be kept is no change.
            if catalog.layoutFault == nil || catalog.isEdited { file.content = catalog.bytes }
            return [file]
        case .strings(let family): return family.editedFiles
        }
    }
}

// For exchange.
extension TableFile {
    /// The attributes of an entry.
    struct Attributes: Sendable {
        var comment: String?
        var isCommentAutoGenerated = false
        var extractionState: String?
        var isTranslatable = true
    }

    /// A variable in the strings of an entry in one language of a catalog.
    struct Substitution: Sendable {
        let name: String
        let argumentNumber: Int?
        /// Such as `lld`.
        let formatSpecifier: String?
    }

    package var isCatalog: Bool {
        if case .catalog = content { true } else { false }
    }

    /// The languages with a string or a file, the source language first, then by name.
    ///
    /// - Complexity: O(*n*) in the size of a catalog.
    var languages: [LanguageTag] {
        switch content {
        case .catalog(let catalog, _): catalog.languages
        case .strings(let family): family.languages
        }
    }

    /// The keys in the order of the file; for `.strings`, of the file in the source language.
    var keys: [String] {
        switch content {
        case .catalog(let catalog, _): catalog.keys
        case .strings(let family): family.source.keys
        }
    }

    /// Whether there is an entry; keys are compared by their bytes.
    package func hasEntry(_ key: String) -> Bool {
        switch content {
        case .catalog(let catalog, _): catalog[key] != nil
        case .strings(let family): family.source.has(key)
        }
    }

    /// The attributes of an entry; in `.strings`, the comment before it in the source language.
    func attributes(of key: String) -> Attributes {
        switch content {
        case .catalog(let catalog, _): catalog.attributes(of: key) ?? Attributes()
        case .strings(let family): Attributes(comment: family.source.comment(of: key))
        }
    }

    /// The line of an entry as it was read, counted from 1.
    func line(of key: String) -> Int? {
        switch content {
        case .catalog(let catalog, _): catalog[key]?.line
        case .strings(let family): family.source.line(of: key)
        }
    }

    /// The strings of an entry in a language in the order of the file, without filling in anything:
    /// none if a language has none.
    ///
    /// A catalog's entry without a string in the source language has its key as string; it is not
    /// among these.
    func strings(of key: String, in language: LanguageTag) -> [TableString] {
        switch content {
        case .catalog(let catalog, _): catalog.strings(of: key, in: language)
        case .strings(let family):
            (family.text(in: language)?.value(of: key)).map { [TableString(value: $0)] } ?? []
        }
    }

    /// The variables of an entry in a language, in the order of the file.
    func substitutions(of key: String, in language: LanguageTag) -> [Substitution] {
        guard case .catalog(let catalog, _) = content else { return [] }
        return catalog.substitutions(of: key, in: language)
    }

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
    ) throws(LocalizationToolsError) -> Bool {
        switch content {
        case .catalog(var catalog, let file):
            // Released, so that the catalog isn't copied.
            content = .strings(StringsFamily())
            defer { content = .catalog(catalog, file) }
            return catalog.set(string, of: key, in: language)
        case .strings(var family):
            guard family.source.has(key), string.path == .string else { return false }
            try family.set(string.value, of: key, in: language)
            content = .strings(family)
            return true
        }
    }
}
