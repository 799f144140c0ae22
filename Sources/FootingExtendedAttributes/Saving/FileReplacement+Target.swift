import FootingFiles
import Foundation

extension FileReplacement {
    /// Linux's limit on symbolic links in a path.
    private static let maximumLinks = 40

    /// Follows the symbolic links of the path.
    func findTarget() throws(ExtendedAttributeError) -> SaveTarget {
        var path = path
        var start = Folder.working
        // The file to which the system resolved a symbolic link, or `.some(nil)` if it is missing.
        var resolved: FileIdentity??
        for _ in 0...Self.maximumLinks {
            let (parent, name) = path.folderAndName
            let folder = try check(Folder(parent, in: start, followingSymlinks: true))
            let found = try checkIfPresent(
                FileStatus(of: name, in: folder, followingSymlinks: false)
            )
            switch found?.kind {
            case .symbolicLink where followsSymlinks:
                try checkOwner(of: found, in: folder)
                // The system may refuse to follow the link, so it must resolve the link itself
                // once.
                let seen = try checkIfPresent(
                    FileStatus(of: name, in: folder, followingSymlinks: true)
                )
                path = SystemPath(try check(folder.target(ofLink: name)))
                start = folder
                resolved = resolved ?? .some(seen?.identity)
            case nil, .symbolicLink, .file:
                // Another process may remove the file, or give its name to another file.
                let old =
                    found?.kind == .file
                    ? try checkIfPresent(ReplacedFile(folder.openForAttributes(name))) : nil
                guard old?.status.kind ?? .file == .file else { throw failure(.unsupported) }
                if let resolved, resolved != old?.status.identity {
                    // Another process has changed the link or created the file, or, as under
                    // `/proc`, the content of a link is not the path of its target.
                    throw failure(resolved == nil ? .unstable : .unsupported)
                }
                return SaveTarget(folder: folder, name: name, old: old)
            case .folder:
                throw failure(EISDIR)
            case .other:
                throw failure(.unsupported)
            }
        }
        throw failure(ELOOP)
    }

    /// Throws if another user may have created the link in a folder where every user can create
    /// files.
    ///
    /// Linux has this rule (`fs.protected_symlinks`), but an administrator can disable it, and a
    /// process can evade it by removing the link for the moment when the system resolves it. Only
    /// the owners of the link and of the folder can replace a link that passes this check, because
    /// of the folder's sticky bit.
    private func checkOwner(
        of link: FileStatus?,
        in folder: Folder
    ) throws(ExtendedAttributeError) {
        let status = try check(folder.status())
        guard status.mode.isSharedFolder, link?.owner != geteuid(), link?.owner != status.owner
        else { return }
        throw failure(EACCES)
    }

    /// Returns the result of `body`, or `nil` if there is no such file.
    private func checkIfPresent<Result>(
        _ body: @autoclosure () throws(ErrorNumber) -> Result
    ) throws(ExtendedAttributeError) -> Result? {
        do throws(ErrorNumber) {
            return try body()
        } catch {
            guard error.value == ENOENT else { throw failure(error.value) }
            return nil
        }
    }
}
