import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Creates the entries of an archive in a folder that nothing leaves.
final class Unpacker {
    /// A file or folder that this call has created.
    private struct Made {
        let kind: ArchiveEntry.Kind
        /// The identity of a folder, and its entry unless only paths of others contain it.
        var identity: FileIdentity?
        var entry: ArchiveEntry?
    }

    var report = ArchiveReport()
    private let url: URL
    private let options: ArchiveOptions
    private let renaming: ((ArchiveEntry) -> ArchivePath?)?
    private var chain: FolderChain?
    /// The permissions that the process's mask allows.
    private var mask = FileMode.standardFolder
    /// The file whose contents are written, and their number so far.
    private var open: (file: NewFile, entry: ArchiveEntry, path: ArchivePath, count: Int)?
    private var totalCount = 0
    private var made: [ArchivePath: Made] = [:]
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

    /// Returns the path of an entry in the folder, or `nil` if nothing is to be created now: the
    /// entry is left out, a symbolic link, or an issue.
    func path(of entry: ArchiveEntry) throws(ArchiveError) -> ArchivePath? {
        guard let path = renaming == nil ? entry.path : renaming?(entry),
            !path.isEmpty || entry.kind != .folder
        else { return nil }
        guard path.isSafe(within: options.limits) else {
            try skip(entry, .unsafePath)
            return nil
        }
        if renaming != nil { renamed[entry.path] = path }
        switch entry.kind {
        case .file, .folder: return path
        case .symbolicLink: try addLink(entry, at: path)
        case .hardLink where options.links != .skipped: return path
        case .hardLink: try skip(entry, .unsafeLink)
        case .device, .pipe, .other: try skip(entry, .unsupportedKind)
        }
        return nil
    }

    /// Notes a symbolic link that is created after all files.
    private func addLink(_ entry: ArchiveEntry, at path: ArchivePath) throws(ArchiveError) {
        let target = entry.linkTarget?.bytes ?? []
        guard options.links.allow(target: target, atDepth: path.names.count - 1) else {
            return try skip(entry, .unsafeLink)
        }
        guard links[path] == nil else { return try skip(entry, .duplicatePath) }
        links[path] = entry
    }

    /// Adds the issue of an entry that is left out.
    private func skip(_ entry: ArchiveEntry, _ code: ArchiveError.Code) throws(ArchiveError) {
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
    }

    // MARK: Creating

    /// Creates a folder or a hard link, or begins a file, and returns whether contents follow.
    func begin(_ entry: ArchiveEntry, at path: ArchivePath) throws(ArchiveError) -> Bool {
        if entry.kind == .folder {
            guard try folder(path.names[...], for: entry) != nil else { return false }
            guard made[path]?.entry == nil else {
                try skip(entry, .duplicatePath)
                return false
            }
            made[path]?.entry = entry
            return false
        }
        guard let folder = try folder(path.names.dropLast(), for: entry) else { return false }
        guard entry.kind == .file else {
            try makeHardLink(entry, at: path, in: folder)
            return false
        }
        let name = SystemPath(path.names.last ?? [])
        let file = try ArchiveError.check(url, entry.path) { () throws(ErrorNumber) in
            try NewFile(name, in: folder, mode: .private)
        }
        open = (file, entry, path, 0)
        return true
    }

    /// Writes contents of the file that was begun.
    func write(_ piece: Data, isHole: Bool = false) throws(ArchiveError) {
        guard let (file, entry, _, _) = open else { return }
        let limit = options.limits.totalBytes
        guard piece.count <= limit - totalCount else {
            throw ArchiveError(exceeding: .totalBytes, of: limit, path: entry.path, at: nil)
        }
        totalCount += piece.count
        open?.count += piece.count
        do throws(ArchiveError) {
            if isHole { try file.skip(piece.count) } else { try file.write(piece) }
        } catch {
            throw error.located(in: url, entry.path)
        }
    }

