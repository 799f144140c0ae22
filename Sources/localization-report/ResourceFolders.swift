import FootingFiles
import FootingLocalization
import FootingLocalizationReports

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folders in a search that contain string tables.
///
/// The search skips folders whose names begin with a dot, such as `.build`. It visits each folder
/// once, even if several links lead to it, and prefers a path without links. It also skips a link
/// to a parent of one of its roots, which would lead outside the search.
struct ResourceFolders {
    /// The paths of the folders, starting with a root of the search.
    private(set) var paths: [String] = []
    /// The folders that couldn't be read.
    private(set) var findings: [ReportFinding] = []

    private var known: Set<FileIdentity> = []
    private var links: [String] = []
    private var above: Set<FileIdentity> = []

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
        for root in roots {
            let root = Self.trimmed(root)
            if FileIdentity(ofFolderAt: root) != nil {
                addAbove(root)
                search(root)
            } else {
                let message =
                    "This is not a folder, or it can't be accessed: check the path and its "
                    + "permissions."
                findings.append(ReportFinding(.unreadable, file: root, message))
            }
        }
        // A linked folder can contain more links.
        var next = 0
        while next < links.count {
            if let folder = FileIdentity(ofFolderAt: links[next]), !above.contains(folder) {
                search(links[next])
            }
            next += 1
        }
        for root in expected where !holdsTables(Self.trimmed(root)) {
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

    private mutating func search(_ root: String) {
        var pending = [root]
        while let path = pending.popLast() {
            guard let identity = FileIdentity(ofFolderAt: path), known.insert(identity).inserted
            else {
                continue
            }
            guard let names = Self.names(in: path) else {
                let message = "The folder couldn't be read: check its permissions."
                findings.append(ReportFinding(.unreadable, file: path, message))
                continue
            }
            var holdsTables = false
            var folders: [String] = []
            for name in names where !name.hasPrefix(".") {
                let child = path.appendingComponent(name)
                if LocalizationStore.isMultilingualTable(name) == true {
                    holdsTables = true
                } else if name.lowercased().hasSuffix(".lproj") {
                    holdsTables = holdsTables || Self.mayHoldTables(child)
                } else {
                    let path = SystemPath(child.utf8)
                    switch (try? FileStatus(of: path, followingSymlinks: false))?.kind {
                    case .folder: folders.append(child)
                    case .symbolicLink: links.append(child)
                    default: break
                    }
                }
            }
            if holdsTables { paths.append(path) }
            pending += folders.reversed()
        }
    }

    /// Records the parents of a folder.
    private mutating func addAbove(_ root: String) {
        // The root folder is its own parent.
        var path = root + "/.."
        while let folder = FileIdentity(ofFolderAt: path), above.insert(folder).inserted {
            path += "/.."
        }
    }

    /// Whether an `.lproj` folder contains a table, or may contain one: the parser reports an
    /// unreadable folder.
    private static func mayHoldTables(_ path: String) -> Bool {
        guard let names = names(in: path) else { return true }
        return names.contains { LocalizationStore.isMultilingualTable($0) != nil }
    }

    private static func names(in path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// A path without trailing slashes.
    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
