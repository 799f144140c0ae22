import FootingFiles
import FootingLocalization
import FootingLocalizationMembers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The `.strings` files of a table in all languages.
struct StringsFamily: Sendable {
    private struct Language: Sendable {
        var file: EditedFile
        /// The text, or the reason why it can't be edited.
        var text: Result<StringsText, TableFault>
    }

    private(set) var name = ""
    private(set) var sourceLanguage: LanguageTag = "en"
    /// The text in the source language.
    var source = StringsText()
    /// The folder with the folders of the languages.
    private var rootPath = ""
    private var files: [LanguageTag: Language] = [:]

    private static let suffix = ".strings"
    private static let folderSuffix = ".lproj"

    init() {}

    /// Reads the file of the source language, and those in the folders beside its folder.
    init(path: String, _ developmentLanguage: LanguageTag) throws(TableFault) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let file = names.last.map(String.init), file.lowercased().hasSuffix(Self.suffix),
            names.count > 1,
            let language = Self.language(names[names.count - 2], developmentLanguage)
        else {
            let message =
                "This is neither a string catalog nor a .strings file in the .lproj folder of a "
                + "language: pass one of these."
            throw TableFault(.unsupportedTable, message)
        }
        name = String(file.dropLast(Self.suffix.count))
        sourceLanguage = language
        let root = names.dropLast(2).joined(separator: "/")
        rootPath = names.count == 2 ? "." : root.isEmpty ? "/" : root
        let own = try EditedFile(path: path)
        source = try StringsText(own.original ?? [])
        for folder in FolderSearch.names(in: rootPath) ?? [] {
            guard let other = Self.language(folder[...], developmentLanguage), other != language
            else { continue }
            let path = rootPath.appendingComponent(folder + "/" + file)
            guard let known = try? FileStatus(of: SystemPath(path.utf8), followingSymlinks: true),
                known.kind == .file
            else { continue }
            files[other] = Self.read(path)
        }
        files[language] = Language(file: own, text: .success(source))
    }

    /// Creates the file of one language.
    init(
        newFileAt path: String,
        _ language: LanguageTag,
        _ strings: some Sequence<(key: String, value: String)>
    ) {
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        name = file.hasSuffix(Self.suffix) ? String(file.dropLast(Self.suffix.count)) : file
        sourceLanguage = language
        for (key, value) in strings { source.set(value, of: key) }
        files[language] = Language(file: EditedFile(newFileAt: path), text: .success(source))
    }

    private static func language(
        _ folder: Substring,
        _ developmentLanguage: LanguageTag
    ) -> LanguageTag? {
        guard folder.lowercased().hasSuffix(folderSuffix) else { return nil }
        let name = folder.dropLast(folderSuffix.count)
        return name.lowercased() == "base" ? developmentLanguage : LanguageTag(String(name))
    }

    private static func read(_ path: String) -> Language {
        do throws(TableFault) {
            let file = try EditedFile(path: path)
            return Language(file: file, text: .success(try StringsText(file.original ?? [])))
        } catch {
            return Language(file: EditedFile(newFileAt: path), text: .failure(error))
        }
    }

    var languages: [LanguageTag] {
        [sourceLanguage]
            + files.keys.filter { $0 != sourceLanguage }.sorted { $0.description < $1.description }
    }

    /// The text in a language; `nil` without a readable file.
    func text(in language: LanguageTag) -> StringsText? {
        language == sourceLanguage ? source : try? files[language]?.text.get()
    }

    /// The keys of the `.stringsdict` beside the file of the source language.
    var dictionaryKeys: Set<KeyBytes> {
        let path = (files[sourceLanguage]?.file.path ?? "").dropLast(Self.suffix.count)
        let dictionary = SystemPath((path + ".stringsdict").utf8)
        guard (try? FileStatus(of: dictionary, followingSymlinks: true)) != nil else { return [] }
        let current = FileManager.default.currentDirectoryPath
        let folder = path.hasPrefix("/") ? rootPath : current + "/" + rootPath
        let store = LocalizationStore(
            ResourceBundle(folder: URL(filePath: folder, directoryHint: .isDirectory)),
            developmentLanguage: sourceLanguage,
            languages: LanguagePreferences([sourceLanguage])
        )
        let tables = store.tables.joined().filter {
            $0.name == name && $0.languageTag == sourceLanguage
        }
        return Set(tables.flatMap(\.entries).map { KeyBytes($0.key) })
    }

    /// Sets a value, in a new file if the language has none.
    mutating func set(
        _ value: String,
        of key: String,
        in language: LanguageTag,
        comment: String? = nil
    ) throws(LocalizationToolsError) {
        if language == sourceLanguage {
            return source.set(value, of: key, comment: comment)
        }
        let folder = language.description + Self.folderSuffix
        let path = rootPath.appendingComponent("\(folder)/\(name)\(Self.suffix)")
        var own =
            files.removeValue(forKey: language)
            ?? Language(file: EditedFile(newFileAt: path), text: .success(StringsText()))
        defer { files[language] = own }
        switch own.text {
        case .success(var text):
            text.set(value, of: key, comment: comment ?? source.comment(of: key))
            own.text = .success(text)
        case .failure(let fault): throw LocalizationToolsError(fault, file: own.file.path)
        }
    }

    /// The files with their content.
    var editedFiles: [EditedFile] {
        languages.compactMap { language in
            guard var file = files[language]?.file else { return nil }
            file.content = text(in: language)?.bytes
            return file
        }
    }

    /// Makes the content that of the files.
    mutating func noteWritten() {
        for (language, var own) in files {
            guard let text = text(in: language) else { continue }
            own.file.original = text.bytes
            files[language] = own
        }
    }
}
