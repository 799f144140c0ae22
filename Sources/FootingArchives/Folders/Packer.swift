import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds the files below a folder to an archive, and follows no link.
final class Packer {
    private(set) var report = ArchiveReport()
    private let url: URL
    private let options: PackingOptions
    /// The date of all entries, if they do not have their own.
    private let date: Date?
    private let meter: ProgressMeter
    /// The output, which is left out.
    private let output: Set<FileIdentity>
    private let add: (ArchiveEntry, ArchiveFile?) throws(ArchiveError) -> Void

    init(
        _ url: URL,
        _ options: PackingOptions,
        date: Date?,
        _ meter: ProgressMeter,
        leavingOut output: Set<FileIdentity>,
        _ add: @escaping (ArchiveEntry, ArchiveFile?) throws(ArchiveError) -> Void
    ) {
        self.url = url
        self.options = options
        self.date = date
        self.meter = meter
        self.output = output
        self.add = add
    }

    /// Adds all files, and the folder itself if its name is included.
    func pack() throws(ArchiveError) {
        let path = try SystemPath(ofFileAt: url)
        let root = try check("") { () throws(ErrorNumber) in
            try Folder(path, followingSymlinks: true)
        }
        guard options.includesFolderName else { return try addFiles(of: root, []) }
        let name = try check("") { () throws(ErrorNumber) in
            try SystemPath(path.resolved()).folderAndName.name.bytes
        }
        try add(entry(ArchivePath(bytes: name), .folder, root, .dot), nil)
        report.folderCount += 1
        try addFiles(of: root, name + [UInt8(ascii: "/")])
    }

    /// Adds the files of a folder, whose path with a slash precedes theirs, in the order of bytes.
    private func addFiles(of folder: Folder, _ prefix: [UInt8]) throws(ArchiveError) {
        let names = try check(ArchivePath(bytes: prefix)) { () throws(ErrorNumber) in
            try folder.names().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
        for name in names {
            let path = ArchivePath(bytes: prefix + name.bytes)
            let status = try status(of: name, in: folder, path)
            switch status.kind {
            case _ where output.contains(status.identity): break
            case .folder:
                try add(entry(path, .folder, status), nil)
                report.folderCount += 1
                let inner = try check(path) { () throws(ErrorNumber) in
                    try Folder(name, in: folder, followingSymlinks: false)
                }
                try addFiles(of: inner, path.bytes + [UInt8(ascii: "/")])
            case .file: try addFile(name, in: folder, entry(path, .file, status))
            case .symbolicLink:
                var entry = entry(path, .symbolicLink, status)
                let target = try check(path) { () throws(ErrorNumber) in
                    try folder.target(ofLink: name)
                }
                entry.linkTarget = ArchivePath(verbatim: target)
                try add(entry, nil)
                report.linkCount += 1
            case .other:
                let message = "only files, folders and symbolic links are packed"
                let issue = ArchiveIssue(.unsupportedKind, path: path, .skippedEntry, message)
                try report.add(issue, .standard)
            }
        }
    }

    private func addFile(
        _ name: SystemPath,
        in folder: Folder,
        _ entry: ArchiveEntry
    ) throws(ArchiveError) {
        let descriptor = try check(entry.path) { () throws(ErrorNumber) in
            try folder.openFile(name, followingSymlinks: false)
        }
        do throws(ArchiveError) {
            let file = try ArchiveFile(descriptor, nil)
            file.meter = meter
            try add(entry, file)
            report.byteCount += file.count
        } catch {
            throw error.located(in: url, entry.path)
        }
        report.fileCount += 1
    }

    private func entry(
        _ path: ArchivePath,
        _ kind: ArchiveEntry.Kind,
        _ status: FileStatus
    ) -> ArchiveEntry {
        let (seconds, nanoseconds) = status.modified
        let mode = UInt16(truncatingIfNeeded: status.mode.rawValue)
        let isExecutable = kind != .file || mode & 0o100 != 0
        return ArchiveEntry(
            path,
            kind: kind,
            permissions: options.isReproducible ? (isExecutable ? 0o755 : 0o644) : mode & 0o777,
            modificationDate: options.isReproducible
                ? date : Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
        )
    }

    private func check<Result>(
        _ path: ArchivePath,
        _ body: () throws(ErrorNumber) -> Result
    ) throws(ArchiveError) -> Result {
        do throws(ErrorNumber) {
            return try body()
        } catch {
            throw ArchiveError(error, path: path.isEmpty ? nil : path, url: url)
        }
    }
}
