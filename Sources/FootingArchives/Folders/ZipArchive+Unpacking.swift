#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ZipArchive {
    /// Unpacks the archive into a folder.
    ///
    /// The call `unpack` of ``Archives`` describes what is created, the parameters and the errors.
    /// The options are those of the archive. The paths, the kinds and the links of all entries are
    /// checked first: if one of them ends the call, nothing was created. Names that exist in the
    /// folder are found later.
    ///
    /// - Throws: ``ArchiveError`` as that call does.
    /// - Complexity: O(*n* log *n*) in the number of entries, O(*n*) in the size of the contents.
    @available(
        *,
        noasync,
        message: "await the asynchronous form; in main.swift, await it in a function"
    )
    public func unpack(
        to folder: URL,
        progress: ((inout Archives.Progress) -> Void)? = nil,
        renaming: ((ArchiveEntry) -> ArchivePath?)? = nil
    ) throws(ArchiveError) -> ArchiveReport {
        try unpack(Unpacker(to: folder, options, renaming), ProgressMeter(progress))
    }

    /// Unpacks the archive into a folder, on a thread for work that blocks.
    ///
    /// Call it in a function or a task: the top level of `main.swift` can't await it.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does, and if the task is cancelled.
    public func unpack(
        to folder: URL,
        progress: (@Sendable (inout Archives.Progress) -> Void)? = nil,
        renaming: (@Sendable (ArchiveEntry) -> ArchivePath?)? = nil
    ) async throws(ArchiveError) -> ArchiveReport {
        try await runBlocking { () throws(ArchiveError) in
            try self.unpack(to: folder, progress: progress, renaming: renaming)
        }
    }

    func unpack(_ unpacker: Unpacker, _ meter: ProgressMeter) throws(ArchiveError) -> ArchiveReport
    {
        (unpacker.report, unpacker.directory) = (report, directory)
        meter.progress.totalBytes = source.count
        return try unpacker.run(source.url) {
            // All entries are judged before the first is created.
            let paths = try entries.map { entry in
                try meter.advance(by: 0)
                return try unpacker.tolerate(entry) {
                    var entry = entry
                    if entry.kind == .symbolicLink,
                        entry.size <= ArchiveOptions.Links.longestTarget
                    {
                        entry.linkTarget = try linkTarget(of: entry)
                    }
                    let path = try unpacker.judge(entry)
                    let count = max(entry.size, entry.compressedSize)
                    // A folder with contents is damaged.
                    if path != nil, entry.kind == .folder, count > 0 {
                        _ = try contents(of: entry)
                    }
                    return path
                } ?? nil
            }
            if options.stopsAtFirstIssue { try unpacker.judge(paths, of: entries) }
            var done = 0
            for (entry, path) in zip(entries, paths) {
                if let path, try unpacker.begin(entry, at: path) {
                    _ = try unpacker.tolerate(entry) {
                        let reader = try reader(of: entry)
                        let start = reader.readOffset
                        while let piece = try reader.next() {
                            try unpacker.write(piece)
                            try meter.advance(to: done + reader.readOffset - start)
                        }
                        try unpacker.endFile()
                    }
                }
                done += min(entry.compressedSize, source.count - done)
                try meter.advance(to: done)
            }
            try unpacker.finish()
            try meter.advance(to: source.count)
        }
    }
}

extension Unpacker {
    /// Returns the result of `body`; if the entry alone is damaged, the error becomes an issue.
    fileprivate func tolerate<Result>(
        _ entry: ArchiveEntry,
        _ body: () throws -> Result
    ) throws -> Result? {
        do {
            return try body()
        } catch {
            guard let error = error as? ArchiveError, error.errno == nil, error.report == nil,
                error.code != .limitExceeded, error.code != .cancelled
            else { throw error }
            dropFile()
            try note(ArchiveIssue(error, entry.path), of: entry)
            return nil
        }
    }
}
