import FootingFiles
import Foundation

/// A search through folders and their subfolders.
///
/// It skips items whose names begin with a dot, such as `.build`. It visits each folder once, even
/// if several links lead to it, and prefers a path without links. It also skips a link to a parent
/// of one of its roots, which would lead outside the search.
package struct FolderSearch {
    /// The folders that couldn't be read, each with a sentence that ends with the remedy.
    package private(set) var faults: [(path: String, message: String)] = []

    private var known: Set<FileIdentity> = []
    private var links: [String] = []
    private var above: Set<FileIdentity> = []

    /// Searches folders.
    ///
    /// - Parameters:
    ///   - roots: The folders.
    ///   - visit: Receives the path of each folder, which begins with a root, and the names of its
    ///     visible items in order; returns the names of those to search in turn.
    /// - Complexity: O(*n* log *n*) in the number of files.
    package init(below roots: [String], visit: (String, [String]) -> [String]) {
        for root in roots {
            let root = Self.trimmed(root)
            if FileIdentity(ofFolderAt: root) != nil {
                addAbove(root)
                search(root, visit)
            } else {
                let message =
                    "This is not a folder, or it can't be accessed: check the path and its "
                    + "permissions."
                faults.append((root, message))
            }
        }
        // A linked folder can contain more links.
        var next = 0
        while next < links.count {
            if let folder = FileIdentity(ofFolderAt: links[next]), !above.contains(folder) {
                search(links[next], visit)
            }
            next += 1
        }
    }

    private mutating func search(_ root: String, _ visit: (String, [String]) -> [String]) {
        var pending = [root]
        while let path = pending.popLast() {
            guard let identity = FileIdentity(ofFolderAt: path), known.insert(identity).inserted
            else {
                continue
            }
            guard let names = Self.names(in: path) else {
                faults.append((path, "The folder couldn't be read: check its permissions."))
                continue
            }
            var folders: [String] = []
            for name in visit(path, names.filter { !$0.hasPrefix(".") }) {
                let child = path.appendingComponent(name)
                let status = try? FileStatus(of: SystemPath(child.utf8), followingSymlinks: false)
                switch status?.kind {
                case .folder: folders.append(child)
                case .symbolicLink: links.append(child)
                default: break
                }
            }
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

    /// The names in a folder in order, or `nil` if it can't be read.
    package static func names(in path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// A path without trailing slashes.
    package static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
