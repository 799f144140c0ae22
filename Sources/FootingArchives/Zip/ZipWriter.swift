import FootingBytes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Writes a zip archive to a file, or piece by piece to anything.
///
/// A file has a temporary name until ``finish()`` has returned, and is removed with a writer that
/// was not finished. Without a file, take the archive out with ``next()`` or ``drain()`` after each
/// call, and after ``finish()``.
///
/// The same entries have the same bytes on every machine, if they have no dates or the
/// ``timeZone`` is set. A writer has one owner at a time.
public final class ZipWriter {
    /// The comment of the archive, at most 65,535 bytes.
    public var comment: Data?
    /// The time zone of the local date that an entry has beside its instant, or `nil` for that of
    /// the system.
    ///
    /// Programs that read no instants show the local date. The format has instants from 1901 to
    /// 2038 and local dates from 1980 to 2107; an earlier or a later date becomes the first or the
    /// last local one.
    public var timeZone: TimeZone?

    let output: ArchiveOutput
    private var directory: [UInt8] = []
    private var paths: Set<ArchivePath> = []
    /// The compressor of the level that was used last; its tables are large, so entries share it.
    private var compressor: (level: CompressionLevel, Compressor)?
    /// The entry that was begun.
    private var begun: ZipHeader?

    /// Creates a writer of a stream that is taken out.
    public init() {
        output = ArchiveOutput(nil)
    }

    /// Creates a writer of a file.
    ///
    /// - Throws: ``ArchiveError`` if no file can be created beside the URL. A file that exists is
    ///   an error of ``finish()``, as `mode` says.
    public init(
        to url: URL,
        mode: ArchiveOptions.WriteMode = .createOnly
    ) throws(ArchiveError) {
        output = try ArchiveOutput(to: url, mode, nil)
    }

    /// Adds a file with its contents, a folder or a symbolic link.
    ///
    /// Contents that do not become smaller are stored.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError/Code/invalidEntry`` if the format has no such entry: a path that is
    ///   not safe or not UTF-8, a link without a target, a folder with contents;
    ///   ``ArchiveError/Code/duplicatePath``; an error of the file. Nothing is written then.
    public func add(
        _ entry: ArchiveEntry,
        contents: some DataProtocol = Data(),
        level: CompressionLevel = .standard
    ) throws(ArchiveError) {
        var bytes = contents.collected()
        let isFile = !bytes.isEmpty
        if entry.kind == .symbolicLink, !isFile {
            bytes = Data(entry.linkTarget?.bytes ?? [])
            let isValid = !bytes.isEmpty && !bytes.contains(0)
            try require(isValid, .invalidEntry, path: entry.path, "its target is missing")
        }
        var header = try header(entry, isFile: isFile)
        header.add(bytes)
        if entry.kind == .file, level != .uncompressed {
            restartCompressor(level)
            let packed = compress(bytes, isLast: true)
            if packed.count < bytes.count { (header.isDeflated, bytes) = (true, packed) }
        }
        header.compressedSize = bytes.count
        try output.append(header.bytes(isLocal: true))
        try output.append(bytes)
        directory += header.bytes(isLocal: false)
    }

    /// Adds a file with the contents of a file.
    ///
    /// Without a file of its own, the writer keeps the contents in memory until they are taken out:
    /// to write a large file to a stream, use ``begin(_:size:level:)``.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError`` as ``add(_:contents:level:)`` does. If the file can't be read to
    ///   its end, or changes (``ArchiveError/Code/contentsChanged``), the archive can't be
    ///   completed.
    public func add(
        _ entry: ArchiveEntry,
        contentsOf url: URL,
        level: CompressionLevel = .standard
    ) throws(ArchiveError) {
        try add(entry, ArchiveSource(url), level)
    }

    /// Adds a file with the contents of an open file, and reports the progress.
    func add(
        _ entry: ArchiveEntry,
        _ file: ArchiveSource,
        _ level: CompressionLevel,
        _ meter: ProgressMeter? = nil
    ) throws(ArchiveError) {
        // The local header is still in the output, so its sizes can be patched.
        try begin(entry, size: file.count, level, hasDescriptor: false)
        try output.failing { () throws(ArchiveError) in
            try file.forEachChunk(meter) { chunk throws(ArchiveError) in try write(chunk) }
            try finishEntry()
        }
    }

    /// Adds an entry of another archive as it is, without compressing it again.
    ///
    /// You may change the entry's path, permissions, date and comment before. The contents are not
    /// checked.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError`` as ``add(_:contents:level:)`` and ``ZipArchive/contents(of:)``
    ///   do. If the other archive can't be read to its end, this one can't be completed.
    public func add(_ entry: ArchiveEntry, from archive: ZipArchive) throws(ArchiveError) {
        var contents = try archive.open(entry)
        let facts = contents.facts
        var header = try header(entry, isFile: entry.kind == .folder && facts.size > 0)
        (header.isDeflated, header.crc) = (!facts.isStored, CRC32(facts.checksum))
        (header.size, header.compressedSize) = (facts.size, entry.compressedSize)
        try output.append(header.bytes(isLocal: true))
        try output.failing { () throws(ArchiveError) in
            while let chunk = try contents.data.next() { try output.append(chunk) }
        }
        directory += header.bytes(isLocal: false)
    }

