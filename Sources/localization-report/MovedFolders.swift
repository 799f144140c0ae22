import FootingFiles

/// Folders of tables that were moved since an older copy, and kept their names.
///
/// A moved folder is matched by its name, if exactly one unmatched folder on each side has that
/// name.
struct MovedFolders {
    /// The old paths of moved folders, by their current paths.
    private(set) var oldPaths: [String: String] = [:]
    /// Whether no current folder has a counterpart.
    var hasNoPairs: Bool { paired.isEmpty && oldPaths.isEmpty }

    private var paired: Set<FileIdentity> = []

    /// Finds folders in a copy.
    ///
    /// - Parameters:
    ///   - folders: The current folders, with their expected paths in the copy.
    ///   - known: The folders that were found in the copy.
    ///   - copy: The copy, which is searched if folders are not at their expected paths.
    init(_ folders: [(new: String, old: String)], among known: [String], in copy: String) {
        let existing = Set(known.compactMap { FileIdentity(ofFolderAt: $0) })
        var unpaired: [String] = []
        for folder in folders {
            if let identity = FileIdentity(ofFolderAt: folder.old), existing.contains(identity) {
                paired.insert(identity)
            } else {
                unpaired.append(folder.new)
            }
        }
        guard !unpaired.isEmpty else { return }
        let counterparts = Counterparts(of: ["."], in: copy)
        // A folder that still exists at its old path was not moved, even if it isn't searched.
        let candidates = ResourceFolders(below: [copy]).paths.filter { path in
            FileIdentity(ofFolderAt: counterparts.newPath(of: path)) == nil && !isPaired(path)
        }
        let others = Self.byName(candidates)
        for (name, paths) in Self.byName(unpaired) {
            guard paths.count == 1, let old = others[name], old.count == 1 else { continue }
            oldPaths[paths[0]] = old[0]
            if let identity = FileIdentity(ofFolderAt: old[0]) { paired.insert(identity) }
        }
    }

    /// Whether a folder of the copy has a counterpart.
    func isPaired(_ path: String) -> Bool {
        FileIdentity(ofFolderAt: path).map(paired.contains) ?? false
    }

    private static func byName(_ paths: [String]) -> [Substring: [String]] {
        Dictionary(grouping: paths) { $0.split(separator: "/").last ?? "" }
    }
}
