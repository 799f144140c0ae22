import FootingFiles
import FootingLocalization
import FootingLocalizationMembers
import FootingLocalizationTools
import Foundation

/// The tables of folders, opened for editing.
struct PackageTables {
    var tables: [TableFile] = []
    /// The faults of folders, and of tables that can't be opened, a line each.
    private(set) var lines: [String] = []
    var hasFaults: Bool { !lines.isEmpty }
    /// The names of the tables that can't be opened.
    private(set) var unreadableNames: Set<String> = []
    /// The infos about files that translators don't get.
    private(set) var leftOut: [String] = []

    /// Opens the catalogs in folders and their subfolders, and the `.strings` files of a language.
    init(below folders: [String], developmentLanguage: LanguageTag) {
        let found = ResourceFolders(below: folders)
        lines = found.findings.map { "\($0)\n" }
        let paths = Self.paths(of: found.tables, developmentLanguage)
        let message = "Translators don't get this file: move its entries to a catalog."
        leftOut = paths.dictionaries.map { path in
            let location = FindingLocation(file: path)
            return "\(LocalizationFinding(.unknownUnit, .info, at: location, message))\n"
        }
        for path in paths.tables {
            do throws(LocalizationToolsError) {
                tables.append(try TableFile(path: path, developmentLanguage: developmentLanguage))
            } catch {
                lines.append(Terminal.line(error))
                unreadableNames.insert(path.nameOfTable)
            }
        }
    }

    /// The catalogs, and the `.strings` and `.stringsdict` files in the development language: each
    /// file once, whatever links there are.
    private static func paths(
        of tables: [ResourceFolders.Table],
        _ language: LanguageTag
    ) -> (tables: [String], dictionaries: [String]) {
        var chosen: [String: String] = [:]
        for table in tables {
            let tag = table.language.flatMap { LanguageTag(folder: $0, language) }
            guard table.isCatalog || tag == language else { continue }
            // The folder of the language is preferred to `Base.lproj`, which is before it.
            let name = table.isCatalog ? table.path : table.folder.appendingComponent(table.name)
            chosen[name] = table.path
        }
        var known: Set<[UInt8]> = []
        let all = chosen.values.sorted().filter { path in
            guard let resolved = try? SystemPath(path.utf8).resolved() else { return true }
            return known.insert(resolved).inserted
        }
        let isDictionary = { (path: String) in path.lowercased().hasSuffix(".stringsdict") }
        return (all.filter { !isDictionary($0) }, all.filter(isDictionary))
    }
}

extension LocalizationToolsError {
    /// Whether a table that was read can't be written.
    var isOfWriting: Bool { code == .notWritten || errno != nil }
}

extension Terminal {
    /// An error on a line, with a path from the current folder.
    static func line(_ error: LocalizationToolsError) -> String {
        shown(error.description) + "\n"
    }

    /// A finding on a line, with a path from the current folder.
    static func line(_ finding: LocalizationFinding) -> String { shown("\(finding)") + "\n" }

    /// A text that begins with a path, without that of the current folder.
    static func shown(_ text: String) -> String {
        String(text.trimmingPrefix(FileManager.default.currentDirectoryPath + "/"))
    }
}
