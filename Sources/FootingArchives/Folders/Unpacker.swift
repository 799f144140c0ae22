import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Creates the entries of an archive in a folder that nothing leaves.
///
/// Errors of system calls are thrown as such; ``end(after:)`` locates them.
final class Unpacker {
    /// A name that this call has created; another name of a file is a file.
    private enum Made {
        case file, symbolicLink
        /// The index in the list of new folders.
        case folder(Int)
    }

    var report = ArchiveReport()
    let options: ArchiveOptions
    private let url: URL
    private let renaming: ((ArchiveEntry) -> ArchivePath?)?
    private var chain: FolderChain?
    /// The permissions that the process's mask allows.
    private var mask = FileMode.standardFolder
    /// The latest entry, its path in the folder, its file if contents are written, and their number
    /// so far.
    private var entry = ArchiveEntry("")
    private var path: ArchivePath = ""
    private var file: NewFile?
    private var count = 0
    private var totalCount = 0
    private var made: [ArchivePath: Made] = [:]
    /// The new folders, parents first, and their entries unless they are in paths of others alone.
    private var folders: [(path: ArraySlice<UInt8>, identity: FileIdentity, ArchiveEntry?)] = []
    /// The symbolic links, which are created last.
    private var links: [ArchivePath: ArchiveEntry] = [:]
    /// The paths in the folder by those in the archive, if entries are renamed.
    private var renamed: [ArchivePath: ArchivePath] = [:]
    /// The identities of what this call has created, except for the paths.
    private var identities: Set<FileIdentity> = []
    private var unidentified: [ArchivePath] = []

    init(
        to url: URL,
        _ options: ArchiveOptions,
        _ renaming: ((ArchiveEntry) -> ArchivePath?)?
    ) {
        self.url = url
        self.options = options
        self.renaming = renaming
    }

    // MARK: Judging

    /// Returns the path of an entry in the folder; `nil` if it is created last, or left out.
    func judge(_ entry: ArchiveEntry) throws -> ArchivePath? {
        guard var path = renaming == nil ? entry.path : renaming?(entry) else { return nil }
        // The target of a link, which may have been returned, is not normalized.
        if renaming != nil { path = ArchivePath(bytes: path.bytes) }
        guard !path.isEmpty || entry.kind != .folder else { return nil }
        self.entry = entry
        guard path.isSafe(within: options.limits) else { return try skip(.unsafePath) }
        if renaming != nil { renamed[entry.path] = path }
        switch entry.kind {
        case .file, .folder: return path
        case .symbolicLink: return try addLink(entry, at: path)
        case .hardLink: return options.links == .skipped ? try skip(.unsafeLink) : path
        case .device, .pipe, .other: return try skip(.unsupportedKind)
        }
    }

    /// Notes a symbolic link, and returns `nil`.
    private func addLink(_ entry: ArchiveEntry, at path: ArchivePath) throws -> ArchivePath? {
        let target = entry.linkTarget?.bytes ?? []
        guard options.links.allow(target: target, atDepth: path.components.count - 1) else {
            return try skip(.unsafeLink)
        }
        guard links[path] == nil else { return try skip(.duplicatePath) }
        links[path] = entry
        return nil
    }

    /// Adds the issue that the latest entry is left out, and returns `nil`.
    @discardableResult
    private func skip(_ code: ArchiveError.Code) throws -> ArchivePath? {
        let message =
            switch code {
            case .unsafePath: "the path is not safe"
            case .unsafeLink: "the target of the link is not allowed, or was not unpacked before"
            case .unsupportedKind: "a \(entry.kind) is never unpacked"
            case .blockedPath: "a component of the path is a link or no folder"
            case .duplicatePath: "another entry has the path"
            case .collidingPaths: "the volume has one name for two paths"
            case .notFound: "there is nothing to be replaced"
            default: "the name already exists"
            }
        try report.add(ArchiveIssue(code, path: entry.path, .skippedEntry, message), options)
        return nil
    }

    // MARK: Creating