    /// Begins an entry, whose contents are written in pieces that follow.
    ///
    /// Announce a size from 4 GiB on: some programs that read pipes need that.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError`` as ``add(_:contents:level:)`` does.
    public func begin(
        _ entry: ArchiveEntry,
        size: Int? = nil,
        level: CompressionLevel = .standard
    ) throws(ArchiveError) {
        try begin(entry, size: size ?? 0, level, hasDescriptor: !output.isPatchable)
    }

    private func begin(
        _ entry: ArchiveEntry,
        size: Int,
        _ level: CompressionLevel,
        hasDescriptor: Bool
    ) throws(ArchiveError) {
        var header = try header(entry, isFile: true)
        header.isDeflated = level != .uncompressed
        header.hasDescriptor = hasDescriptor
        header.isLarge = size >= ZipHeader.allOnes
        try output.append(header.bytes(isLocal: true))
        begun = header
        if header.isDeflated { restartCompressor(level) }
    }

    /// Writes a piece of the contents of the file that was begun.
    ///
    /// - Precondition: ``begin(_:size:level:)`` was called, and nothing was added since.
    /// - Throws: ``ArchiveError`` if the archive's file can't be written.
    public func write(_ piece: some DataProtocol) throws(ArchiveError) {
        precondition(begun != nil, "no entry was begun")
        try write(piece.collected(), isLast: false)
    }

    /// Writes the directory, and gives the file its name.
    ///
    /// - Throws: ``ArchiveError/Code/alreadyExists`` or ``ArchiveError/Code/notFound`` by the mode;
    ///   ``ArchiveError/Code/invalidEntry`` if the comment is too long; an error of the file.
    public func finish() throws(ArchiveError) {
        if !output.isFinished {
            try finishEntry()
            let comment = comment ?? Data()
            let reason = "the comment of the archive is too long"
            try require(comment.count <= 0xFFFF, .invalidEntry, reason)
            let range = output.count..<output.count + directory.count
            try output.append(directory + ZipHeader.end(range, count: paths.count, comment))
        }
        try output.finish()
    }

    /// Returns the next 1 to 65,536 bytes of an archive without a file, or `nil` until more is
    /// written.
    public func next() -> Data? { output.next() }

    /// Returns all bytes that are ready of an archive without a file.
    public func drain() -> Data { output.drain() }

    // MARK: Entries

    /// Completes the entry before, and returns the header of a new one.
    private func header(
        _ entry: ArchiveEntry,
        isFile: Bool
    ) throws(ArchiveError) -> ZipHeader {
        if let error = output.error { throw error }
        try finishEntry()
        let isValid = !isFile || entry.kind == .file
        try require(isValid, .invalidEntry, path: entry.path, "only files have contents")
        let header = try ZipHeader(entry, at: output.count, timeZone)
        let reason = "an entry of the same path was written before"
        try require(paths.insert(entry.path).inserted, .duplicatePath, path: entry.path, reason)
        return header
    }

    /// Completes the entry that was begun: its sizes and checksum are patched or follow.
    private func finishEntry() throws(ArchiveError) {
        guard begun != nil else { return }
        try write(Data(), isLast: true)
        guard var header = begun.take() else { return }
        let isPatched = !header.hasDescriptor
        // Only a descriptor can hold sizes that the header has no room for.
        if header.hasLargeSizes, !header.isLarge { header.hasDescriptor = true }
        if isPatched { try output.patch(Data(header.bytes(isLocal: true)), at: header.offset) }
        if header.hasDescriptor { try output.append(header.descriptor) }
        directory += header.bytes(isLocal: false)
    }

    // MARK: Contents

    private func write(_ bytes: Data, isLast: Bool) throws(ArchiveError) {
        // After an error, the compressor may have finished.
        if let error = output.error { throw error }
        begun?.add(bytes)
        let packed = begun?.isDeflated == true ? compress(bytes, isLast: isLast) : bytes
        begun?.compressedSize += packed.count
        try output.append(packed)
    }

    private func restartCompressor(_ level: CompressionLevel) {
        if let compressor, compressor.level == level { return compressor.1.restart() }
        compressor = (level, Compressor(.deflate, level: level))
    }

    /// Compresses bytes, and returns the output that is ready.
    private func compress(_ bytes: Data, isLast: Bool) -> Data {
        guard let (_, compressor) = compressor else { return Data() }
        compressor.append(bytes)
        if isLast { compressor.finish() }
        return compressor.drain()
    }
}

@available(*, unavailable, message: "A writer has one owner at a time.")
extension ZipWriter: @unchecked Sendable {}
