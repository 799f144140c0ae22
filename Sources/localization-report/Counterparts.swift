import FootingFiles

/// The paths of folders in an older copy.
struct Counterparts {
    /// Current folders with folders of the copy.
    private let pairs: [(new: String, old: String)]

    /// Finds folders by their relative paths in a copy; if the copy does not contain the path of a
    /// single folder, the copy is taken as a copy of that folder.
    init(of folders: [String], in copy: String) {
        pairs = folders.map { folder in
            let path = folder == "." ? copy : copy.appendingComponent(folder)
            let isCopy = folders.count == 1 && FileIdentity(ofFolderAt: path) == nil
            return (folder, isCopy ? copy : path)
        }
    }

    /// The folders that exist in the copy.
    var roots: [String] { pairs.map(\.old).filter { FileIdentity(ofFolderAt: $0) != nil } }

    func oldPath(of path: String) -> String {
        pairs.lazy.compactMap { Self.move(path, from: $0.new, to: $0.old) }.first ?? path
    }

    func newPath(of path: String) -> String {
        pairs.lazy.compactMap { Self.move(path, from: $0.old, to: $0.new) }.first ?? path
    }

    private static func move(_ path: String, from root: String, to other: String) -> String? {
        if path == root { return other }
        let start = root.appendingComponent("")
        guard path.hasPrefix(start) else { return nil }
        return other.appendingComponent(String(path.dropFirst(start.count)))
    }
}
