import FootingLocalization
import FootingLocalizationTools

/// The folders in a search that contain string tables.
struct ResourceFolders {
    /// The paths of the folders, starting with a root of the search.
    private(set) var paths: [String] = []
    /// The tables in these folders and their `.lproj` folders.
    private(set) var tables: [Table] = []
    /// The folders that couldn't be read.
    private(set) var findings: [LocalizationFinding] = []

    /// A file with a table.
    struct Table {
        /// The folder of tables.
        let folder: String
        /// The name of the `.lproj` folder, if the file is in one.
        var language: String?
        let name: String

        var path: String {
            let parent = language.map(folder.appendingComponent) ?? folder
            return parent.appendingComponent(name)
        }

        var isCatalog: Bool { LocalizationStore.isMultilingualTable(name) == true }
    }

    /// Searches the folders in the options.
    init(_ options: Options) {
        self.init(below: options.folders, expectingTablesIn: options.expectedFolders)
        // Only targets are searched. One target without tables is correct, but not all of them.
        if options.expectedFolders.isEmpty, paths.isEmpty, findings.isEmpty {
            let message =
                "No target has a string catalog, or an .lproj folder with a table: pass a FOLDER."
            findings.append(.noTables(in: "Package.swift", message))
        }
    }

    /// Searches folders and their subfolders.
    ///
    /// - Parameters:
    ///   - roots: The folders.
    ///   - expected: The folders that should contain tables; a folder without tables is a finding.
    /// - Complexity: O(*n* log *n*) in the number of files.
    init(below roots: [String], expectingTablesIn expected: [String] = []) {
        var (paths, tables): ([String], [Table]) = ([], [])
        let search = FolderSearch(below: roots) { path, names in
            var own: [Table] = []
            var hasUnreadable = false
            var others: [String] = []
            for name in names {
                if LocalizationStore.isMultilingualTable(name) == true {
                    own.append(Table(folder: path, name: name))
                } else if name.lowercased().hasSuffix(".lproj") {
                    let files = FolderSearch.names(in: path.appendingComponent(name))
                    // It may hold tables: the parser reports it.
                    if files == nil { hasUnreadable = true }
                    own += (files ?? []).map { Table(folder: path, language: name, name: $0) }
                        .filter { LocalizationStore.isMultilingualTable($0.name) != nil }
                } else {
                    others.append(name)
                }
            }
            if hasUnreadable || !own.isEmpty { paths.append(path) }
            tables += own
            return others
        }
        (self.paths, self.tables) = (paths, tables)
        findings = search.faults.map { .unreadable($0.path, $0.message) }
        for root in expected where !holdsTables(FolderSearch.trimmed(root)) {
            let message =
                "No folder here contains a string catalog, or an .lproj folder with a table."
            findings.append(.noTables(in: root, message))
        }
    }

    /// Whether there are tables in a folder or its subfolders, or might be in unreadable folders.
    private func holdsTables(_ root: String) -> Bool {
        let start = root.appendingComponent("")
        if paths.contains(where: { $0 == root || $0.hasPrefix(start) }) { return true }
        // Its content may have been found by another path.
        let alone = ResourceFolders(below: [root])
        return !alone.paths.isEmpty || !alone.findings.isEmpty
    }
}
