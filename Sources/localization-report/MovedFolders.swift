/// Folders of tables that stand elsewhere in an older copy, and keep their names.
///
/// A folder that isn't where it was is taken for the one of its name, if there is one alone on each
/// side that has no counterpart.
struct MovedFolders {
    /// The paths in the copy of the folders that were moved.
    private(set) var oldPaths: [String: String] = [:]
    /// Whether no folder of today has any counterpart.
    let nothingPairs: Bool

    private var taken: Set<FolderIdentity> = []

    /// Finds folders in a copy.
    ///
    /// - Parameters:
    ///   - folders: The folders of today, with the paths where they would stand in the copy.
    ///   - known: The folders of the copy that were found where the search begins.
    ///   - copy: The copy, which is searched if folders aren't where they should be.
    init(_ folders: [(new: String, old: String)], stood known: [String], in copy: String) {
        let standing = Set(known.compactMap { FolderIdentity($0) })
        var unpaired: [String] = []
        for folder in folders {
            if let identity = FolderIdentity(folder.old), standing.contains(identity) {
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
                // A folder that still stands where it did wasn't moved, whether it is searched or not.
                guard FolderIdentity(places.newPath(of: path)) == nil else { return false }
                return FolderIdentity(path).map { !taken.contains($0) } ?? false
            }
            let (today, before) = (Self.byName(unpaired), Self.byName(candidates))
            for (name, paths) in today {
                guard paths.count == 1, let others = before[name], others.count == 1 else {
                    continue
                }
                oldPaths[paths[0]] = others[0]
                if let identity = FolderIdentity(others[0]) { self.taken.insert(identity) }
            }
        }
        nothingPairs = !isPaired && oldPaths.isEmpty
    }

    /// Whether a folder of the copy has a counterpart.
    func isTaken(_ path: String) -> Bool {
        FolderIdentity(path).map(taken.contains) ?? false
    }

    private static func byName(_ paths: [String]) -> [Substring: [String]] {
        Dictionary(grouping: paths) { $0.split(separator: "/").last ?? "" }
    }
}
