import FootingFiles
import FootingLocalization
import FootingLocalizationTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tables of folders, opened for editing.
struct PackageTables {
    var tables: [TableFile] = []
    /// The faults of folders, and of tables that can't be opened.
    private(set) var lines: [String] = []
    /// Whether a table can't be opened.
    private(set) var hasFaults = false

    /// The infos about files that translators don't get.
    private(set) var leftOut: [String] = []

    /// Opens the catalogs in folders and their subfolders, and the `.strings` files of a language.
    init(below folders: [String], developmentLanguage: LanguageTag) {
        let found = ResourceFolders(below: folders)
        lines = found.findings.map { $0.text + "\n" }
        hasFaults = !lines.isEmpty
        let paths = Self.paths(in: found.paths, developmentLanguage)
        leftOut = paths.dictionaries.map {
            "\($0): info: Translators don't get this file: move its entries to a catalog. "
                + "[unknownUnit]\n"
        }
        for path in paths.tables {
            do throws(LocalizationToolsError) {
                tables.append(try TableFile(path: path, developmentLanguage: developmentLanguage))
            } catch {
                lines.append("\(error)".onOneLine + "\n")
                hasFaults = true
            }
        }
    }

    /// The catalogs in folders and the `.strings` files in the development language, and the
    /// `.stringsdict` files: each file once, whatever links there are.
    static func paths(
        in folders: [String],
        _ language: LanguageTag
    ) -> (tables: [String], dictionaries: [String]) {
        var known: Set<[UInt8]> = []
        let all = folders.flatMap { paths(in: $0, language) }.filter { path in
            guard let resolved = try? SystemPath(path.utf8).resolved() else { return true }
            return known.insert(resolved).inserted
        }
        let isDictionary = { (path: String) in path.lowercased().hasSuffix(".stringsdict") }
        return (all.filter { !isDictionary($0) }, all.filter(isDictionary))
    }

    private static func paths(in folder: String, _ language: LanguageTag) -> [String] {
        let names = FolderSearch.names(in: folder) ?? []
        var others: [String: String] = [:]
        // The folder of the language is preferred to `Base.lproj`, which is before it.
        for name in names where name.lowercased().hasSuffix(".lproj") {
            let tag = name.dropLast(".lproj".count)
            guard tag.lowercased() == "base" || LanguageTag(String(tag)) == language else {
                continue
            }
            let path = folder.appendingComponent(name)
            for file in FolderSearch.names(in: path) ?? [] {
                guard let isCatalog = LocalizationStore.isMultilingualTable(file) else { continue }
                others[isCatalog ? name + "/" + file : file] = path.appendingComponent(file)
            }
        }
        return names.filter { LocalizationStore.isMultilingualTable($0) == true }
            .map(folder.appendingComponent) + others.values.sorted()
    }
}

extension Terminal {
    /// An error on a line, with a path from the current folder.
    static func line(_ error: LocalizationToolsError) -> String {
        shown(error.description).onOneLine + "\n"
    }

    /// A text that begins with a path, without that of the current folder.
    static func shown(_ text: String) -> String {
        String(text.trimmingPrefix(FileManager.default.currentDirectoryPath + "/"))
    }
}