    /// Gives the file its permissions, its date and its name.
    func endFile() throws(ArchiveError) {
        guard let (file, entry, path, count) = open else { return }
        open = nil
        try ArchiveError.check(url, entry.path) { () throws(ErrorNumber) in
            try file.close(mode: mode(of: entry), modified: time(of: entry))
        }
        let isPlaced = try place(entry, at: path) { isReplacing throws(ErrorNumber) in
            try file.rename(replacing: isReplacing)
        }
        guard isPlaced else { return }
        report.fileCount += 1
        report.byteCount += count
    }

    /// Removes the file that was begun.
    func dropFile() { open = nil }

    private func makeHardLink(
        _ entry: ArchiveEntry,
        at path: ArchivePath,
        in folder: Folder
    ) throws(ArchiveError) {
        let stated = entry.linkTarget ?? ""
        let target = renaming == nil ? stated : renamed[stated] ?? ""
        if var link = links[target] {
            link.path = entry.path
            return try addLink(link, at: path)
        }
        guard made[target]?.kind == .file, let last = target.names.last,
            let targetFolder = try self.folder(target.names.dropLast(), for: entry)
        else { return try skip(entry, .unsafeLink) }
        try make(entry, at: path, in: folder) { name throws(ErrorNumber) in
            try folder.makeHardLink(name, to: SystemPath(last), in: targetFolder)
        }
    }

    private func makeLink(_ entry: ArchiveEntry, at path: ArchivePath) throws(ArchiveError) {
        guard let folder = try folder(path.names.dropLast(), for: entry) else { return }
        try make(entry, at: path, in: folder) { name throws(ErrorNumber) in
            try folder.makeLink(name, to: entry.linkTarget?.bytes ?? [])
            // Not every volume has dates of links.
            if let time = time(of: entry) { try? folder.setModified(name, time) }
        }
    }

    /// Makes a link under a temporary name, and gives it its own.
    private func make(
        _ entry: ArchiveEntry,
        at path: ArchivePath,
        in folder: Folder,
        _ make: (SystemPath) throws(ErrorNumber) -> Void
    ) throws(ArchiveError) {
        let temporary = SystemPath.temporaryName()
        try ArchiveError.check(url, entry.path) { () throws(ErrorNumber) in try make(temporary) }
        // After an issue, or if both are names of one file, for which renaming does nothing.
        defer { try? folder.remove(temporary) }
        let isPlaced = try place(entry, at: path) { isReplacing throws(ErrorNumber) in
            let name = SystemPath(path.names.last ?? [])
            try folder.rename(temporary, to: name, replacing: isReplacing)
        }
        if isPlaced { report.linkCount += 1 }
    }

    // MARK: Folders

    /// Opens a folder of the archive, which may be missing; `nil` after an issue.
    private func folder(
        _ names: ArraySlice<ArraySlice<UInt8>>,
        for entry: ArchiveEntry
    ) throws(ArchiveError) -> Folder? {
        try prepare()
        func note(_ folder: Folder, _ count: Int) throws(ErrorNumber) {
            let identity = try folder.identity()
            let path = ArchivePath(names: names.prefix(count))
            made[path] = Made(kind: .folder, identity: identity)
            identities.insert(identity)
            report.folderCount += 1
        }
        do throws(ErrorNumber) {
            return try chain?.open(names, created: options.mode == .replaceOnly ? nil : note)
        } catch {
            guard !error.isOfNoFolder else {
                try skip(entry, .blockedPath)
                return nil
            }
            guard error == .noSuchFile, options.mode == .replaceOnly else {
                throw ArchiveError(error, path: entry.path, url: url)
            }
            try skip(entry, .notFound)
            return nil
        }
    }

    /// Opens the folder into which the archive is unpacked, and creates it if it is missing.
    func prepare() throws(ArchiveError) {
        guard chain == nil else { return }
        let path = try SystemPath(ofFileAt: url)
        try ArchiveError.check(url) { () throws(ErrorNumber) in
            _ = try Folder.working.makeFolderIfMissing(path, mode: .standardFolder)
            let root = try Folder(path, followingSymlinks: true)
            // The process's mask can't be read without changing it.
            let name = SystemPath.temporaryName()
            let probe = try root.create(name, mode: .standardFolder)
            defer { try? root.remove(name) }
            mask = try FileStatus(ofDescriptor: probe.number).mode
            chain = FolderChain(root: root)
        }
    }

