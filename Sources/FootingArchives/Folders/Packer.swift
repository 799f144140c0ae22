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
    /// The path of the latest file.
    private var current: ArchivePath?

    init(_ url: URL, _ options: PackingOptions) {
        self.url = url
        self.options = options
    }

    /// Calls `add` with all files but the output, and with the folder itself if its name is
    /// included.
    func pack(leavingOut output: ArchiveOutput, _ add: Add) throws(ArchiveError) {
        self.output = output.file?.identities ?? []
        do {
            let path = try SystemPath(ofFileAt: url)
            let root = try Folder(path, followingSymlinks: true)
            guard options.includesFolderName else { return try addFiles(of: root, [], add) }
            let name = try SystemPath(path.resolved()).folderAndName.name.bytes
            current = ArchivePath(bytes: name)
            try add(entry(.folder, root.status()), nil)
            report.folderCount += 1
            try addFiles(of: root, name + [UInt8(ascii: "/")], add)
        } catch {
            throw ArchiveError(error).located(in: url, current)
        }
    }

    /// Adds the files of a folder, whose path with a slash precedes theirs, in the order of bytes.
    private func addFiles(of folder: Folder, _ prefix: [UInt8], _ add: Add) throws {
        let names = try folder.names().map { ($0, $0.bytes) }
            .sorted { $0.1.lexicographicallyPrecedes($1.1) }
        for (name, bytes) in names {
            let path = ArchivePath(bytes: prefix + bytes)
            current = path
            let status = try FileStatus(of: name, in: folder, followingSymlinks: false)
            guard !output.contains(status.identity) else { continue }
            switch status.kind {
            case .folder:
                try add(entry(.folder, status), nil)
                report.folderCount += 1
                let inner = try Folder(name, in: folder, followingSymlinks: false)
                try addFiles(of: inner, path.bytes + [UInt8(ascii: "/")], add)
            case .file:
                let file = try folder.openFile(name, followingSymlinks: false)
                let opened = try ArchiveFile(file, nil)
                try add(entry(.file, status), opened)
                report.fileCount += 1
                report.byteCount += opened.count
            case .symbolicLink:
                var entry = entry(.symbolicLink, status)
                entry.linkTarget = ArchivePath(verbatim: try folder.target(ofLink: name))
                try add(entry, nil)
                report.linkCount += 1
            case .other:
                let message = "only files, folders and symbolic links are packed"
                let issue = ArchiveIssue(.unsupportedKind, path: path, .skippedEntry, message)
                try report.add(issue, .standard)
            }
        }
    }

    private func entry(_ kind: ArchiveEntry.Kind, _ status: FileStatus) -> ArchiveEntry {
        let (seconds, nanoseconds) = status.modified
        let date = Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
        let mode = UInt16(truncatingIfNeeded: status.mode.rawValue)
        let isExecutable = kind != .file || mode & 0o100 != 0
        return ArchiveEntry(
            current ?? "",
            kind: kind,
            permissions: options.isReproducible ? (isExecutable ? 0o755 : 0o644) : mode & 0o777,
            modificationDate: options.isReproducible ? Self.date : date
        )
    }

    /// The first of January 1980, with which the dates of zip begin.
    private static let date = Date(timeIntervalSince1970: 315_532_800)
}
