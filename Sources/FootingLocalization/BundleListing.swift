#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of a bundle that hold tables, as they were at one moment.
struct BundleListing: Equatable {
    private(set) var sources: [TableSource] = []
    /// Folders that couldn't be read, or have a name that is none of a language.
    private(set) var issues = IssueList()

    /// Looks at the folders of a bundle.
    ///
    /// - Complexity: O(*n*) in the number of their files.
    init(_ bundle: ResourceBundle, developmentLanguage: LanguageTag) {
        // Paths of `URL` end without a slash here, and with one elsewhere.
        let root = bundle.url.path.dropping(suffix: "/") ?? bundle.url.path
        for name in names(in: root) {
            let path = root + "/" + name
            if let table = name.dropping(suffix: ".xcstrings") {
                append(.catalog, path, table: table, language: nil)
            } else if let stem = name.dropping(suffix: ".lproj") {
                let isBase = stem.lowercased() == "base"
                let language = isBase ? developmentLanguage : LanguageTag(folderName: stem)
                appendFiles(of: path, name: stem, language)
            }
        }
        if sources.isEmpty, issues.count == 0 {
            issues.addSkipped(
                .noTables,
                file: root,
                "There is no catalog .xcstrings here, and no folder .lproj with a file .strings or "
                    + ".stringsdict."
            )
        }
        // Those first that give way: of two folders of one language, a kind goes before a folder.
        sources = TableSource.Kind.allCases.flatMap { kind in sources.filter { $0.kind == kind } }
    }

    private mutating func appendFiles(
        of folder: String,
        name: String,
        _ language: LanguageTag?
    ) {
        guard FileStatus(path: folder)?.kind == .directory else {
            issues.addSkipped(
                .unreadable,
                file: folder,
                "This is no folder, or it can't be reached."
            )
            return
        }
        guard let language else {
            issues.addSkipped(
                .unusableLanguageName,
                file: folder,
                "“\(name)” is not the name of a language."
            )
            return
        }
        for name in names(in: folder) {
            let path = folder + "/" + name
            if let table = name.dropping(suffix: ".strings") {
                append(.strings, path, table: table, language: language)
            } else if let table = name.dropping(suffix: ".stringsdict") {
                append(.stringsDict, path, table: table, language: language)
            }
        }
    }

    private mutating func append(
        _ kind: TableSource.Kind,
        _ path: String,
        table: String,
        language: LanguageTag?
    ) {
        sources.append(
            TableSource(
                kind: kind,
                path: path,
                table: table,
                language: language,
                status: FileStatus(path: path)
            )
        )
    }

    /// The names in a folder in their own order, which is the same every time.
    private mutating func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            issues.addSkipped(.unreadable, file: folder, "The folder couldn't be read: \(error)")
            return []
        }
    }
}

/// A file that holds a table or a part of one.
struct TableSource: Equatable {
    /// Those first that give way to the others.
    enum Kind: CaseIterable { case catalog, strings, stringsDict }

    let kind: Kind
    let path: String
    let table: String
    /// The language of the folder; `nil` for a catalog, which has many.
    let language: LanguageTag?
    /// What the file was when the folder was looked at; `nil` if it couldn't be reached.
    ///
    /// It is older than what is read afterwards: a change in between shows as one later.
    let status: FileStatus?
}

extension String {
    /// The text before a suffix of whatever case, or `nil` if there is none.
    fileprivate func dropping(suffix: String) -> String? {
        guard utf8.count > suffix.utf8.count, lowercased().hasSuffix(suffix) else { return nil }
        return String(dropLast(suffix.count))
    }
}
