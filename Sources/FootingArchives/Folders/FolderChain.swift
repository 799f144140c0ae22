import FootingFiles

/// The open folders that lead to the file that is unpacked.
///
/// Each folder is opened in its parent, and no link is followed. So no path leaves the root, even
/// while other programs move folders, or replace them by links.
struct FolderChain: Sendable {
    private let root: Folder
    private var folders: [(name: [UInt8], folder: Folder)] = []

    init(root: Folder) {
        self.root = root
    }

    /// Opens the folder with a path.
    ///
    /// If it or another folder on the path is missing, it is created for its owner alone, and
    /// `created` is called with it and the number of its components. Without `created`, a missing
    /// folder is an error.
    mutating func open(
        _ names: ArraySlice<ArraySlice<UInt8>>,
        created: ((Folder, _ count: Int) throws(ErrorNumber) -> Void)? = nil
    ) throws(ErrorNumber) -> Folder {
        let shared = zip(folders, names).prefix { $0.name.elementsEqual($1) }.count
        folders.removeSubrange(shared...)
        for name in names.dropFirst(shared) {
            let parent = folders.last?.folder ?? root
            let path = SystemPath(name)
            let folder: Folder
            do throws(ErrorNumber) {
                folder = try Folder(path, in: parent, followingSymlinks: false)
            } catch {
                guard error == .noSuchFile, let created else { throw error }
                let isNew = try parent.makeFolderIfMissing(path, mode: .privateFolder)
                folder = try Folder(path, in: parent, followingSymlinks: false)
                if isNew { try created(folder, folders.count + 1) }
            }
            folders.append((Array(name), folder))
        }
        return folders.last?.folder ?? root
    }
}

extension Folder {
    /// Creates a folder, and returns false if the name is taken, even by a link.
    func makeFolderIfMissing(_ name: SystemPath, mode: FileMode) throws(ErrorNumber) -> Bool {
        do throws(ErrorNumber) {
            try makeFolder(name, mode: mode)
            return true
        } catch {
            guard error == .exists else { throw error }
            return false
        }
    }
}
