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
        // Paths of `URL` end without a slash here, and with one elsewhere.
        let root = bundle.url.path.dropping(suffix: "/") ?? bundle.url.path
        var issues = LocalizationReport()
        var all: [TableSource] = []
        for name in Self.names(in: root, &issues) {
            let path = root + "/" + name
            if let table = name.dropping(suffix: ".xcstrings") {
                all.append(TableSource(path, table: table, nil))
            } else if let stem = name.dropping(suffix: ".lproj") {
                let isBase = stem.lowercased() == "base"
                let language = isBase ? developmentLanguage : LanguageTag(folderName: stem)
                Self.appendFiles(of: path, name: stem, language, to: &all, &issues)
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

    private static func appendFiles(
        of folder: String,
        name: String,
        _ language: LanguageTag?,
        to sources: inout [TableSource],
        _ issues: inout LocalizationReport
    ) {
        guard FileStatus(path: folder)?.isFolder == true else {
            let message = "This is no folder, or it can't be reached."
            issues.addSkipped(.unreadable, file: folder, message)
            return
        }
        guard let language else {
            let message = "“\(name)” is not the name of a language."
            issues.addSkipped(.unusableLanguageName, file: folder, message)
            return
        }
        for name in names(in: folder, &issues) {
            let path = folder + "/" + name
            if let table = name.dropping(suffix: ".strings") {
                sources.append(TableSource(path, table: table, language))
            } else if let table = name.dropping(suffix: ".stringsdict") {
                sources.append(TableSource(path, table: table, language, isStringsDict: true))
            }
        }
    }

    /// The names in a folder in their own order, which is the same every time.
    @inline(never)
    private static func names(in folder: String, _ issues: inout LocalizationReport) -> [String] {
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

/// A file that holds a table or a part of one.
final class TableSource: Sendable {
    let path: String
    let table: String
    /// The language of the folder; `nil` for a catalog, which has many.
    let language: LanguageTag?
    /// Whether it is a `.stringsdict`.
    let isStringsDict: Bool
    /// What the file was when the folder was looked at; empty if it couldn't be reached.
    ///
    /// It is older than what is read afterwards: a change in between shows as one later.
    private let identity: [Int]

    init(_ path: String, table: String, _ language: LanguageTag?, isStringsDict: Bool = false) {
        self.path = path
        self.table = table
        self.language = language
        self.isStringsDict = isStringsDict
        identity = FileStatus(path: path)?.identity ?? []
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
