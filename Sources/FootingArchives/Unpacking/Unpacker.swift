import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Creates the entries of an archive in a folder that nothing leaves.
final class Unpacker {
    /// A folder that this call has created.
    private struct NewFolder {
        let identity: FileIdentity
        /// The entry of the folder; `nil` if only paths of others contain it.
        var entry: ArchiveEntry?
    }

    /// A file whose contents are written.
    private struct OpenFile {
        let file: NewFile
        let entry: ArchiveEntry
        let path: ArchivePath
        let folder: Folder
        let name: SystemPath
        var count = 0
    }

    private let url: URL
    private let options: ArchiveOptions
    private let renaming: ((ArchiveEntry) -> ArchivePath?)?
    var report = ArchiveReport()

    private var chain: FolderChain?
    /// The permissions that the process's mask allows.
    private var mask = FileMode.standardFolder
    private var openFile: OpenFile?
    private var totalCount = 0
    /// The files and links that this call has created, by their paths in the folder.
    private var kinds: [ArchivePath: ArchiveEntry.Kind] = [:]
    private var newFolders: [ArchivePath: NewFolder] = [:]
    /// The symbolic links, which are created last, and their targets.
    private var links: [(entry: ArchiveEntry, path: ArchivePath)] = []
    private var linkTargets: [ArchivePath: ArchivePath] = [:]
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

    /// Returns the path of an entry in the folder, or `nil` if nothing is to be created now: the
    /// entry is left out, a symbolic link, or an issue.
    func path(of entry: ArchiveEntry) throws(ArchiveError) -> ArchivePath? {
        guard let path = renaming == nil ? entry.path : renaming?(entry) else { return nil }
        guard !path.isEmpty || entry.kind != .folder else { return nil }
        guard path.isSafe(within: options.limits) else {
            try skip(entry, .unsafePath, "the path is not safe")
            return nil
        }
        switch entry.kind {
        case .symbolicLink:
            try addLink(entry, at: path)
            return nil
        case .hardLink where options.links == .skipped:
            try skip(entry, .unsafeLink, "links are skipped")
            return nil
        case .device, .pipe, .other:
            try skip(entry, .unsupportedKind, "a \(entry.kind) is never unpacked")
            return nil
        case .file, .folder, .hardLink:
            if renaming != nil { renamed[entry.path] = path }
            return path
        }
    }

    /// Notes a symbolic link that is created after all files.
    private func addLink(_ entry: ArchiveEntry, at path: ArchivePath) throws(ArchiveError) {
        let target = entry.linkTarget ?? ""
        guard options.links.allow(target: target.bytes, atDepth: path.names.count - 1) else {
            return try skip(entry, .unsafeLink, "the target of the link is not allowed")
        }
        if renaming != nil { renamed[entry.path] = path }
        links.append((entry, path))
        linkTargets[path] = target
    }

    /// Adds the issue of an entry that is left out.
    func skip(
        _ entry: ArchiveEntry,
        _ code: ArchiveError.Code,
        _ message: String
    ) throws(ArchiveError) {
        try report.add(ArchiveIssue(code, path: entry.path, .skippedEntry, message), options)
    }

    // MARK: Creating

    /// Creates a folder or a hard link, or begins a file, and returns whether contents follow.
    func begin(_ entry: ArchiveEntry, at path: ArchivePath) throws(ArchiveError) -> Bool {
        let names = path.names
        guard entry.kind != .folder else {
            guard try open(names[...], for: entry) != nil else { return false }
            guard newFolders[path]?.entry == nil else {
                try skip(entry, .duplicatePath, "the folder has another entry")
                return false
            }
            newFolders[path]?.entry = entry
            return false
        }
        guard let last = names.last, let folder = try open(names.dropLast(), for: entry) else {
            return false
        }
        let name = SystemPath(last)
        guard entry.kind == .file else {
            try makeHardLink(entry, at: path, in: folder, name)
            return false
        }
        let file = try check(entry) { () throws(ErrorNumber) in
            try NewFile(name, in: folder, mode: .private)
        }
        openFile = OpenFile(file: file, entry: entry, path: path, folder: folder, name: name)
        return true
    }

    /// Writes contents of the file that was begun.
    func write(_ piece: Data, isHole: Bool = false) throws(ArchiveError) {
        guard let open = openFile else { return }
        let limit = options.limits.totalBytes
        guard piece.count <= limit - totalCount else {
            throw ArchiveError(exceeding: .totalBytes, of: limit, path: open.entry.path, at: nil)
        }
        totalCount += piece.count
        openFile?.count += piece.count
        do throws(ArchiveError) {
            if isHole { try open.file.skip(piece.count) } else { try open.file.write(piece) }
        } catch {
            throw error.located(in: url, open.entry.path)
        }
    }

