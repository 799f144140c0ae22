import FootingLocalization
import FootingLocalizationTools

/// The folders in a search that contain string tables.
struct ResourceFolders {
    /// The paths of the folders, starting with a root of the search.
    private(set) var paths: [String] = []
    /// The folders that couldn't be read.
    private(set) var findings: [ReportFinding] = []

    /// Searches the folders in the options.
    init(_ options: Options) {
        self.init(below: options.folders, expectingTablesIn: options.expectedFolders)
        // Only targets are searched. One target without tables is correct, but not all of them.
        if options.expectedFolders.isEmpty, paths.isEmpty, findings.isEmpty {
            let message =
                "No target has a string catalog, or an .lproj folder with a table: pass a FOLDER."
            findings.append(ReportFinding(.noTables, file: "Package.swift", message))
        }
    }

    /// Searches folders and their subfolders.
    ///
    /// - Parameters:
    ///   - roots: The folders.
    ///   - expected: The folders that should contain tables; a folder without tables is a finding.
    /// - Complexity: O(*n* log *n*) in the number of files.
    init(below roots: [String], expectingTablesIn expected: [String] = []) {
        var found: [String] = []
        let search = FolderSearch(below: roots) { path, names in
            var holdsTables = false
            var others: [String] = []
            for name in names {
                if LocalizationStore.isMultilingualTable(name) == true {
                    holdsTables = true
                } else if name.lowercased().hasSuffix(".lproj") {
                    let child = path.appendingComponent(name)
                    holdsTables = holdsTables || Self.mayHoldTables(child)
                } else {
                    others.append(name)
                }
            }
            if holdsTables { found.append(path) }
            return others
        }
        paths = found
        findings = search.faults.map { ReportFinding(.unreadable, file: $0.path, $0.message) }
        for root in expected where !holdsTables(FolderSearch.trimmed(root)) {
            let message =
                "No folder here contains a string catalog, or an .lproj folder with a table."
            findings.append(ReportFinding(.noTables, file: root, message))
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

    /// Whether an `.lproj` folder contains a table, or may contain one: the parser reports an
    /// unreadable folder.
    private static func mayHoldTables(_ path: String) -> Bool {
        guard let names = FolderSearch.names(in: path) else { return true }
        return names.contains { LocalizationStore.isMultilingualTable($0) != nil }
    }
}
