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
    /// The tables that can't be opened, and the files that translators don't get.
    private(set) var lines: [String] = []
    /// Whether a table can't be opened.
    private(set) var hasFaults = false

    /// Opens the catalogs in folders and their subfolders, and the `.strings` files of a language.
    init(below folders: [String], developmentLanguage: LanguageTag) {
        let found = ResourceFolders(below: folders)
        lines = found.findings.map { $0.text + "\n" }
        hasFaults = !lines.isEmpty
        for folder in found.paths {
            for path in Self.files(in: folder, developmentLanguage) {
                guard !path.hasSuffix(".stringsdict") else {
                    let message = "Translators don't get this file: move its entries to a catalog."
                    lines.append("\(path): info: \(message) [unknownUnit]\n")
                    continue
                }
                do throws(LocalizationToolsError) {
                    let url = URL(filePath: path)
                    let table = try TableFile(
                        contentsOf: url,
                        developmentLanguage: developmentLanguage
                    )
                    tables.append(table)
                } catch {
                    lines.append(Terminal.line(error))
                    hasFaults = true
                }
            }
        }
    }

    /// The catalogs of a folder, and the other tables in the folder of a language.
    private static func files(in folder: String, _ language: LanguageTag) -> [String] {
        let names = FolderSearch.names(in: folder) ?? []
        let catalogs = names.filter { LocalizationStore.isMultilingualTable($0) == true }
        var known = Set<String>()
        let files = ["\(language).lproj", "Base.lproj"].flatMap { wanted in
            names.filter { $0.lowercased() == wanted.lowercased() }
        }
        .flatMap { name in
            let path = folder.appendingComponent(name)
            return (FolderSearch.names(in: path) ?? [])
                .filter { LocalizationStore.isMultilingualTable($0) == false }
                .filter { known.insert($0).inserted }
                .map(path.appendingComponent)
        }
        return catalogs.map(folder.appendingComponent) + files
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
