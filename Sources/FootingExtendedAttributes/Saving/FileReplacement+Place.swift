import CExtendedAttributes
import Foundation

/// The place of a new file: its folder, its name, and the old file that has this name.
struct FilePlace {
    /// The open folder.
    let calls: FolderCalls
    /// The file's name in the folder.
    let name: SystemPath
    /// The old file, or `nil` if the name is free.
    let old: (file: Int32, facts: footing_file_facts)?
}

extension FileReplacement {
    /// Linux's limit on symbolic links in a path.
    private static let mostLinks = 40

    /// The target of a symbolic link, as the system resolved it.
    private enum LinkTarget {
        case missing
        case file(footing_file_facts)
    }

    /// Finds the place and calls `body` with it, while the folder and the old file are open.
    func withPlace<Result>(
        _ body: (FilePlace) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        try withPlace(of: path, in: .workingFolder, afterLinks: 0, leadingTo: nil, body)
    }

    private func withPlace<Result>(
        of path: SystemPath,
        in start: FolderCalls,
        afterLinks links: Int,
        leadingTo target: LinkTarget?,
        _ body: (FilePlace) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        let (parent, name) = path.parts
        let folder = FolderCalls(folder: try check(start.openFolder(parent)))
        defer { footing_file_close(folder.folder) }
        let found = try look(at: name, in: folder, following: false)
        switch found?.kind {
        case footing_file_link where followsSymlinks:
            guard links < Self.mostLinks else { throw failure(ELOOP) }
            try checkOwner(of: found, in: folder)
            // The system may refuse to follow the link, so it must resolve the link itself once.
            let seen = try look(at: name, in: folder, following: true)
            var path: [UInt8] = []
            try check(folder.readTarget(of: name, into: &path))
            return try withPlace(
                of: SystemPath(path),
                in: folder,
                afterLinks: links + 1,
                leadingTo: target ?? seen.map { .file($0) } ?? .missing,
                body
            )
        case nil, footing_file_link:
            if case .file = target { throw unsupported }
            return try body(FilePlace(calls: folder, name: name, old: nil))
        case footing_file_regular:
            return try withOldFile(name, in: folder) { place throws(ExtendedAttributeError) in
                try check(place.old?.facts, is: target)
                return try body(place)
            }
        case footing_file_folder:
            throw failure(EISDIR)
        default:
            throw unsupported
        }
    }

    /// Throws if another user may have created the link in a folder where every user can create
    /// files.
    ///
    /// Linux has this rule (`fs.protected_symlinks`), but an administrator can disable it, and a
    /// process can evade it by removing the link for the moment when the system resolves it. Nobody
    /// else can replace a link that passes this check: the sticky bit reserves that to the owners
    /// of the link and the folder.
    private func checkOwner(
        of link: footing_file_facts?,
        in folder: FolderCalls
    ) throws(ExtendedAttributeError) {
        var facts = footing_file_facts()
        try check(FolderCalls.look(at: folder.folder, into: &facts))
        let isOpenToAll = facts.mode & 0o1002 == 0o1002
        guard isOpenToAll, link?.owner != geteuid(), link?.owner != facts.owner else { return }
        throw failure(EACCES)
    }

    /// Throws if the file at the end of a path is not the file to which the system resolved a link.
    private func check(
        _ old: footing_file_facts?,
        is target: LinkTarget?
    ) throws(ExtendedAttributeError) {
        switch (target, old) {
        case (.missing, _?):
            // Another process has changed the link, or created the file.
            throw ExtendedAttributeError(.unstable, .save, name: nil, path: path.bytes)
        case (.file(let target), let old):
            // The content of a link under /proc need not be the path of its target.
            guard old?.device == target.device, old?.number == target.number else {
                throw unsupported
            }
        case (.missing, nil), (nil, _):
            break
        }
    }

    private func withOldFile<Result>(
        _ name: SystemPath,
        in folder: FolderCalls,
        _ body: (FilePlace) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        let result = folder.open(name)
        if result == -Int(ENOENT) {
            return try body(FilePlace(calls: folder, name: name, old: nil))
        }
        let file = try check(result)
        defer { footing_file_close(file) }
        // Another file may have been given the name since the look-up.
        var facts = footing_file_facts()
        try check(FolderCalls.look(at: file, into: &facts))
        guard facts.kind == footing_file_regular else {
            throw unsupported
        }
        return try body(FilePlace(calls: folder, name: name, old: (file, facts)))
    }

    private var unsupported: ExtendedAttributeError {
        ExtendedAttributeError(.unsupported, .save, name: nil, path: path.bytes)
    }

    /// Returns the facts of the file with a name, or `nil` if the name is free.
    private func look(
        at name: SystemPath,
        in folder: FolderCalls,
        following: Bool
    ) throws(ExtendedAttributeError) -> footing_file_facts? {
        var facts = footing_file_facts()
        let result = folder.look(at: name, following: following, into: &facts)
        if result == -Int(ENOENT) { return nil }
        try check(result)
        return facts
    }
}
