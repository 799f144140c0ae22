#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Archives {
    /// Packs the files below a folder into an archive.
    ///
    /// ```swift
    /// try Archives.pack(folder, to: copy, as: .zip, options: .reproducible).requireClean()
    /// ```
    ///
    /// The entries are in the order of the bytes of their names; hidden files are included.
    /// Symbolic links are stored as links, and never followed. Devices, pipes and sockets are left
    /// out, each as an issue. So is the archive itself, without an issue. The archive appears when
    /// it is complete.
    ///
    /// - Parameters:
    ///   - folder: The folder; a link to a folder is followed.
    ///   - url: The archive.
    ///   - format: The format of the archive.
    ///   - options: The compression level, and the choices about names and dates.
    ///   - progress: Called at most once for each 64 KiB of the files; it may cancel the call.
    /// - Returns: The report of everything that was packed and left out.
    /// - Throws: ``ArchiveError`` if a file can't be read, changes meanwhile, or has a path that
    ///   the format can't hold; if the archive can't be written; or if the call is cancelled.
    ///   Nothing is left behind then.
    /// - Complexity: O(*n* log *n*) in the number of files, O(*n*) in the size of the contents.
    @available(*, noasync, message: "await the asynchronous form")
    public static func pack(
        _ folder: URL,
        to url: URL,
        as format: Format,
        options: PackingOptions = .standard,
        progress: ((inout Progress) -> Void)? = nil
    ) throws(ArchiveError) -> ArchiveReport {
        try pack(folder, url, format, options, ProgressMeter(progress))
    }

    /// Packs the files below a folder into an archive, on a queue for work that blocks.
    ///
    /// This is the asynchronous form; it ends with the code ``ArchiveError/Code/cancelled`` if the
    /// task is cancelled. The handler runs on that queue.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does.
    public static func pack(
        _ folder: URL,
        to url: URL,
        as format: Format,
        options: PackingOptions = .standard,
        progress: (@Sendable (inout Progress) -> Void)? = nil
    ) async throws(ArchiveError) -> ArchiveReport {
        try await runBlocking(progress) { meter throws(ArchiveError) in
            try pack(folder, url, format, options, meter)
        }
    }

    private static func pack(
        _ folder: URL,
        _ url: URL,
        _ format: Format,
        _ options: PackingOptions,
        _ meter: ProgressMeter
    ) throws(ArchiveError) -> ArchiveReport {
        let packer = Packer(folder, options)
        let (level, mode) = (options.level, options.mode)
        if format == .zip {
            let writer = try ZipWriter(to: url, mode: mode)
            if options.isReproducible { writer.timeZone = .gmt }
            try packer.pack(leavingOut: writer.output) { entry, file throws(ArchiveError) in
                guard let file else { return try writer.add(entry) }
                try writer.add(entry, file, level, meter)
            }
            try writer.finish()
        } else {
            let compression: CompressedFormat? = format == .tar ? nil : .gzip
            let writer = try TarWriter(to: url, as: compression, level: level, mode: mode)
            try packer.pack(leavingOut: writer.output) { entry, file throws(ArchiveError) in
                guard let file else { return try writer.add(entry) }
                try writer.add(entry, file, meter)
            }
            try writer.finish()
        }
        return packer.report
    }

    /// Compresses a file into another.
    ///
    /// The new file appears when it is complete. Its bytes depend on the contents and the level.
    ///
    /// - Throws: ``ArchiveError`` if a file can't be read or written;
    ///   ``ArchiveError/Code/alreadyExists`` or ``ArchiveError/Code/notFound`` by the mode.
    public static func compress(
        _ url: URL,
        to newURL: URL,
        as format: CompressedFormat = .gzip,
        level: CompressionLevel = .standard,
        mode: ArchiveOptions.WriteMode = .createOnly
    ) throws(ArchiveError) {
        let file = try ArchiveFile(url)
        let output = try ArchiveOutput(to: newURL, mode, Compressor(format, level: level))
        try file.forEachChunk { chunk throws(ArchiveError) in try output.append(chunk) }
        try output.finish()
    }

    /// Decompresses a file into another.
    ///
    /// The new file appears when it is complete and its checksum was checked.
    ///
    /// - Throws: ``ArchiveError`` if a file can't be read or written, or if the compressed one is
    ///   damaged or exceeds a limit; ``ArchiveError/Code/alreadyExists`` or
    ///   ``ArchiveError/Code/notFound`` by the mode.
    public static func decompress(
        _ url: URL,
        to newURL: URL,
        as format: CompressedFormat = .gzip,
        limits: ArchiveOptions.Limits = .standard,
        mode: ArchiveOptions.WriteMode = .createOnly
    ) throws(ArchiveError) {
        let file = try ArchiveFile(url)
        let output = try ArchiveOutput(to: newURL, mode, nil)
        let decompressor = Decompressor(InputQueue(file), StreamDecoder(format, limits: limits))
        while let piece = try decompressor.next() { try output.append(piece) }
        try output.finish()
    }
}
