#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of a bundle that hold tables in languages that are wanted, as they were at one moment.
final class BundleListing: Sendable {
    let sources: [TableSource]
    /// Whether there are files in other languages.
    let hasOthers: Bool
    /// Folders that couldn't be read, or have a name that is none of a language.
    let issues: LocalizationReport

    /// Looks at the folders of a bundle.
    ///
    /// - Complexity: O(*n*) in the number of their files.
    init(
        _ bundle: ResourceBundle,
        in wanted: WantedLanguages,
        developmentLanguage: LanguageTag
    ) {
        var issues = LocalizationReport()
        var all: [TableSource] = []
        let root: String
        if let files = bundle.files {
            root = bundle.name
            for path in Array(files.keys).sorted(by: \.self) {
                let bytes = files[path] ?? []
                Self.append(bytes, at: path, of: root, developmentLanguage, to: &all, &issues)
            }
        } else {
            root = bundle.rootPath
            for name in Self.names(in: root, &issues) {
                let path = root + "/" + name
                if let catalog = TableSource(path, named: name, nil) {
                    all.append(catalog)
                } else if let folder = LanguageFolder(name, developmentLanguage) {
                    Self.appendFiles(of: path, folder, to: &all, &issues)
                }
            }
        }
        if all.isEmpty, issues.count == 0 {
            let message =
                "There is no catalog .xcstrings here, and no folder .lproj with a file .strings or "
                + ".stringsdict."
            issues.addSkipped(.noTables, file: root, message)
        }
        // By table, and then those first that give way: of two folders of one language, a kind goes
        // before a folder.
        var sources: [TableSource] = []
        for source in all.sorted(by: \.rank) where source.language.map(wanted.contains) ?? true {
            sources.append(source)
        }
        self.sources = sources
        self.issues = issues
        hasOthers = sources.count < all.count
    }

    /// Whether nothing has changed since another look at the same folders.
    func isSame(as other: BundleListing) -> Bool {
        TableSource.areSame(sources, other.sources) && hasOthers == other.hasOthers
            && issues.description == other.issues.description
    }

    /// Adds a file of a bundle in memory.
    private static func append(
        _ bytes: [UInt8],
        at path: String,
        of root: String,
        _ developmentLanguage: LanguageTag,
        to sources: inout [TableSource],
        _ issues: inout LocalizationReport
    ) {
        let names = path.split(atByte: UInt8(ascii: "/"))
        let folder = names.count == 2 ? LanguageFolder(names[0], developmentLanguage) : nil
        let file = root + "/" + path
        guard let name = names.last, names.count == 1 || folder != nil,
            let source = TableSource(file, named: name, folder, bytes: bytes)
        else {
            let message =
                "This path is neither Table.xcstrings nor language.lproj/Table.strings(dict)."
            issues.addSkipped(.unreadable, file: file, message)
            return
        }
        guard folder == nil || source.language != nil else {
            return issues.addUnusableName(of: folder, file: file)
        }
        sources.append(source)
    }

    private static func appendFiles(
        of path: String,
        _ folder: LanguageFolder,
        to sources: inout [TableSource],
        _ issues: inout LocalizationReport
    ) {
        guard FileStatus(path: path)?.isFolder == true else {
            let message = "This is no folder, or it can't be reached."
            issues.addSkipped(.unreadable, file: path, message)
            return
        }
        guard folder.language != nil else {
            return issues.addUnusableName(of: folder, file: path)
        }
        for name in names(in: path, &issues) {
            if let source = TableSource(path + "/" + name, named: name, folder) {
                sources.append(source)
            }
        }
    }

    /// The names in a folder, sorted.
    @inline(never)
    static func names(in folder: String, _ issues: inout LocalizationReport) -> [String] {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return names.sorted(by: \.self)
        } catch {
            let number = systemErrorNumber(of: error).map { " (error \($0))" } ?? ""
            issues.addSkipped(.unreadable, file: folder, "The folder couldn't be read\(number).")
            return []
        }
    }
}

/// A folder `.lproj`, by its name.
struct LanguageFolder {
    let stem: String
    /// `nil` if the name is not that of a language.
    let language: LanguageTag?
    var isBase: Bool { stem.lowercased() == "base" }

    /// Reads the name of a folder, or returns `nil` if it doesn't end in `.lproj`.
    init?(_ name: String, _ developmentLanguage: LanguageTag) {
        guard let stem = name.dropping(suffix: ".lproj") else { return nil }
        self.stem = stem
        let isBase = stem.lowercased() == "base"
        language = isBase ? developmentLanguage : LanguageTag(folderName: stem)
    }
}

extension LocalizationReport {
    fileprivate mutating func addUnusableName(of folder: LanguageFolder?, file: String) {
        let message = "“\(folder?.stem ?? "")” is not the name of a language."
        addSkipped(.unusableLanguageName, file: file, message)
    }
}

extension ResourceBundle {
    /// The path of the folder, without a slash at its end.
    var rootPath: String {
        // Paths of `URL` end without a slash on Linux, and with one elsewhere.
        url.path.dropping(suffix: "/") ?? url.path
    }
}

/// A file that contains a table or a part of one.
final class TableSource: Sendable {
    let path: String
    let table: String
    /// The language of the folder; `nil` for a catalog, which has many.
    let language: LanguageTag?
    let isStringsDict: Bool
    /// The content of a file in memory; `nil` for a file on disk.
    let bytes: [UInt8]?
    /// The identity of the file when the folder was listed; empty if it couldn't be reached.
    ///
    /// It is taken before the file is read, so a change in between is found by the next comparison.
    private let identity: [Int]

    /// Creates the source of a file, or returns `nil` if the name is not that of a table.
    ///
    /// Catalogs are outside of language folders, all other tables inside.
    init?(_ path: String, named name: String, _ folder: LanguageFolder?, bytes: [UInt8]? = nil) {
        let dictionary = name.dropping(suffix: ".stringsdict")
        let table =
            folder == nil
            ? name.dropping(suffix: ".xcstrings") : dictionary ?? name.dropping(suffix: ".strings")
        guard let table else { return nil }
        self.path = path
        self.table = table
        self.bytes = bytes
        language = folder?.language
        isStringsDict = dictionary != nil
        identity = bytes == nil ? FileStatus(path: path)?.identity ?? [] : []
    }

    /// Whether these are the same files as others, in the same order and unchanged.
    static func areSame(_ first: [TableSource], _ second: [TableSource]) -> Bool {
        guard first.count == second.count else { return false }
        for index in first.indices {
            let (own, other) = (first[index], second[index])
            // The path tells the rest but the language, which is another one's for `Base.lproj`.
            guard own.path == other.path, own.identity == other.identity,
                own.language == other.language
            else { return false }
        }
        return true
    }

    /// Texts in the order in which tables stand by name, and of one those first that give way.
    fileprivate var rank: String {
        table + (language == nil ? "\0\u{1}" : isStringsDict ? "\0\u{3}" : "\0\u{2}")
    }
}

extension String {
    /// The text before a suffix of whatever case, or `nil` if there is none.
    @inline(never)
    fileprivate func dropping(suffix: String) -> String? {
        guard utf8.count > suffix.utf8.count, lowercased().hasSuffix(suffix) else { return nil }
        return String(dropLast(suffix.count))
    }
}
