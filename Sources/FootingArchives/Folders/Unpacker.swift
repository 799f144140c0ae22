import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Creates the entries of an archive in a folder that nothing leaves.
///
/// Errors of system calls are thrown as such; ``run(_:_:)`` locates them.
final class Unpacker {
    var report = ArchiveReport()
    /// The directory whose issues the report had from the beginning.
    var directory: ZipDirectory?
    let options: ArchiveOptions
    private let url: URL
    private let renaming: ((ArchiveEntry) -> ArchivePath?)?
    private var chain: FolderChain?
    private var error: ArchiveError?
    /// The permissions that the process's mask allows.
    private var mask = FileMode.standardFolder
    /// The latest entry, its path in the folder, and the number of its bytes so far.
    private var entry = ArchiveEntry("")
    private var path: ArchivePath = ""
    private var count = 0
    /// The folder of the file that was begun, the file once it is created, and the contents before.
    private var folder: Folder?
    private var file: NewFile?
    private var contents = Data()
    private var totalCount = 0
    /// The folders and files, links included, that this call has created, and their identities,
    /// except for `latest`.
    private var made: [ArchivePath: ArchiveEntry.Kind] = [:]
    private var identities: Set<FileIdentity> = []
    /// The latest files and links: they are identified only when a name is taken, since most
    /// archives never need that.
    private var latest: [ArchivePath] = []
    /// The new folders, parents first, and, by path, the entries of folders that have one.
    private var folders: [(path: ArchivePath, identity: FileIdentity)] = []
    private var folderEntries: [ArchivePath: ArchiveEntry] = [:]
    /// The symbolic links, which are created last.
    private var links: [ArchivePath: ArchiveEntry] = [:]
    /// The paths in the folder by those in the archive, if entries are renamed.
    private var renamed: [ArchivePath: ArchivePath] = [:]

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
        var path = entry.path
        if let renaming {
            guard let newPath = renaming(entry) else { return nil }
            // The target of a link, which may have been returned, is not normalized.
            path = ArchivePath(bytes: newPath.bytes)
            renamed[entry.path] = path
        }
        guard !path.isEmpty || entry.kind != .folder else { return nil }
        self.entry = entry
        guard path.isSafe(within: options.limits) else { return try skip(.unsafePath) }
        switch entry.kind {
        case .file, .folder: return path
        case .symbolicLink: return try addLink(entry, at: path)
        case .hardLink where options.links != .skipped: return path
        case .hardLink: return try skip(.unsafeLink, ArchiveOptions.Links.skippedReason)
        case .device, .pipe, .other: return try skip(.unsupportedKind)
        }
    }

    /// Notes a symbolic link, and returns `nil`.
    private func addLink(_ entry: ArchiveEntry, at path: ArchivePath) throws -> ArchivePath? {
        let (target, depth) = (entry.linkTarget ?? "", path.components.count - 1)
        if let reason = options.links.refusal(of: target, atDepth: depth) {
            return try skip(.unsafeLink, reason)
        }
        guard links[path] == nil else { return try skip(.duplicatePath) }
        links[path] = reduced(entry)
        return nil
    }

    /// The entry without what is never created, such as records of any size: of links and folders,
    /// all are kept until the end.
    private func reduced(_ entry: ArchiveEntry) -> ArchiveEntry {
        var entry = entry
        entry.details = ArchiveEntry.Details(linkTarget: entry.linkTarget)
        return entry
    }

    /// Throws the issue of an entry of a zip archive that can't be created beside an earlier one.
    func judge(_ paths: [ArchivePath?], of entries: ZipArchive.Entries) throws {
        // A path ends with a zero only if it is a folder's; so a file directly precedes the paths
        // below it.
        func key(_ path: ArchivePath, _ kind: ArchiveEntry.Kind) -> [UInt8] {
            path.bytes.map { $0 == UInt8(ascii: "/") ? 0 : $0 } + (kind == .folder ? [0] : [])
        }
        let links = sortedLinks
        let keys =
            zip(paths, entries).map { path, entry in path.map { key($0, entry.kind) } ?? [] }
            + links.map { key($1, .symbolicLink) }
        let sorted = sortedBytewise(keys)
        for (file, next) in zip(sorted, sorted.dropFirst()) where next.starts(with: file) {
            guard !file.isEmpty, next == file || file.last != 0 && next[file.count] == 0
            else { continue }
            // The keys of a clash occur at least twice; the second, in the archive's order, is at
            // fault.
            let index = keys.indices.filter { [file, next].contains(keys[$0]) }[1]
            entry = index < paths.count ? entries[index] : links[index - paths.count].0
            try skip(keys[index] == file ? .duplicatePath : .blockedPath)
        }
    }

    /// The symbolic links in the order in which they are created.
    private var sortedLinks: [(ArchiveEntry, ArchivePath)] {
        sortedBytewise(links.keys.map(\.bytes)).compactMap { bytes in
            let path = ArchivePath(verbatim: bytes)
            return links[path].map { ($0, path) }
        }
    }

    /// Adds the issue that the latest entry is left out, and returns `nil`.
    @discardableResult
    private func skip(_ code: ArchiveError.Code, _ reason: String? = nil) throws -> ArchivePath? {
        var message =
            switch code {
            case .unsafeLink: reason ?? ""
            case .unsafePath: "the path is not safe"
            case .unsupportedKind where entry.kind == .other:
                "an entry of this kind is never unpacked"
            case .unsupportedKind: "a \(entry.kind) is never unpacked"
            case .blockedPath: "a component of the path is a link or no folder"
            case .duplicatePath: "another entry has the path"
            case .collidingPaths: "the volume has one name for two paths"
            case .notFound: "there is nothing to be replaced"
            default: "the name already exists"
            }
        if let path = renamed[entry.path], path != entry.path {
            message += "; its new path is “\(path)”"
        }
        try note(ArchiveIssue(code, path: entry.path, .skippedEntry, message), of: entry)
        return nil
    }

    /// Counts an issue, unless opening the archive has counted it.
    func note(_ issue: ArchiveIssue, of entry: ArchiveEntry) throws(ArchiveError) {
        let index = entry.origin?.index
        guard let position = index.flatMap({ directory?.position(of: issue.code, of: $0) })
        else { return try report.add(issue, options) }
        report.correct(issue, at: position)
    }

    // MARK: Creating

    /// Creates a folder or a hard link, or begins a file, and returns whether contents follow.
    func begin(_ entry: ArchiveEntry, at path: ArchivePath) throws -> Bool {
        (self.entry, self.path, count) = (entry, path, 0)
        guard entry.kind != .folder else {
            if try folder(path.bytes[...]) != nil, made[path] == .folder {
                if folderEntries[path] != nil { try skip(.duplicatePath) }
                folderEntries[path] = folderEntries[path] ?? reduced(entry)
            }
            return false
        }
        guard let folder = try folder(path.folderAndName.folder) else { return false }
        guard entry.kind == .file else {
            try makeHardLink(in: folder)
            return false
        }
        self.folder = folder
        return true
    }

    /// Writes contents of the file that was begun; those of a small file stay in memory.
    func write(_ piece: Data) throws {
        try note(piece.count)
        if file == nil, count <= StreamDecoder.pieceSize {
            contents.append(piece)
        } else {
            try createFile()?.write(piece)
        }
    }

    /// Leaves a hole in the file that was begun.
    func leaveHole(_ size: Int) throws {
        try note(size)
        try createFile()?.skip(size)
    }

    /// Creates the file that was begun, unless that was done, and writes the contents in memory.
    private func createFile(isComplete: Bool = false) throws -> NewFile? {
        guard file == nil, let folder else { return file }
        let (name, ownMode) = (SystemPath(path.folderAndName.name), mode(of: entry))
        file = try newFile(name, isComplete) { temporaryName throws(ErrorNumber) in
            let mode = temporaryName == name ? ownMode : .private
            return try NewFile(name, in: folder, mode: mode, temporaryName: temporaryName)
        }
        try file?.write(contents)
        contents = Data()
        return file
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
        defer { dropFile() }
        guard let file = try createFile(isComplete: true) else { return }
        let mode = mode(of: entry)
        // With its own name, the file was created with the permissions that the mask allows.
        let hasMode = file.hasOwnName && mode.rawValue & ~mask.rawValue == 0
        try file.close(mode: hasMode ? nil : mode, modified: time(of: entry))
        guard try place(file) else { return }
        report.fileCount += 1
        report.byteCount += count
    }

    /// Removes the file that was begun, if it is not complete.
    func dropFile() { (folder, file, contents) = (nil, nil, Data()) }

    private func makeHardLink(in folder: Folder) throws {
        let stated = entry.linkTarget ?? ""
        let target = renaming == nil ? stated : renamed[stated] ?? ""
        if var link = links[target] {
            link.path = entry.path
            entry = link
            _ = try addLink(link, at: path)
            return
        }
        let (path, name) = target.folderAndName
        identifyLatest()
        guard made[target] == .file, let targetFolder = try self.folder(path) else {
            let reason = "the target “\(stated)” of the link is no file that was unpacked before"
            try skip(.unsafeLink, reason)
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
        let link = try newFile(name, true) { temporaryName throws(ErrorNumber) in
            try NewFile(link: name, in: folder, temporaryName: temporaryName, make)
        }
        if try place(link) { report.linkCount += 1 }
    }

    /// Creates a file or link: with its own name, if it is complete at once and the name is free;
    /// or else with a temporary one.
    private func newFile(
        _ name: SystemPath,
        _ isComplete: Bool,
        _ make: (SystemPath) throws(ErrorNumber) -> NewFile
    ) throws(ErrorNumber) -> NewFile {
        do throws(ErrorNumber) {
            if isComplete, options.mode != .replaceOnly { return try make(name) }
        } catch {
            guard error == .exists else { throw error }
        }
        return try make(.temporaryName())
    }

    // MARK: Folders

    /// Opens a folder of the archive, which may be missing; `nil` after an issue.
    private func folder(_ path: ArraySlice<UInt8>) throws -> Folder? {
        try prepare()
        let (isCreating, limit) = (options.mode != .replaceOnly, options.limits.entries)
        do throws(ErrorNumber) {
            let folder = try chain?.open(path, missing: isCreating ? makeFolder : nil)
            if let folder { return folder }
        } catch {
            let isMissing = error == .noSuchFile && !isCreating
            guard isMissing || error.isOfNoFolder else { throw error }
            try skip(isMissing ? .notFound : .blockedPath)
            return nil
        }
        throw ArchiveError(exceeding: .entries, of: limit, path: entry.path, at: nil)
    }

    /// Creates a folder for its owner alone, or returns `nil` if the limit allows no more: a path
    /// of one entry may be that of many folders.
    private func makeFolder(
        _ name: SystemPath,
        in parent: Folder,
        _ path: ArraySlice<UInt8>
    ) throws(ErrorNumber) -> Folder? {
        guard report.folderCount < options.limits.entries else { return nil }
        let isNew = try parent.makeFolder(name, mode: .privateFolder)
        let folder = try Folder(name, in: parent, followingSymlinks: false)
        guard isNew else { return folder }
        let (path, identity) = (ArchivePath(verbatim: Array(path)), try folder.identity())
        folders.append((path, identity))
        made[path] = .folder
        identities.insert(identity)
        report.folderCount += 1
        return folder
    }

    /// Opens the folder into which the archive is unpacked, and creates it if it is missing.
    func prepare() throws(ArchiveError) {
        guard chain == nil else { return }
        try ArchiveError.checkCreating(url) {
            let path = try SystemPath(ofFileAt: url)
            _ = try Folder.working.makeFolder(path, mode: .standardFolder)
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
    func finish() throws {
        try prepare()
        let links = sortedLinks
        self.links = [:]
        for (entry, path) in links {
            (self.entry, self.path) = (entry, path)
            guard let folder = try folder(path.folderAndName.folder) else { continue }
            try makeLink(in: folder) { temporary throws(ErrorNumber) in
                try folder.makeLink(temporary, to: entry.linkTarget?.bytes ?? [])
                // Not every volume has dates of links.
                if let time = time(of: entry) { try? folder.setModified(temporary, time) }
            }
        }
        try finishFolders()
    }

    /// Unpacks by `body`, and returns the report.
    ///
    /// After an error, the folders are finished, and this and every later call throw it, with its
    /// location and the report.
    @discardableResult
    func run(
        _ archive: URL?,
        _ body: () throws -> Void
    ) throws(ArchiveError) -> ArchiveReport {
        if let error { throw error }
        do {
            try body()
            return report
        } catch {
            var located = ArchiveError(error)
            let path = entry.path.isEmpty ? nil : entry.path
            if error is ErrorNumber { located = located.located(in: url, path) }
            dropFile()
            while !folders.isEmpty { try? finishFolders() }
            located.report = located.report ?? report
            located = located.located(in: archive)
            self.error = located
            throw located
        }
    }

    /// Sets the permissions and dates of the new folders, the deepest first.
    private func finishFolders() throws {
        while let (path, identity) = folders.popLast() {
            entry = folderEntries[path] ?? ArchiveEntry(path, kind: .folder)
            do throws(ErrorNumber) {
                guard let folder = try chain?.open(path.bytes[...]),
                    try folder.identity() == identity
                else { continue }
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
        var isReplacement = false
        func noteReplacement() throws {
            let message = "it replaced an earlier entry with the path"
            let issue = ArchiveIssue(.duplicatePath, path: entry.path, .replacedEarlier, message)
            try note(issue, of: entry)
        }
        let code = try file.place(options.mode) { identity in
            identifyLatest()
            switch (made[path], entry.kind) {
            case (.file, .file):
                isReplacement = true
                // An error leaves the earlier file.
                if options.stopsAtFirstIssue { try noteReplacement() }
                return nil
            case (nil, _):
                guard !identities.contains(identity) else { return .collidingPaths }
                return options.mode == .createOnly ? .alreadyExists : nil
            default: return .duplicatePath
            }
        }
        if let code {
            try skip(code)
        } else {
            latest.append(path)
            if isReplacement, !options.stopsAtFirstIssue { try noteReplacement() }
        }
        return code == nil
    }

    private func identifyLatest() {
        for path in latest {
            made[path] = .file
            let (folder, name) = path.folderAndName
            let identity = try? chain?.open(folder)?.identity(of: SystemPath(name))
            if let identity { identities.insert(identity) }
        }
        latest = []
    }

    // MARK: Permissions and dates

    /// The permissions that the archive states, if they are to be restored; else portable ones.
    private func mode(of entry: ArchiveEntry) -> FileMode {
        if options.permissions == .stored, let stated = entry.permissions {
            return FileMode(rawValue: UInt32(stated) & 0o777)
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