    /// Gives the file its permissions, its date and its name.
    func endFile() throws(ArchiveError) {
        guard let open = openFile else { return }
        openFile = nil
        let entry = open.entry
        try check(entry) { () throws(ErrorNumber) in
            try open.file.close(mode: mode(of: entry), modified: time(of: entry))
        }
        let isPlaced = try place(entry, at: open.path, in: open.folder, open.name) {
            isReplacing throws(ErrorNumber) in
            try open.file.rename(replacing: isReplacing)
        }
        guard isPlaced else { return }
        report.fileCount += 1
        report.byteCount += open.count
    }

    /// Removes the file that was begun.
    func dropFile() { openFile = nil }

    private func makeHardLink(
        _ entry: ArchiveEntry,
        at path: ArchivePath,
        in folder: Folder,
        _ name: SystemPath
    ) throws(ArchiveError) {
        let stated = entry.linkTarget ?? ""
        let target = renaming == nil ? stated : renamed[stated] ?? ""
        if let linkTarget = linkTargets[target] {
            var link = entry
            (link.kind, link.linkTarget) = (.symbolicLink, linkTarget)
            return try addLink(link, at: path)
        }
        guard kinds[target] == .file, let last = target.names.last,
            let targetFolder = try open(target.names.dropLast(), for: entry)
        else {
            return try skip(entry, .unsafeLink, "the target is no file that was unpacked before")
        }
        let isPlaced = try place(entry, at: path, in: folder, name) {
            isReplacing throws(ErrorNumber) in
            try folder.make(name, isReplacing: isReplacing) { name throws(ErrorNumber) in
                try folder.makeHardLink(name, to: SystemPath(last), in: targetFolder)
            }
        }
        if isPlaced { report.linkCount += 1 }
    }

    private func makeLink(_ entry: ArchiveEntry, at path: ArchivePath) throws(ArchiveError) {
        guard let target = entry.linkTarget, let last = path.names.last,
            let folder = try open(path.names.dropLast(), for: entry)
        else { return }
        let name = SystemPath(last)
        let isPlaced = try place(entry, at: path, in: folder, name) {
            isReplacing throws(ErrorNumber) in
            try folder.make(name, isReplacing: isReplacing) { name throws(ErrorNumber) in
                try folder.makeLink(name, to: target.bytes)
                // Not every volume has dates of links.
                if let time = time(of: entry) { try? folder.setModified(name, time) }
            }
        }
        if isPlaced { report.linkCount += 1 }
    }

    // MARK: Folders

    /// Opens a folder of the archive; `nil` after an issue.
    private func open(
        _ names: ArraySlice<ArraySlice<UInt8>>,
        for entry: ArchiveEntry
    ) throws(ArchiveError) -> Folder? {
        var chain = try openRoot()
        // Not shared, so that it is not copied.
        self.chain = nil
        defer { self.chain = chain }
        func note(_ folder: Folder, _ count: Int) throws(ErrorNumber) {
            let identity = try folder.identity()
            newFolders[ArchivePath(names: names.prefix(count))] = NewFolder(identity: identity)
            identities.insert(identity)
            report.folderCount += 1
        }
        do throws(ErrorNumber) {
            return try chain.open(names, created: options.mode == .replaceOnly ? nil : note)
        } catch {
            if error.isOfNoFolder {
                try skip(entry, .blockedPath, "a component of the path is a link or no folder")
            } else if error == .noSuchFile, options.mode == .replaceOnly {
                try skip(entry, .notFound, "there is nothing to be replaced")
            } else {
                throw ArchiveError(error, path: entry.path, url: url)
            }
            return nil
        }
    }

    /// Opens the folder into which the archive is unpacked, and creates it if it is missing.
    func prepare() throws(ArchiveError) { chain = try openRoot() }

    private func openRoot() throws(ArchiveError) -> FolderChain {
        if let chain { return chain }
        let path = try SystemPath(ofFileAt: url)
        do throws(ErrorNumber) {
            _ = try Folder.working.makeFolderIfMissing(path, mode: .standardFolder)
            let root = try Folder(path, followingSymlinks: true)
            // The process's mask can't be read without changing it.
            let name = SystemPath.temporaryName()
            let probe = try root.create(name, mode: .standardFolder)
            defer { try? root.remove(name) }
            mask = try FileStatus(ofDescriptor: probe.number).mode
            return FolderChain(root: root)
        } catch {
            throw ArchiveError(error, url: url)
        }
    }