    /// Creates the links, and sets the permissions and dates of the new folders.
    func finish() throws(ArchiveError) {
        try prepare()
        let sorted = links.sorted { $0.key.precedes($1.key) }
        links = [:]
        for (path, entry) in sorted { try makeLink(entry, at: path) }
        try finishFolders()
    }

    /// Finishes the folders after an error, and returns the error with the report.
    func end(after error: ArchiveError) -> ArchiveError {
        open = nil
        try? finishFolders()
        var error = error
        error.report = report
        return error
    }

    /// Sets the permissions and dates of the new folders, the deepest first.
    private func finishFolders() throws(ArchiveError) {
        let folders = made.filter { $0.value.kind == .folder }
        made = [:]
        for (path, new) in folders.sorted(by: { $1.key.precedes($0.key) }) {
            let entry = new.entry ?? ArchiveEntry(path, kind: .folder)
            try ArchiveError.check(url, entry.path) { () throws(ErrorNumber) in
                // Another program may have put another folder there.
                guard let folder = try chain?.open(path.names[...]),
                    try folder.identity() == new.identity
                else { return }
                let readable = try folder.openForReading()
                try readable.chmod(mode(of: entry))
                if let time = time(of: entry) { try readable.setModified(time) }
            }
        }
    }

    // MARK: Names

    /// Gives what was made its name, and returns false after an issue.
    ///
    /// The argument of `rename` is whether it replaces what has the name.
    private func place(
        _ entry: ArchiveEntry,
        at path: ArchivePath,
        _ rename: (_ isReplacing: Bool) throws(ErrorNumber) -> Void
    ) throws(ArchiveError) -> Bool {
        if let earlier = made[path] {
            guard earlier.kind == .file, entry.kind == .file else {
                try skip(entry, .duplicatePath)
                return false
            }
            let message = "it replaced an earlier entry with the path"
            let issue = ArchiveIssue(.duplicatePath, path: entry.path, .replacedEarlier, message)
            try report.add(issue, options)
        }
        let code = try ArchiveError.check(url, entry.path) {
            () throws(ErrorNumber) -> ArchiveError.Code? in
            do throws(ErrorNumber) {
                if made[path] == nil, options.mode != .replaceOnly {
                    try rename(false)
                    return nil
                }
            } catch {
                guard error == .exists else { throw error }
            }
            if made[path] == nil {
                guard let identity = try identity(at: path) else { return .notFound }
                guard try !isOurs(identity) else { return .collidingPaths }
                guard options.mode != .createOnly else { return .alreadyExists }
            }
            do throws(ErrorNumber) {
                try rename(true)
                return nil
            } catch {
                guard error == .isAFolder else { throw error }
                return .alreadyExists
            }
        }
        if let code {
            try skip(entry, code)
            return false
        }
        // Another name of a file is a file.
        made[path] = Made(kind: entry.kind == .hardLink ? .file : entry.kind)
        unidentified.append(path)
        return true
    }

    /// The identity of the file at a path, whose folder is open; `nil` if it is missing.
    private func identity(at path: ArchivePath) throws(ErrorNumber) -> FileIdentity? {
        do throws(ErrorNumber) {
            let folder = try chain?.open(path.names.dropLast())
            return try folder?.identity(of: SystemPath(path.names.last ?? []))
        } catch {
            guard error == .noSuchFile else { throw error }
            return nil
        }
    }

    /// Whether this call has created a file under another path.
    ///
    /// Only now the files are identified, since most archives never need that.
    private func isOurs(_ identity: FileIdentity) throws(ErrorNumber) -> Bool {
        for path in unidentified {
            if let identity = try? self.identity(at: path) { identities.insert(identity) }
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
