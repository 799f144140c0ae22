#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The language folders of a bundle, and its tables in the wanted languages, at one moment.
final class BundleListing: Sendable {
    let sources: [TableSource]
    /// The language folders, with `Base.lproj` last; empty for a bundle in memory.
    let folders: [LanguageFolder]
    let hasOthers: Bool
    /// Issues of folders that couldn't be read, or whose name is not that of a language.
    let issues: LocalizationReport

    init(
        _ bundle: ResourceBundle,
        in wanted: WantedLanguages,
        developmentLanguage: LanguageTag
    ) {
        var issues = LocalizationReport()
        var all: [TableSource] = []
        var folders: [LanguageFolder] = []
        var base: LanguageFolder?
        let root = bundle.rootPath
        for name in Self.names(in: "", of: bundle, &issues) {
            guard let stem = name.dropping(suffix: ".lproj") else {
                if let table = name.dropping(suffix: ".xcstrings") {
                    all.append(TableSource(name, of: bundle, table: table, TableSource.catalog))
                }
                continue
            }
            let lowercased = stem.lowercased()
            let isBase = lowercased == "base"
            let tag = isBase ? developmentLanguage : LanguageTag(folderName: stem)
            let path = root + "/" + name
            guard bundle.memory != nil || FileStatus(path: path)?.isFolder == true else {
                let message = "This is not a folder, or it can't be reached."
                issues.add(.unreadable, file: path, .skipped, message)
                continue
            }
            guard let tag else {
                let message = "“\(stem)” is not the name of a language."
                issues.add(.unusableLanguageName, file: path, .skipped, message)
                continue
            }
            if bundle.memory == nil {
                let folder = LanguageFolder(path: path, language: tag)
                if isBase { base = folder } else { folders.append(folder) }
            }
            for file in Self.names(in: name, of: bundle, &issues) {
                var kind = TableSource.strings
                var table = file.dropping(suffix: ".strings")
                if table == nil {
                    kind = TableSource.stringsDict
                    table = file.dropping(suffix: ".stringsdict")
                }
                if table == nil {
                    kind = isBase ? TableSource.baseCatalog : TableSource.languageCatalog
                    if lowercased == "mul" { kind = TableSource.sharedCatalog }
                    table = file.dropping(suffix: ".xcstrings")
                }
                guard let table else { continue }
                let place = name + "/" + file
                all.append(TableSource(place, of: bundle, table: table, kind, tag))
            }
        }
        if all.isEmpty, issues.issueCount == 0 {
            let message =
                "There is no catalog .xcstrings here, and no folder .lproj with a catalog or a "
                + "file .strings or .stringsdict."
            issues.add(.noTables, file: root, .skipped, message)
        }
        // Sorts by table, and then by increasing precedence. The sort is stable: of two folders of
        // one language, the kind of the file counts before the folder.
        sources = all.sorted(by: \.rank).filter { $0.language.map(wanted.contains) ?? true }
        if let base { folders.append(base) }
        self.folders = folders
        self.issues = issues
        hasOthers = sources.count < all.count
    }

    func isSame(as other: BundleListing) -> Bool {
        TableSource.areSame(sources, other.sources) && hasOthers == other.hasOthers
            && issues.description == other.issues.description
    }

    /// The sorted names in a folder; the empty name is the bundle itself.
    @inline(never)
    private static func names(
        in folder: String,
        of bundle: ResourceBundle,
        _ issues: inout LocalizationReport
    ) -> [String] {
        if let memory = bundle.memory { return memory.namesByFolder[folder] ?? [] }
        let path = folder.isEmpty ? bundle.rootPath : bundle.rootPath + "/" + folder
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            return names.sorted(by: \.self)
        } catch {
            let number = systemErrorNumber(of: error).map { " (error \($0))" } ?? ""
            issues.add(.unreadable, file: path, .skipped, "The folder couldn't be read\(number).")
            return []
        }
    }
}

struct LanguageFolder: Sendable {
    let path: String
    let language: LanguageTag
}

extension ResourceBundle {
    /// The folder's path without a trailing slash; the name of a bundle in memory.
    var rootPath: String {
        // The path of a `URL` ends without a slash on Linux, and with one elsewhere.
        memory == nil ? url.path.dropping(suffix: "/") ?? url.path : name
    }
}

/// A file with a table, or with a part of one.
final class TableSource: Sendable {
    let path: String
    let table: String
    /// The language of the folder; `nil` for a catalog, which contains several.
    let language: LanguageTag?
    let kind: Int
    /// The content of a file in memory; `nil` on disk.
    let bytes: [UInt8]?
    /// The file's identity before it is read, so that the next comparison finds later changes;
    /// empty if the file couldn't be reached.
    private let identity: [Int]

    @inline(never)
    init(
        _ place: String,
        of bundle: ResourceBundle,
        table: String,
        _ kind: Int,
        _ folder: LanguageTag? = nil
    ) {
        path = bundle.rootPath + "/" + place
        self.table = table
        language = kind < Self.strings ? nil : folder
        self.kind = kind
        bytes = bundle.memory?.files[place]
        identity = bytes == nil ? FileStatus(path: path)?.identity ?? [] : []
    }

    /// Whether two lists have the same files in the same order, all unchanged.
    static func areSame(_ first: [TableSource], _ second: [TableSource]) -> Bool {
        // The language is compared since that of `Base.lproj` doesn't follow from the path.
        first.elementsEqual(second) {
            $0.path == $1.path && $0.identity == $1.identity && $0.language == $1.language
        }
    }

    // The kinds of files, in the order of increasing precedence: catalogs in `Base.lproj`, in
    // `mul.lproj` (where Xcode puts those of storyboards), in the bundle itself and in the folder
    // of a language; then other tables.
    static var baseCatalog: Int { 1 }
    static var sharedCatalog: Int { 2 }
    static var catalog: Int { 3 }
    static var languageCatalog: Int { 4 }
    static var strings: Int { 5 }
    static var stringsDict: Int { 6 }

    /// Sorts by table, and then by increasing precedence.
    fileprivate var rank: String { table + "\0" + String(kind) }
}

extension String {
    /// The string before a suffix, whose case is ignored, or `nil` without the suffix.
    @inline(never)
    func dropping(suffix: String) -> String? {
        guard utf8.count > suffix.utf8.count, lowercased().hasSuffix(suffix) else { return nil }
        return String(dropLast(suffix.count))
    }
}
