import FootingFiles
import Foundation

extension FileReplacement {
    /// Linux's limit on symbolic links in a path.
    private static let maximumLinks = 40

    /// The file to which the system resolved a symbolic link.
    private enum ResolvedLink {
        case missing
        case file(FileIdentity)
    }

    /// Follows the symbolic links of the path.
    func findTarget() throws(ExtendedAttributeError) -> SaveTarget {
        var path = path
        var start = Folder.working
        var resolved: ResolvedLink?
        for _ in 0...Self.maximumLinks {
            let (parent, name) = path.folderAndName
            let folder = try check(Folder(parent, in: start, followingSymlinks: true))
            let found = try status(of: name, in: folder, followingSymlinks: false)
            switch found?.kind {
            case .symbolicLink where followsSymlinks:
                try checkOwner(of: found, in: folder)
                // The system may refuse to follow the link, so it must resolve the link itself
                // once.
                let seen = try status(of: name, in: folder, followingSymlinks: true)
                path = SystemPath(try check(folder.target(ofLink: name)))
                start = folder
                resolved = resolved ?? seen.map { .file($0.identity) } ?? .missing
            case nil, .symbolicLink:
                if case .file = resolved { throw unsupported }
                return SaveTarget(folder: folder, name: name, old: nil)
            case .file:
                // Another process may remove the file, or give its name to another file.
                let old = try checkIfPresent(ReplacedFile(folder.openForAttributes(name)))
                guard old?.status.kind ?? .file == .file else { throw unsupported }
                try check(old, is: resolved)
                return SaveTarget(folder: folder, name: name, old: old)
            case .folder:
                throw failure(EISDIR)
            case .other:
                throw unsupported
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

    /// Throws if the file at the end of a path is not the file to which the system resolved a link.
    private func check(
        _ old: ReplacedFile?,
        is resolved: ResolvedLink?
    ) throws(ExtendedAttributeError) {
        switch (resolved, old) {
        case (.missing, _?):
            // Another process has changed the link, or created the file.
            throw ExtendedAttributeError(.unstable, .save, name: nil, path: path.bytes)
        case (.file(let identity), let old):
            // The content of a link under /proc need not be the path of its target.
            guard old?.status.identity == identity else { throw unsupported }
        case (.missing, nil), (nil, _):
            break
        }
    }

    private var unsupported: ExtendedAttributeError {
        ExtendedAttributeError(.unsupported, .save, name: nil, path: path.bytes)
    }

    /// Returns the record of the file with a name, or `nil` if the name is free.
    private func status(
        of name: SystemPath,
        in folder: Folder,
        followingSymlinks: Bool
    ) throws(ExtendedAttributeError) -> FileStatus? {
        try checkIfPresent(
            FileStatus(of: name, in: folder, followingSymlinks: followingSymlinks)
        )
    }

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