    /// Creates a folder or a hard link, or begins a file, and returns whether contents follow.
    func begin(_ entry: ArchiveEntry, at path: ArchivePath) throws -> Bool {
        (self.entry, self.path, count) = (entry, path, 0)
        guard entry.kind != .folder else {
            if try folder(path.bytes[...]) != nil, case .folder(let index) = made[path] {
                if folders[index].2 != nil { try skip(.duplicatePath) }
                folders[index].2 = folders[index].2 ?? entry
            }
            return false
        }
        let (folderPath, name) = path.folderAndName
        guard let folder = try folder(folderPath) else { return false }
        if entry.kind == .file {
            file = try NewFile(SystemPath(name), in: folder, mode: .private)
        } else {
            try makeHardLink(in: folder)
        }
        return file != nil
    }

    /// Writes contents of the file that was begun.
    func write(_ piece: Data) throws {
        try note(piece.count)
        try file?.write(piece)
    }

    /// Leaves a hole in the file that was begun.
    func leaveHole(_ size: Int) throws {
        try note(size)
        try file?.skip(size)
    }

    /// Notes bytes of contents, if the limit allows them.
    private func note(_ size: Int) throws {
        let limit = options.limits.totalBytes
        guard size <= limit - totalCount else {
            throw ArchiveError(exceeding: .totalBytes, of: limit, path: entry.path, at: nil)
        }
        totalCount += size
        count += size
    }

    /// Gives the file its permissions, its date and its name.
    func endFile() throws {
        guard let file = file.take() else { return }
        try file.close(mode: mode(of: entry), modified: time(of: entry))
        guard try place(file) else { return }
        report.fileCount += 1
        report.byteCount += count
    }

    /// Removes the file that was begun.
    func dropFile() { file = nil }

    private func makeHardLink(in folder: Folder) throws {
        let stated = entry.linkTarget ?? ""
        let target = renaming == nil ? stated : renamed[stated] ?? ""
        if var link = links[target] {
            link.path = entry.path
            _ = try addLink(link, at: path)
            return
        }
        let (path, name) = target.folderAndName
        guard case .file = made[target], let targetFolder = try self.folder(path) else {
            try skip(.unsafeLink)
            return
        }
        try makeLink(in: folder) { temporary throws(ErrorNumber) in
            try folder.makeHardLink(temporary, to: SystemPath(name), in: targetFolder)
        }
    }

    private func makeLink(
        in folder: Folder,
        _ make: (SystemPath) throws(ErrorNumber) -> Void
    ) throws {
        let name = SystemPath(path.folderAndName.name)
        if try place(NewFile(link: name, in: folder, make)) { report.linkCount += 1 }
    }

    // MARK: Folders

    /// Opens a folder of the archive, which may be missing; `nil` after an issue.
    private func folder(_ path: ArraySlice<UInt8>) throws -> Folder? {
        try prepare()
        func note(_ folder: Folder, _ path: ArraySlice<UInt8>) throws(ErrorNumber) {
            let identity = try folder.identity()
            made[ArchivePath(bytes: path)] = .folder(folders.count)
            folders.append((path, identity, nil))
            identities.insert(identity)
            report.folderCount += 1
        }
        do throws(ErrorNumber) {
            return try chain?.open(path, created: options.mode == .replaceOnly ? nil : note)
        } catch {
            let isMissing = error == .noSuchFile && options.mode == .replaceOnly
            guard isMissing || error.isOfNoFolder else { throw error }
            try skip(isMissing ? .notFound : .blockedPath)
            return nil
        }
    }

    /// Opens the folder into which the archive is unpacked, and creates it if it is missing.
    func prepare() throws {
        guard chain == nil else { return }
        let path = try SystemPath(ofFileAt: url)
        _ = try Folder.working.makeFolderIfMissing(path, mode: .standardFolder)
        let root = try Folder(path, followingSymlinks: true)
        // The process's mask can't be read without changing it.
        let name = SystemPath.temporaryName()
        let probe = try root.create(name, mode: .standardFolder)
        defer { try? root.remove(name) }
        mask = try FileStatus(ofDescriptor: probe.number).mode
        chain = FolderChain(root: root)
    }

