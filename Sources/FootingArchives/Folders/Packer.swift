import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Adds the files below a folder to an archive, and follows no link.
final class Packer {
    private let url: URL
    private let options: PackingOptions
    private let meter: ProgressMeter
    private var report = ArchiveReport()
    /// Adds an entry, and the contents of a file, to the archive.
    // A stored closure, so that the walk is compiled once.
    private var add: (ArchiveEntry, ArchiveSource?) throws -> Void = { _, _ in }
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
            add = { entry, file in
                guard let file else { return try writer.add(entry) }
                try writer.add(entry, file, level, meter)
            }
            try addFiles(to: writer.output)
            try writer.finish()
        } else {
            let compression: CompressedFormat? = format == .tar ? nil : .gzip
            let writer = try TarWriter(to: url, as: compression, level: level, mode: mode)
            add = { entry, file in
                guard let file else { return try writer.add(entry) }
                try writer.add(entry, file, meter)
            }
            try addFiles(to: writer.output)
            try writer.finish()
        }
        return report
    }

    /// Adds all files but the output, and the folder itself if its name is included.
    private func addFiles(to output: ArchiveOutput) throws(ArchiveError) {
        self.output = output.file?.identities ?? []
        do {
            let systemPath = try SystemPath(ofFileAt: url)
            let root = try Folder(systemPath, followingSymlinks: true)
            guard options.includesFolderName else { return try addFiles(of: root, []) }
            let name = try SystemPath(systemPath.resolved()).folderAndName.name.bytes
            try add(entry(ArchivePath(bytes: name), .folder, root.status()), nil)
            report.folderCount += 1
            try addFiles(of: root, name + [UInt8(ascii: "/")])
        } catch {
            throw ArchiveError(error).located(in: url, path)
        }
    }

    /// Adds the files of a folder, whose path with a slash precedes theirs, in the order of bytes.
    private func addFiles(of folder: Folder, _ prefix: [UInt8]) throws {
        for bytes in sortedBytewise(try folder.names().map(\.bytes)) {
            try meter.advance(by: 0)
            let (name, path) = (SystemPath(bytes), ArchivePath(bytes: prefix + bytes))
            self.path = path
            let status = try FileStatus(of: name, in: folder, followingSymlinks: false)
            guard !output.contains(status.identity) else { continue }
            switch status.kind {
            case .folder:
                try add(entry(path, .folder, status), nil)
                report.folderCount += 1
                let inner = try Folder(name, in: folder, followingSymlinks: false)
                try addFiles(of: inner, path.bytes + [UInt8(ascii: "/")])
            case .file:
                let descriptor = try folder.openFile(name, followingSymlinks: false)
                let file = try ArchiveSource(descriptor, nil)
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
        // A sum that is rounded up must not be the next second.
        let exact = Double(seconds) + Double(nanoseconds) / 1e9
        let date = Date(timeIntervalSince1970: min(exact, (Double(seconds) + 1).nextDown))
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
