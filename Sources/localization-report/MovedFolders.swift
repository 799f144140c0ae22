import FootingFiles

/// Folders of tables that were moved since an older copy, and kept their names.
///
/// A moved folder is matched by its name, if exactly one unmatched folder on each side has that
/// name.
struct MovedFolders {
    /// The old paths of moved folders, by their current paths.
    private(set) var oldPaths: [String: String] = [:]
    /// Whether no current folder has a counterpart.
    let nothingPairs: Bool

    private var taken: Set<FileIdentity> = []

    /// Finds folders in a copy.
    ///
    /// - Parameters:
    ///   - folders: The current folders, with their expected paths in the copy.
    ///   - known: The folders that were found in the copy.
    ///   - copy: The copy, which is searched if folders are not at their expected paths.
    init(_ folders: [(new: String, old: String)], stood known: [String], in copy: String) {
        let standing = Set(known.compactMap { FileIdentity(ofFolderAt: $0) })
        var unpaired: [String] = []
        for folder in folders {
            if let identity = FileIdentity(ofFolderAt: folder.old), standing.contains(identity) {
                taken.insert(identity)
            } else {
                unpaired.append(folder.new)
            }
        }
        let isPaired = !taken.isEmpty
        if !unpaired.isEmpty {
            let taken = taken
            let places = Counterparts(of: ["."], in: copy)
            let candidates = ResourceFolders(below: [copy]).paths.filter { path in
                // A folder that still exists at its old path was not moved, even if it isn't
                // searched.
                guard FileIdentity(ofFolderAt: places.newPath(of: path)) == nil else {
                    return false
                }
                return FileIdentity(ofFolderAt: path).map { !taken.contains($0) } ?? false
            }
            let (today, before) = (Self.byName(unpaired), Self.byName(candidates))
            for (name, paths) in today {
                guard paths.count == 1, let others = before[name], others.count == 1 else {
                    continue
                }
                oldPaths[paths[0]] = others[0]
                if let identity = FileIdentity(ofFolderAt: others[0]) {
                    self.taken.insert(identity)
                }
            }
        }
        nothingPairs = !isPaired && oldPaths.isEmpty
    }

    /// Whether a folder of the copy has a counterpart.
    func isTaken(_ path: String) -> Bool {
        FileIdentity(ofFolderAt: path).map(taken.contains) ?? false
    }

    private static func byName(_ paths: [String]) -> [Substring: [String]] {
        Dictionary(grouping: paths) { $0.split(separator: "/").last ?? "" }
    }
}