    /// Creates the links, and sets the permissions and dates of the new folders.
    func finish() throws {
        try prepare()
        let sorted = links.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        links = [:]
        for (path, entry) in sorted {
            (self.path, self.entry) = (path, entry)
            guard let folder = try folder(path.folderAndName.folder) else { continue }
            try makeLink(in: folder) { temporary throws(ErrorNumber) in
                try folder.makeLink(temporary, to: entry.linkTarget?.bytes ?? [])
                // Not every volume has dates of links.
                if let time = time(of: entry) { try? folder.setModified(temporary, time) }
            }
        }
        try finishFolders()
    }

    /// Finishes the folders after an error, and returns the error with its location and the report.
    func end(after error: any Error) -> ArchiveError {
        var located = ArchiveError(error)
        let path = entry.path.isEmpty ? nil : entry.path
        if error is ErrorNumber { located = located.located(in: url, path) }
        file = nil
        while !folders.isEmpty { try? finishFolders() }
        located.report = report
        return located
    }

    /// Sets the permissions and dates of the new folders, the deepest first.
    private func finishFolders() throws {
        while let (path, identity, stated) = folders.popLast() {
            entry = stated ?? ArchiveEntry(ArchivePath(bytes: path), kind: .folder)
            do throws(ErrorNumber) {
                guard let folder = try chain?.open(path), try folder.identity() == identity else {
                    continue
                }
                let readable = try folder.openForReading()
                try readable.chmod(mode(of: entry))
                if let time = time(of: entry) { try readable.setModified(time) }
            } catch {
                // Another program may have removed the folder, or put something else there.
                guard error == .noSuchFile || error.isOfNoFolder else { throw error }
            }
        }
        made = [:]
    }

    // MARK: Names

    /// Gives a complete file or link its name, and returns false after an issue.
    private func place(_ file: NewFile) throws -> Bool {
        var code: ArchiveError.Code?
        switch (made[path], entry.kind) {
        case (nil, _): code = try file.place(options.mode, isOurs)
        case (.file, .file):
            let message = "it replaced an earlier entry with the path"
            let issue = ArchiveIssue(.duplicatePath, path: entry.path, .replacedEarlier, message)
            try report.add(issue, options)
            code = try file.place(.createOrReplace)
        default: code = .duplicatePath
        }
        if let code {
            try skip(code)
            return false
        }
        made[path] = entry.kind == .symbolicLink ? .symbolicLink : .file
        unidentified.append(path)
        return true
    }

    /// Whether this call has created a file under another path.
    ///
    /// Only now the files are identified, since most archives never need that.
    private func isOurs(_ identity: FileIdentity) -> Bool {
        for path in unidentified {
            let (folder, name) = path.folderAndName
            let identity = try? chain?.open(folder).identity(of: SystemPath(name))
            if let identity { identities.insert(identity) }
        }
        unidentified = []
        return identities.contains(identity)
    }

    // MARK: Permissions and dates

    private func mode(of entry: ArchiveEntry) -> FileMode {
        if options.permissions == .stored, let permissions = entry.permissions {
            return FileMode(rawValue: UInt32(permissions) & 0o777)
        }
        let isExecutable = entry.kind == .folder || (entry.permissions ?? 0) & 0o100 != 0
        return FileMode(rawValue: (isExecutable ? 0o755 : 0o644) & mask.rawValue)
    }

    /// The date of an entry, if it has one that the system may represent.
    private func time(of entry: ArchiveEntry) -> (seconds: Int64, nanoseconds: Int64)? {
        let local = entry.dosDate.map { DOSDate(value: $0) }
        let date = entry.modificationDate ?? local?.date(in: options.timeZone)
        guard let exact = date?.timeIntervalSince1970, abs(exact) < 1e15 else { return nil }
        let seconds = exact.rounded(.down)
        return (Int64(seconds), min(Int64((exact - seconds) * 1e9), 999_999_999))
    }
}

@available(*, unavailable, message: "An archive is unpacked by one owner at a time.")
extension Unpacker: @unchecked Sendable {}
