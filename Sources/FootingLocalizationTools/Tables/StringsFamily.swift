import FootingFiles
import FootingLocalization
import FootingLocalizationMembers
import Foundation

/// The `.strings` files of a table in all languages.
struct StringsFamily: Sendable {
    private struct Language: Sendable {
        var file: EditedFile
        /// The text, or the reason why it can't be edited.
        var text: Result<StringsText, LocalizationToolsError>
    }

    let name: String
    let sourceLanguage: LanguageTag
    /// The folder with the folders of the languages.
    private let rootPath: String
    private var languageFiles: [LanguageTag: Language] = [:]

    private static let suffix = ".strings"

    /// Reads the file of the source language, and those in the folders beside its folder.
    init(path: String, _ developmentLanguage: LanguageTag) throws(LocalizationToolsError) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let file = names.last.map(String.init), file.lowercased().hasSuffix(Self.suffix),
            names.count > 1,
            let language = LanguageTag(folder: names[names.count - 2], developmentLanguage)
        else {
            let message =
                "This is neither a string catalog nor a .strings file in the .lproj folder of a "
                + "language: pass one of these."
            throw LocalizationToolsError(.unsupportedTable, file: path, message)
        }
        name = String(file.dropLast(Self.suffix.count))
        sourceLanguage = language
        let root = names.dropLast(2).joined(separator: "/")
        rootPath = names.count == 2 ? "." : root.isEmpty ? "/" : root
        let own = try Self.read(path)
        _ = try own.text.get()
        for folder in FolderSearch.names(in: rootPath) ?? [] {
            guard let other = LanguageTag(folder: folder, developmentLanguage), other != language
            else { continue }
            let path = rootPath.appendingComponent(folder + "/" + file)
            guard let known = try? FileStatus(of: SystemPath(path.utf8), followingSymlinks: true),
                known.kind == .file
            else { continue }
            do throws(LocalizationToolsError) {
                languageFiles[other] = try Self.read(path)
            } catch {
                let file = EditedFile(newFileAt: path)
                languageFiles[other] = Language(file: file, text: .failure(error))
            }
        }
        languageFiles[language] = own
    }

    /// Creates the file of one language.
    init(
        newFileAt path: String,
        _ language: LanguageTag,
        _ strings: some Sequence<(key: String, value: String)>
    ) {
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        name = file.hasSuffix(Self.suffix) ? String(file.dropLast(Self.suffix.count)) : file
        (sourceLanguage, rootPath) = (language, "")
        var source = StringsText()
        for (key, value) in strings { source.set(value, of: key) }
        let edited = EditedFile(newFileAt: path, replacing: true)
        languageFiles[language] = Language(file: edited, text: .success(source))
    }

    /// Reads a file; its text can have a fault.
    private static func read(_ path: String) throws(LocalizationToolsError) -> Language {
        let file = try EditedFile(path: path)
        do throws(StringsText.Fault) {
            return Language(file: file, text: .success(try StringsText(file.original ?? [])))
        } catch {
            let fault = LocalizationToolsError(
                error.isPropertyList ? .unsupportedTable : .invalidStrings,
                file: path,
                line: error.line,
                error.message
            )
            return Language(file: file, text: .failure(fault))
        }
    }

    /// The text in the source language.
    private var source: StringsText { text(in: sourceLanguage) ?? StringsText() }

    /// The text in a language; `nil` without a readable file.
    private func text(in language: LanguageTag) -> StringsText? {
        try? languageFiles[language]?.text.get()
    }

    /// The keys of the `.stringsdict` beside the file of the source language.
    private var dictionaryKeys: Set<KeyBytes> {
        let path = (languageFiles[sourceLanguage]?.file.path ?? "").dropLast(Self.suffix.count)
        let dictionary = SystemPath((path + ".stringsdict").utf8)
        guard (try? FileStatus(of: dictionary, followingSymlinks: true)) != nil else { return [] }
        let current = FileManager.default.currentDirectoryPath
        let folder = path.hasPrefix("/") ? rootPath : current + "/" + rootPath
        let store = LocalizationStore(
            ResourceBundle(folder: URL(filePath: folder, directoryHint: .isDirectory)),
            developmentLanguage: sourceLanguage,
            for: LanguagePreferences([sourceLanguage])
        )
        let tables = store.tables.joined().filter {
            $0.name == name && $0.languageTag == sourceLanguage
        }
        return Set(tables.flatMap(\.entries).map { KeyBytes($0.key) })
    }

    /// Sets a value, in a new file if the language has none.
    private mutating func set(
        _ value: String,
        of key: String,
        in language: LanguageTag,
        comment: String?
    ) throws(LocalizationToolsError) {
        let path = rootPath.appendingComponent("\(language).lproj/\(name)\(Self.suffix)")
        var own =
            languageFiles.removeValue(forKey: language)
            ?? Language(file: EditedFile(newFileAt: path), text: .success(StringsText()))
        defer { languageFiles[language] = own }
        var text = try own.text.get()
        // Released, so that the entries aren't copied.
        own.text = .success(StringsText())
        text.set(value, of: key, comment: comment)
        own.text = .success(text)
    }
}

extension StringsFamily: EditableTable {
    var languages: [LanguageTag] {
        let others = languageFiles.keys.filter { $0 != sourceLanguage }
        return [sourceLanguage] + others.sorted { $0.description < $1.description }
    }

    var keys: [String] { source.keys }

    var layoutFault: LocalizationToolsError? { nil }

    var files: [EditedFile] {
        languages.compactMap { language in
            guard var file = languageFiles[language]?.file else { return nil }
            file.content = text(in: language)?.bytes
            return file
        }
    }

    mutating func noteWritten() {
        for language in languages {
            guard let text = text(in: language) else { continue }
            languageFiles[language]?.file.original = text.bytes
        }
    }

    func hasEntry(_ key: String) -> Bool { source.has(key) }

    func attributes(of key: String) -> EntryAttributes {
        EntryAttributes(comment: source.comment(of: key))
    }

    func line(of key: String) -> Int? { source.line(of: key) }

    func strings(of key: String, in language: LanguageTag) -> [TableString] {
        text(in: language)?.value(of: key).map { [TableString(value: $0)] } ?? []
    }

    func substitutions(of key: String, in language: LanguageTag) -> [TableFile.Substitution] { [] }

    mutating func set(
        _ string: TableString,
        of key: String,
        in language: LanguageTag
    ) throws(LocalizationToolsError) -> Bool {
        guard hasEntry(key), string.path == .string else { return false }
        try set(string.value, of: key, in: language, comment: source.comment(of: key))
        return true
    }

    /// Appends the keys that the source language lacks; the uses of keys change nothing.
    mutating func update(
        from called: CalledKeys,
        _ uses: KeyUses?,
        _ options: TableUpdate.Options
    ) throws(LocalizationToolsError) -> [TableUpdate.Change] {
        let others = dictionaryKeys
        let new = called.keys.filter { !hasEntry($0.text) && !others.contains(KeyBytes($0.text)) }
        for key in new {
            let value = key.defaultText ?? key.text
            try set(value, of: key.text, in: sourceLanguage, comment: key.comment)
        }
        return new.map { TableUpdate.Change(kind: .added, key: $0.text) }
    }
}
