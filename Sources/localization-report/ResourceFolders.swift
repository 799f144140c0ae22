import FootingLocalizationReports

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folders at and below others that hold string tables.
///
/// Folders whose names begin with a dot are passed over, as `.build` is. Each folder is visited
/// once, by whatever links it can be reached; a path without links goes before one with them. A link
/// to a folder that holds one of those that the search began with is passed over, too: it would lead
/// everywhere.
struct ResourceFolders {
    /// The paths of the folders, which begin with those that the search began with.
    private(set) var paths: [String] = []
    /// What couldn't be read.
    private(set) var findings: [ReportFinding] = []

    private var known: Set<FolderIdentity> = []
    private var links: [String] = []
    private var above: Set<FolderIdentity> = []

    /// Searches the folders that the options name.
    init(_ options: Options) {
        self.init(below: options.folders, expectingTablesIn: options.expectedFolders)
    }

    /// Searches folders and everything below.
    ///
    /// - Parameters:
    ///   - roots: The folders.
    ///   - expected: Those of them that should hold tables; one that holds none is a finding.
    /// - Complexity: O(*n* log *n*) in the number of files.
    init(below roots: [String], expectingTablesIn expected: [String] = []) {
        for root in roots {
            let root = Self.trimmed(root)
            if FolderIdentity(root) != nil {
                addAbove(root)
                search(root)
            } else {
                addUnreadable(root, "This is no folder, or it can't be reached.")
            }
        }
        // A link can lead to a folder with links.
        var next = 0
        while next < links.count {
            if let folder = FolderIdentity(links[next]), !above.contains(folder) {
                search(links[next])
            }
            next += 1
        }
        for root in expected where !holdsTables(Self.trimmed(root)) {
            let message = "No folder here has a catalog .xcstrings, or an .lproj with a table."
            findings.append(ReportFinding(.noTables, .error, file: root, message))
        }
    }

    /// Whether there are tables at or below a folder, or might be in what can't be read.
    private func holdsTables(_ root: String) -> Bool {
        let start = root.appendingComponent("")
        if paths.contains(where: { $0 == root || $0.hasPrefix(start) }) { return true }
        // What it holds may have been found by another path.
        let alone = ResourceFolders(below: [root])
        return !alone.paths.isEmpty || !alone.findings.isEmpty
    }

    private mutating func search(_ root: String) {
        var pending = [root]
        while let path = pending.popLast() {
            guard let identity = FolderIdentity(path), known.insert(identity).inserted else {
                continue
            }
            guard let names = Self.names(in: path) else {
                addUnreadable(path, "The folder couldn't be read: see that you may.")
                continue
            }
            var holdsTables = false
            var folders: [String] = []
            for name in names where !name.hasPrefix(".") {
                let child = path.appendingComponent(name)
                let lowercased = name.lowercased()
                if lowercased.hasSuffix(".xcstrings") {
                    holdsTables = true
                } else if lowercased.hasSuffix(".lproj") {
                    holdsTables = holdsTables || Self.mayHoldTables(child)
                } else {
                    switch FileKind(child) {
                    case .folder: folders.append(child)
                    case .link: links.append(child)
                    case .other: break
                    }
                }
            }
            if holdsTables { paths.append(path) }
            pending += folders.reversed()
        }
    }

    /// Remembers the folders that hold a folder.
    private mutating func addAbove(_ root: String) {
        // The topmost one holds itself.
        var path = root + "/.."
        while let folder = FolderIdentity(path), above.insert(folder).inserted { path += "/.." }
    }

    private mutating func addUnreadable(_ path: String, _ message: String) {
        findings.append(ReportFinding(.unreadable, .error, file: path, message))
    }

    /// Whether a folder `.lproj` has a table, or might: that of one that can't be read is for the
    /// reader of tables to tell.
    private static func mayHoldTables(_ path: String) -> Bool {
        guard let names = names(in: path) else { return true }
        return names.contains { name in
            let name = name.lowercased()
            return name.hasSuffix(".strings") || name.hasSuffix(".stringsdict")
        }
    }

    private static func names(in path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// A path without slashes at its end.
    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
