#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Archives {
    /// Unpacks a zip archive, or a tar archive that is compressed with gzip or not at all, into a
    /// folder.
    ///
    /// ```swift
    /// let report = try Archives.unpack(url, to: folder, options: .untrusted)
    /// ```
    ///
    /// The first bytes of the file decide about the format. A zip archive may begin with a program
    /// that unpacks it. The folder is created if it is missing.
    /// Nothing outside of it is changed, whatever the archive contains, no link is followed but one
    /// at the folder's URL, and nothing that existed before gets other permissions or another date.
    /// A file appears when its checksum, or that of a compressed tar archive, was checked. An entry
    /// that can't be unpacked is an issue of the report.
    ///
    /// `progress` is called at most once for each 64 KiB of the archive, and may cancel the call. A
    /// compressed tar archive is read twice.
    /// `renaming` returns the path of an entry in the folder, or `nil` to leave the entry out.
    ///
    /// - Throws: ``ArchiveError`` if the archive can't be read or exceeds a limit, if the system
    ///   refuses an operation, or if the call is cancelled. The files that were unpacked stay, and
    ///   the error has the report so far.
    /// - Complexity: O(*n* log *n*) in the number of entries, O(*n*) in the size of the contents.
    @available(
        *,
        noasync,
        message: "await the asynchronous form; in main.swift, await it in a function"
    )
    public static func unpack(
        _ url: URL,
        to folder: URL,
        options: ArchiveOptions = .standard,
        progress: ((inout Progress) -> Void)? = nil,
        renaming: ((ArchiveEntry) -> ArchivePath?)? = nil
    ) throws(ArchiveError) -> ArchiveReport {
        let unpacker = Unpacker(to: folder, options, renaming)
        return try unpacker.run(url) {
            let (file, meter) = (try ArchiveSource(url), ProgressMeter(progress))
            let start = [UInt8](try file.bytes(in: 0..<min(TarHeader.size, file.count)))
            // A tar archive begins with the name of a file, such as “PKGBUILD”.
            let (p, k) = (UInt8(ascii: "P"), UInt8(ascii: "K"))
            let isZip = [[p, k, 3, 4], [p, k, 5, 6], [p, k, 7, 8]].contains(start.prefix(4))
            let isGzip = start.starts(with: GzipHeader.magic)
            guard isGzip || !isZip && isTar(start) else {
                do throws(ArchiveError) {
                    _ = try ZipArchive(file, options).unpack(unpacker, meter)
                } catch {
                    guard error.code == .notAnArchive else { throw error }
                    let reason = "the file is neither a zip nor a tar archive"
                    throw ArchiveError(.notAnArchive, at: 0, reason)
                }
                return
            }
            meter.progress.totalBytes = isGzip ? 2 * file.count : file.count
            if isGzip { try verify(file, options, meter) }
            let reader = TarReader(file, isGzip ? .gzip : nil, options)
            _ = try TarUnpacker(reader, unpacker).finish(meter)
        }
    }

    /// Unpacks an archive into a folder, on a thread for work that blocks.
    ///
    /// Call it in a function or a task: the top level of `main.swift` can't await it.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does, and if the task is cancelled.
    public static func unpack(
        _ url: URL,
        to folder: URL,
        options: ArchiveOptions = .standard,
        progress: (@Sendable (inout Progress) -> Void)? = nil,
        renaming: (@Sendable (ArchiveEntry) -> ArchivePath?)? = nil
    ) async throws(ArchiveError) -> ArchiveReport {
        try await runBlocking { () throws(ArchiveError) in
            try unpack(url, to: folder, options: options, progress: progress, renaming: renaming)
        }
    }

    /// Whether the first bytes of a file are the first block of a tar archive.
    private static func isTar(_ start: [UInt8]) -> Bool {
        guard start.count == TarHeader.size else { return false }
        let header = TarHeader(start)
        return header.isZero || header.isChecked
    }

    /// Decompresses a file, so that nothing is created of one that contains no tar archive, or
    /// whose checksum, at its end, is wrong.
    private static func verify(
        _ file: ArchiveSource,
        _ options: ArchiveOptions,
        _ meter: ProgressMeter
    ) throws(ArchiveError) {
        let decompressor = TarReader.decompressor(of: file, .gzip, options)
        let noTar = ArchiveError(
            .notAnArchive,
            at: 0,
            "the gzip file contains no tar archive",
            remedy: "use `Archives.decompress`"
        )
        var start: [UInt8] = []
        do throws(ArchiveError) {
            while let piece = try decompressor.next() {
                try meter.advance(to: decompressor.readOffset)
                guard start.count < TarHeader.size else { continue }
                start += piece.prefix(TarHeader.size - start.count)
                guard start.count < TarHeader.size || isTar(start) else { throw noTar }
            }
            try decompressor.finish()
        } catch {
            // Bytes after the stream are for the reader to report.
            guard error.code == .unclaimedBytes else { throw error }
        }
        guard isTar(start) else { throw noTar }
        meter.base = file.count
    }
}
