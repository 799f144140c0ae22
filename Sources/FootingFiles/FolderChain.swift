/// The open folders on the path to one of them, below a root that no path leaves.
///
/// Each folder is opened in its parent, and no link is followed, even while other programs move
/// folders or replace them by links.
package struct FolderChain: Sendable {
    private let root: Folder
    private var folders: [(name: [UInt8], folder: Folder)] = []
    /// The path of the last folder.
    private var path: [UInt8] = []

    package init(root: Folder) {
        self.root = root
    }

    /// Opens the folder with a path of names and single slashes; an empty one is the root.
    ///
    /// If it or another folder on the path is missing, `missing` is called with its name, its
    /// parent and its path, and creates it or returns `nil`. Without `missing`, it is an error.
    package mutating func open(
        _ newPath: ArraySlice<UInt8>,
        missing: ((SystemPath, Folder, ArraySlice<UInt8>) throws(ErrorNumber) -> Folder?)? = nil
    ) throws(ErrorNumber) -> Folder? {
        if newPath == path[...] { return folders.last?.folder ?? root }
        let names = newPath.split(separator: UInt8(ascii: "/"))
        let shared = zip(folders, names).prefix { $0.name.elementsEqual($1) }.count
        folders.removeSubrange(shared...)
        path = Array(folders.map(\.name).joined(separator: "/".utf8))
        for name in names.dropFirst(shared) {
            let parent = folders.last?.folder ?? root
            let systemPath = SystemPath(name)
            let folder: Folder
            do throws(ErrorNumber) {
                folder = try Folder(systemPath, in: parent, followingSymlinks: false)
            } catch {
                guard error == .noSuchFile, let missing else { throw error }
                let made = try missing(systemPath, parent, newPath[..<name.endIndex])
                guard let made else { return nil }
                folder = made
            }
            folders.append((Array(name), folder))
            path = Array(newPath[..<name.endIndex])
        }
        return folders.last?.folder ?? root
    }
}
