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

    /// Opens the catalogs in folders and their subfolders, and the `.strings` files of a language.
    init(below folders: [String], developmentLanguage: LanguageTag) {
        let found = ResourceFolders(below: folders)
        lines = found.findings.map { $0.text + "\n" }
        hasFaults = !lines.isEmpty
        for path in found.paths.flatMap({ Self.paths(in: $0, developmentLanguage) }) {
            do throws(LocalizationToolsError) {
                tables.append(try TableFile(path: path, developmentLanguage: developmentLanguage))
            } catch {
                lines.append("\(error)".onOneLine + "\n")
                hasFaults = true
            }
        }
    }

    /// The infos about files that translators don't get.
    static func leftOut(below folders: [String], _ language: LanguageTag) -> [String] {
        let files = ResourceFolders(below: folders).paths.flatMap {
            paths(in: $0, language, withExtension: ".stringsdict")
        }
        return files.filter { $0.lowercased().hasSuffix(".stringsdict") }.map {
            "\($0): info: Translators don't get this file: move its entries to a catalog. "
                + "[unknownUnit]\n"
        }
    }

    /// The catalogs in a folder, and the `.strings` files in the development language.
    static func paths(
        in folder: String,
        _ language: LanguageTag,
        withExtension suffix: String = ".strings"
    ) -> [String] {
        let names = FolderSearch.names(in: folder) ?? []
        var strings: [String: String] = [:]
        // The folder of the language is preferred to `Base.lproj`, which is before it.
        for name in names where name.lowercased().hasSuffix(".lproj") {
            let tag = name.dropLast(".lproj".count)
            guard tag.lowercased() == "base" || LanguageTag(String(tag)) == language else {
                continue
            }
            let path = folder.appendingComponent(name)
            for file in FolderSearch.names(in: path) ?? [] {
                if LocalizationStore.isMultilingualTable(file) == true {
                    strings[name + "/" + file] = path.appendingComponent(file)
                } else if file.lowercased().hasSuffix(suffix) {
                    strings[file] = path.appendingComponent(file)
                }
            }
        }
        return names.filter { LocalizationStore.isMultilingualTable($0) == true }
            .map(folder.appendingComponent) + strings.values.sorted()
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
