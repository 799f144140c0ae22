import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds the files below a folder to an archive, and follows no link.
final class Packer {
    typealias Add = (ArchiveEntry, ArchiveFile?) throws(ArchiveError) -> Void

    private(set) var report = ArchiveReport()
    private let url: URL
    private let options: PackingOptions
    private var output: Set<FileIdentity> = []

    init(_ url: URL, _ options: PackingOptions) {
        self.url = url
        self.options = options
    }

    /// Calls `add` with all files but the output, and with the folder itself if its name is
    /// included.
    func pack(leavingOut output: ArchiveOutput, _ add: Add) throws(ArchiveError) {
        self.output = output.file?.identities ?? []
        let path = try SystemPath(ofFileAt: url)
        let (root, name, status) = try ArchiveError.check(url) { () throws(ErrorNumber) in
            let root = try Folder(path, followingSymlinks: true)
            return try (root, SystemPath(path.resolved()).folderAndName.name, root.status())
        }
        guard options.includesFolderName else { return try addFiles(of: root, [], add) }
        try add(entry(ArchivePath(bytes: name.bytes), .folder, status), nil)
        report.folderCount += 1
        try addFiles(of: root, name.bytes + [UInt8(ascii: "/")], add)
    }

    /// Adds the files of a folder, whose path with a slash precedes theirs, in the order of bytes.
    private func addFiles(
        of folder: Folder,
        _ prefix: [UInt8],
        _ add: Add
    ) throws(ArchiveError) {
        let path = ArchivePath(bytes: prefix)
        let names = try ArchiveError.check(url, path) { () throws(ErrorNumber) in
            try folder.names().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
        for name in names {
            let path = ArchivePath(bytes: prefix + name.bytes)
            let status = try ArchiveError.check(url, path) { () throws(ErrorNumber) in
                try FileStatus(of: name, in: folder, followingSymlinks: false)
            }
            switch status.kind {
            case _ where output.contains(status.identity): break
            case .folder:
                try add(entry(path, .folder, status), nil)
                report.folderCount += 1
                let inner = try ArchiveError.check(url, path) { () throws(ErrorNumber) in
                    try Folder(name, in: folder, followingSymlinks: false)
                }
                try addFiles(of: inner, path.bytes + [UInt8(ascii: "/")], add)
            case .file: try addFile(name, in: folder, entry(path, .file, status), add)
            case .symbolicLink:
                var entry = entry(path, .symbolicLink, status)
                let target = try ArchiveError.check(url, path) { () throws(ErrorNumber) in
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
        _ entry: ArchiveEntry,
        _ add: Add
    ) throws(ArchiveError) {
        let descriptor = try ArchiveError.check(url, entry.path) {
            () throws(ErrorNumber) -> Descriptor in
            try folder.openFile(name, followingSymlinks: false)
        }
        do throws(ArchiveError) {
            let file = try ArchiveFile(descriptor, nil)
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
        let date = Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
        let mode = UInt16(truncatingIfNeeded: status.mode.rawValue)
        let isExecutable = kind != .file || mode & 0o100 != 0
        return ArchiveEntry(
            path,
            kind: kind,
            permissions: options.isReproducible ? (isExecutable ? 0o755 : 0o644) : mode & 0o777,
            modificationDate: options.isReproducible ? Self.date : date
        )
    }

    /// The first of January 1980, with which the dates of zip begin.
    private static let date = Date(timeIntervalSince1970: 315_532_800)
}