    /// Creates the links, and sets the permissions and dates of the new folders.
    func finish() throws(ArchiveError) {
        try prepare()
        for (entry, path) in links { try makeLink(entry, at: path) }
        try finishFolders()
    }

    /// Finishes the folders after an error, and returns the error with the report.
    func end(after error: ArchiveError) -> ArchiveError {
        openFile = nil
        try? finishFolders()
        var error = error
        error.report = report
        return error
    }

    /// Sets the permissions and dates of the new folders, the deepest first.
    private func finishFolders() throws(ArchiveError) {
        let paths = newFolders.keys.sorted { $1.bytes.lexicographicallyPrecedes($0.bytes) }
        for path in paths {
            let new = newFolders.removeValue(forKey: path)
            let entry = new?.entry ?? ArchiveEntry(path, kind: .folder)
            try check(entry) { () throws(ErrorNumber) in
                // Another program may have put another folder there.
                guard let folder = try chain?.open(path.names[...]),
                    try folder.identity() == new?.identity
                else { return }
                let readable = try folder.openForReading()
                try readable.chmod(mode(of: entry))
                if let time = time(of: entry) { try readable.setModified(time) }
            }
        }
    }

    // MARK: Names

    /// Gives what was made a name, and returns false after an issue.
    ///
    /// The argument of `put` is whether it replaces what has the name.
    private func place(
        _ entry: ArchiveEntry,
        at path: ArchivePath,
        in folder: Folder,
        _ name: SystemPath,
        _ put: (_ isReplacing: Bool) throws(ErrorNumber) -> Void
    ) throws(ArchiveError) -> Bool {
        let earlier = newFolders[path] == nil ? kinds[path] : .folder
        guard earlier == nil || earlier == .file && entry.kind == .file else {
            try skip(entry, .duplicatePath, "an earlier entry has the path")
            return false
        }
        if earlier != nil {
            let message = "it replaced an earlier entry with the path"
            try report.add(
                ArchiveIssue(.duplicatePath, path: entry.path, .replacedEarlier, message),
                options
            )
        }
        var isTaken = earlier != nil
        if !isTaken {
            do throws(ErrorNumber) {
                if options.mode == .replaceOnly {
                    _ = try folder.identity(of: name)
                    isTaken = true
                } else {
                    try put(false)
                }
            } catch {
                switch error {
                case .exists: isTaken = true
                case .noSuchFile where options.mode == .replaceOnly:
                    try skip(entry, .notFound, "there is nothing to be replaced")
                    return false
                default: throw ArchiveError(error, path: entry.path, url: url)
                }
            }
            if isTaken {
                let isCollision = try check(entry) { () throws(ErrorNumber) in
                    try isOurs(folder, name)
                }
                if isCollision {
                    try skip(entry, .collidingPaths, "the volume has one name for two paths")
                    return false
                }
                if options.mode == .createOnly {
                    try skip(entry, .alreadyExists, "the name already exists")
                    return false
                }
            }
        }
        if isTaken {
            do throws(ErrorNumber) {
                try put(true)
            } catch {
                guard error == .isAFolder else {
                    throw ArchiveError(error, path: entry.path, url: url)
                }
                try skip(entry, .alreadyExists, "a folder has the name")
                return false
            }
        }
        // Another name of a file is a file.
        kinds[path] = entry.kind == .hardLink ? .file : entry.kind
        unidentified.append(path)
        return true
    }

    /// Whether this call has created the file that has a name, under another path.
    ///
    /// Only now the files are identified, since most archives never need that.
    private func isOurs(_ folder: Folder, _ name: SystemPath) throws(ErrorNumber) -> Bool {
        for path in unidentified {
            let names = path.names
            let parent = try? chain?.open(names.dropLast())
            let identity = try? parent?.identity(of: SystemPath(names.last ?? []))
            if let identity { identities.insert(identity) }
        }
        unidentified = []
        return try identities.contains(folder.identity(of: name))
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

    private func check<Result>(
        _ entry: ArchiveEntry,
        _ body: () throws(ErrorNumber) -> Result
    ) throws(ArchiveError) -> Result {
        do throws(ErrorNumber) {
            return try body()
        } catch {
            throw ArchiveError(error, path: entry.path, url: url)
        }
    }
}

@available(*, unavailable, message: "An archive is unpacked by one owner at a time.")
extension Unpacker: @unchecked Sendable {}
