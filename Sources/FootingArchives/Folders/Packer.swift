import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds the files below a folder to an archive, and follows no link.
final class Packer {
    private typealias Add = (ArchiveEntry, ArchiveFile?) throws -> Void

    private let url: URL
    private let options: PackingOptions
    private let meter: ProgressMeter
    private var report = ArchiveReport()
    /// The archive, and the file that it replaces.
    private var output: Set<FileIdentity> = []
    /// The path of the latest file.
    private var path: ArchivePath?

    init(_ url: URL, _ options: PackingOptions, _ meter: ProgressMeter) {
        self.url = url
        self.options = options
        self.meter = meter
    }

    /// Packs the folder into an archive.
    func pack(to url: URL, as format: Archives.Format) throws(ArchiveError) -> ArchiveReport {
        let (level, mode, meter) = (options.level, options.mode, meter)
        if format == .zip {
            let writer = try ZipWriter(to: url, mode: mode)
            if options.isReproducible { writer.timeZone = .gmt }
            try addFiles(to: writer.output) { entry, file in
                guard let file else { return try writer.add(entry) }
                try writer.add(entry, file, level, meter)
            }
            try writer.finish()
        } else {
            let compression: CompressedFormat? = format == .tar ? nil : .gzip
            let writer = try TarWriter(to: url, as: compression, level: level, mode: mode)
            try addFiles(to: writer.output) { entry, file in
                guard let file else { return try writer.add(entry) }
                try writer.add(entry, file, meter)
            }
            try writer.finish()
        }
        return report
    }

    /// Adds all files but the output, and the folder itself if its name is included.
    private func addFiles(to output: ArchiveOutput, _ add: Add) throws(ArchiveError) {
        self.output = output.file?.identities ?? []
        do {
            let systemPath = try SystemPath(ofFileAt: url)
            let root = try Folder(systemPath, followingSymlinks: true)
            guard options.includesFolderName else { return try addFiles(of: root, [], add) }
            let name = try SystemPath(systemPath.resolved()).folderAndName.name.bytes
            try add(entry(ArchivePath(bytes: name), .folder, root.status()), nil)
            report.folderCount += 1
            try addFiles(of: root, name + [UInt8(ascii: "/")], add)
        } catch {
            throw ArchiveError(error).located(in: url, path)
        }
    }

    /// Adds the files of a folder, whose path with a slash precedes theirs, in the order of bytes.
    private func addFiles(of folder: Folder, _ prefix: [UInt8], _ add: Add) throws {
        let names = try folder.names().map { (name: $0, bytes: $0.bytes) }
        for (name, bytes) in names.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            let path = ArchivePath(bytes: prefix + bytes)
            self.path = path
            let status = try FileStatus(of: name, in: folder, followingSymlinks: false)
            guard !output.contains(status.identity) else { continue }
            switch status.kind {
            case .folder:
                try add(entry(path, .folder, status), nil)
                report.folderCount += 1
                let inner = try Folder(name, in: folder, followingSymlinks: false)
                try addFiles(of: inner, path.bytes + [UInt8(ascii: "/")], add)
            case .file:
                let descriptor = try folder.openFile(name, followingSymlinks: false)
                let file = try ArchiveFile(descriptor, nil)
                try add(entry(path, .file, status), file)
                report.fileCount += 1
                report.byteCount += file.count
            case .symbolicLink:
                var entry = entry(path, .symbolicLink, status)
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

    private func entry(
        _ path: ArchivePath,
        _ kind: ArchiveEntry.Kind,
        _ status: FileStatus
    ) -> ArchiveEntry {
        let (seconds, nanoseconds) = status.modified
        let date = Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
        let mode = UInt16(truncatingIfNeeded: status.mode.rawValue)
        let portable: UInt16 = kind != .file || mode & 0o100 != 0 ? 0o755 : 0o644
        return ArchiveEntry(
            path,
            kind: kind,
            permissions: options.isReproducible ? portable : mode & 0o777,
            modificationDate: options.isReproducible ? Self.date : date
        )
    }

    /// The first of January 1980, with which the dates of zip begin.
    private static let date = Date(timeIntervalSince1970: 315_532_800)
}
