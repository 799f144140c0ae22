#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ZipArchive {
    /// Unpacks the archive into a folder.
    ///
    /// ``Archives/unpack(_:to:options:progress:renaming:)`` describes what is created, the
    /// parameters and the errors. The options are those of the archive. The paths, the kinds and
    /// the links of all entries are checked first: if one of them ends the call, nothing was
    /// created.
    ///
    /// - Throws: ``ArchiveError`` as that call does.
    /// - Complexity: O(*n* log *n*) in the number of entries, O(*n*) in the size of the contents.
    @available(*, noasync, message: "await the asynchronous form")
    public func unpack(
        to folder: URL,
        progress: ((inout Archives.Progress) -> Void)? = nil,
        renaming: ((ArchiveEntry) -> ArchivePath?)? = nil
    ) throws(ArchiveError) -> ArchiveReport {
        let meter = ProgressMeter(of: source.count, progress)
        return try unpack(Unpacker(to: folder, options, renaming), meter)
    }

    /// Unpacks the archive into a folder, on a queue for work that blocks.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does, and if the task is cancelled.
    public func unpack(
        to folder: URL,
        progress: (@Sendable (inout Archives.Progress) -> Void)? = nil,
        renaming: (@Sendable (ArchiveEntry) -> ArchivePath?)? = nil
    ) async throws(ArchiveError) -> ArchiveReport {
        try await runBlocking { isCancelled throws(ArchiveError) in
            let meter = ProgressMeter(of: self.source.count, progress, isCancelled)
            return try self.unpack(Unpacker(to: folder, self.options, renaming), meter)
        }
    }

    func unpack(_ unpacker: Unpacker, _ meter: ProgressMeter) throws(ArchiveError) -> ArchiveReport
    {
        unpacker.report = report
        do throws(ArchiveError) {
            // All entries are judged before the first is created.
            let paths = try entries.map { entry throws(ArchiveError) in
                try path(of: entry, unpacker)
            }
            var done = 0
            for (entry, path) in zip(entries, paths) {
                if let path, try unpacker.begin(entry, at: path) {
                    try write(entry, unpacker, meter, done)
                }
                done += min(entry.compressedSize, source.count - done)
                try meter.advance(to: done)
            }
            try unpacker.finish()
            try meter.advance(to: source.count)
        } catch {
            throw unpacker.end(after: error)
        }
        return unpacker.report
    }

    /// Judges an entry; a symbolic link gets its target.
    private func path(
        of entry: ArchiveEntry,
        _ unpacker: Unpacker
    ) throws(ArchiveError) -> ArchivePath? {
        var entry = entry
        if entry.kind == .symbolicLink, entry.size <= ArchiveOptions.Links.longestTarget {
            do throws(ArchiveError) {
                entry.linkTarget = try linkTarget(of: entry)
            } catch {
                try skip(entry, error, unpacker)
                return nil
            }
        }
        return try unpacker.path(of: entry)
    }

    private func write(
        _ entry: ArchiveEntry,
        _ unpacker: Unpacker,
        _ meter: ProgressMeter,
        _ done: Int
    ) throws(ArchiveError) {
        do throws(ArchiveError) {
            let reader = try reader(of: entry)
            while let piece = try reader.next() {
                try unpacker.write(piece)
                try meter.advance(to: done + reader.consumedCount)
            }
        } catch {
            unpacker.dropFile()
            return try skip(entry, error, unpacker)
        }
        try unpacker.endFile()
    }

    /// Makes a damaged entry an issue; other errors are thrown.
    private func skip(
        _ entry: ArchiveEntry,
        _ error: ArchiveError,
        _ unpacker: Unpacker
    ) throws(ArchiveError) {
        let isOfEntry = error.errno == nil && error.code != .limitExceeded
        guard isOfEntry, error.code != .cancelled else { throw error }
        try unpacker.report.add(ArchiveIssue(error, entry.path), options)
    }
}
