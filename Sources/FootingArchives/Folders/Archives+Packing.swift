#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Archives {
    /// Packs the files below a folder into an archive, which appears when it is complete.
    ///
    /// ```swift
    /// try Archives.pack(folder, to: copy, as: .zip, options: .reproducible).requireClean()
    /// ```
    ///
    /// The entries are in the order of the bytes of their names; hidden files are included.
    /// Symbolic links are stored as links, and never followed, except for one at the folder's URL.
    /// Devices, pipes and sockets are left out, each as an issue. So is the archive itself, without
    /// an issue. `progress` is called at most once for each 64 KiB of the files, and may cancel the
    /// call.
    ///
    /// - Throws: ``ArchiveError`` if a file can't be read, changes meanwhile, or has a path that
    ///   the format can't hold or that is not safe, such as `c:file` at the top; if the archive
    ///   can't be written; or if the call is cancelled. Nothing is left behind then.
    /// - Complexity: O(*n* log *n*) in the number of files, O(*n*) in the size of the contents.
    @available(
        *,
        noasync,
        message: "await the asynchronous form; in main.swift, await it in a function"
    )
    public static func pack(
        _ folder: URL,
        to url: URL,
        as format: Format,
        options: PackingOptions = .standard,
        progress: ((inout Progress) -> Void)? = nil
    ) throws(ArchiveError) -> ArchiveReport {
        try Packer(folder, options, ProgressMeter(progress)).pack(to: url, as: format)
    }

    /// Packs the files below a folder, on a thread for work that blocks.
    ///
    /// Call it in a function or a task: the top level of `main.swift` can't await it.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does, and if the task is cancelled.
    public static func pack(
        _ folder: URL,
        to url: URL,
        as format: Format,
        options: PackingOptions = .standard,
        progress: (@Sendable (inout Progress) -> Void)? = nil
    ) async throws(ArchiveError) -> ArchiveReport {
        try await runBlocking { () throws(ArchiveError) in
            try pack(folder, to: url, as: format, options: options, progress: progress)
        }
    }

    /// Compresses a file into a new one, which appears when it is complete.
    ///
    /// ```swift
    /// try Archives.compress(log, to: packed, as: .gzip)
    /// ```
    ///
    /// A file that replaces another gets the permissions of that file. `progress` is called at most
    /// once for each 64 KiB of the file, and may cancel the call.
    ///
    /// - Throws: ``ArchiveError`` if a file can't be read or written, or if the call is cancelled;
    ///   ``ArchiveError/Code/alreadyExists`` or ``ArchiveError/Code/notFound`` by the mode. Nothing
    ///   is left behind then.
    @available(
        *,
        noasync,
        message: "await the asynchronous form; in main.swift, await it in a function"
    )
    public static func compress(
        _ url: URL,
        to newURL: URL,
        as format: CompressedFormat,
        level: CompressionLevel = .standard,
        mode: ArchiveOptions.WriteMode = .createOnly,
        progress: ((inout Progress) -> Void)? = nil
    ) throws(ArchiveError) {
        let file = try ArchiveSource(url)
        let meter = ProgressMeter(progress, of: file.count)
        let output = try ArchiveOutput(to: newURL, mode, Compressor(format, level: level))
        try file.forEachChunk(meter, output.append)
        try output.finish()
    }

    /// Compresses a file into a new one, on a thread for work that blocks.
    ///
    /// Call it in a function or a task: the top level of `main.swift` can't await it.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does, and if the task is cancelled.
    public static func compress(
        _ url: URL,
        to newURL: URL,
        as format: CompressedFormat,
        level: CompressionLevel = .standard,
        mode: ArchiveOptions.WriteMode = .createOnly,
        progress: (@Sendable (inout Progress) -> Void)? = nil
    ) async throws(ArchiveError) {
        try await runBlocking { () throws(ArchiveError) in
            try compress(url, to: newURL, as: format, level: level, mode: mode, progress: progress)
        }
    }

    /// Decompresses a file into a new one, which appears when its checksum was checked.
    ///
    /// A file that replaces another gets the permissions of that file. `progress` is called at most
    /// once for each 64 KiB of the compressed file, and may cancel the call.
    ///
    /// - Throws: ``ArchiveError`` if a file can't be read or written, if the compressed one is
    ///   damaged or exceeds a limit, or if the call is cancelled;
    ///   ``ArchiveError/Code/alreadyExists`` or ``ArchiveError/Code/notFound`` by the mode. Nothing
    ///   is left behind then.
    @available(
        *,
        noasync,
        message: "await the asynchronous form; in main.swift, await it in a function"
    )
    public static func decompress(
        _ url: URL,
        to newURL: URL,
        as format: CompressedFormat,
        limits: ArchiveOptions.Limits = .standard,
        mode: ArchiveOptions.WriteMode = .createOnly,
        progress: ((inout Progress) -> Void)? = nil
    ) throws(ArchiveError) {
        let file = try ArchiveSource(url)
        let meter = ProgressMeter(progress, of: file.count)
        let output = try ArchiveOutput(to: newURL, mode, nil)
        let decoder = StreamDecoder(format, limits: limits)
        let decompressor = Decompressor(InputQueue(file), decoder)
        while let piece = try decompressor.next() {
            try output.append(piece)
            try meter.advance(to: decompressor.readOffset)
        }
        try output.finish()
    }

    /// Decompresses a file into a new one, on a thread for work that blocks.
    ///
    /// Call it in a function or a task: the top level of `main.swift` can't await it.
    ///
    /// - Throws: ``ArchiveError`` as the blocking form does, and if the task is cancelled.
    public static func decompress(
        _ url: URL,
        to newURL: URL,
        as format: CompressedFormat,
        limits: ArchiveOptions.Limits = .standard,
        mode: ArchiveOptions.WriteMode = .createOnly,
        progress: (@Sendable (inout Progress) -> Void)? = nil
    ) async throws(ArchiveError) {
        try await runBlocking { () throws(ArchiveError) in
            try decompress(
                url,
                to: newURL,
                as: format,
                limits: limits,
                mode: mode,
                progress: progress
            )
        }
    }
}
