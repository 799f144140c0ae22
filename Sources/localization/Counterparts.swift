import FootingFiles
import FootingLocalizationTools

/// The paths of folders in an older copy.
///
/// A folder of tables that was moved since is matched by its name, if exactly one unmatched folder
/// on each side has that name.
struct Counterparts {
    /// Current folders with folders of the copy.
    private let pairs: [(new: String, old: String)]
    private let copy: String
    /// The old paths of moved folders, by their current paths.
    private var moved: [String: String] = [:]
    /// The folders of the copy that have a current counterpart.
    private var paired: Set<FileIdentity> = []

    /// Finds folders by their relative paths in a copy; if the copy does not contain the path of a
    /// single folder, the copy is taken as a copy of that folder.
    init(of folders: [String], in copy: String) {
        self.copy = copy
        pairs = folders.map { folder in
            let path = folder == "." ? copy : copy.appendingComponent(folder)
            let isCopy = folders.count == 1 && FileIdentity(ofFolderAt: path) == nil
            return (folder, isCopy ? copy : path)
        }
    }

    var roots: [String] { pairs.map(\.old).filter { FileIdentity(ofFolderAt: $0) != nil } }

    /// Whether no current folder of tables has been paired.
    var hasNoPairs: Bool { paired.isEmpty }

    func oldPath(of path: String) -> String {
        moved[path] ?? pairs.lazy.compactMap { Self.move(path, from: $0.new, to: $0.old) }.first
            ?? path
    }

    /// Pairs current folders of tables with those that were found in the copy and, if folders are
    /// not at their expected paths, with others in the copy.
    ///
    /// - Returns: The paths of removed folders, as they would be today.
    mutating func pair(_ current: [String], with known: [String]) -> [String] {
        let existing = Set(known.compactMap { FileIdentity(ofFolderAt: $0) })
        let unpaired = current.filter { path in
            guard let identity = FileIdentity(ofFolderAt: oldPath(of: path)),
                existing.contains(identity)
            else { return true }
            paired.insert(identity)
            return false
        }
        if !unpaired.isEmpty {
            // A folder that still exists at its old path was not moved, even if it isn't searched.
            let others = byName(
                ResourceFolders(below: [copy]).paths.filter { path in
                    let new = Self.move(path, from: copy, to: ".") ?? path
                    return FileIdentity(ofFolderAt: new) == nil && !isPaired(path)
                }
            )
            for (name, paths) in byName(unpaired) {
                guard paths.count == 1, let old = others[name], old.count == 1 else { continue }
                moved[paths[0]] = old[0]
                if let identity = FileIdentity(ofFolderAt: old[0]) { paired.insert(identity) }
            }
        }
        return known.filter { !isPaired($0) }.map(newPath).filter { !current.contains($0) }
    }

    func newPath(of path: String) -> String {
        pairs.lazy.compactMap { Self.move(path, from: $0.old, to: $0.new) }.first ?? path
    }

    private func isPaired(_ path: String) -> Bool {
        FileIdentity(ofFolderAt: path).map(paired.contains) ?? false
    }

    private func byName(_ paths: [String]) -> [Substring: [String]] {
        Dictionary(grouping: paths) { $0.split(separator: "/").last ?? "" }
    }

    private static func move(_ path: String, from root: String, to other: String) -> String? {
        path == root ? other : path.path(below: root).map(other.appendingComponent)
    }
}
