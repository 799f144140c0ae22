#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Writes a tar archive to a file, or piece by piece to anything.
///
/// ```swift
/// let writer = try TarWriter(to: url, as: .gzip)
/// try writer.add("folder/")
/// try writer.add("folder/hello.txt", contents: Data("Hello".utf8))
/// try writer.begin("log.txt", size: log.count)
/// for piece in pieces { try writer.write(piece) }
/// try writer.finish()
/// ```
///
/// A file has a temporary name until ``finish()`` has returned, and is removed with a writer that
/// was not finished. Without a file, take the archive out with ``next()`` or ``drain()`` after each
/// call. Permissions that are `nil` are written as 0755 for folders and 0644 for others, other
/// members that are `nil` as 0, so the same entries have the same bytes. A writer has one owner,
/// which may move it to another task between two calls.
public final class TarWriter {
    /// A format of tar archives.
    ///
    /// A minor release may add formats, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Format: Hashable, Sendable {
        /// POSIX: ustar with additional records if an entry needs them, which all programs of today
        /// read.
        case pax
        /// The standard of 1988: paths of at most 256 bytes in ASCII, and files below 8 GiB.
        case ustar
    }

    /// Whether dates are written with fractions of seconds, in the format ``Format/pax``.
    public var includesFractionsOfSeconds = false

    private let format: Format
    let output: ArchiveOutput
    /// The path of the entry that was begun, and the number of bytes that are missing.
    private var path: ArchivePath?
    private var missing = 0
    private var padding = 0

    /// Creates a writer of a stream that is taken out, compressed in a format or not at all.
    public init(
        as compression: CompressedFormat? = nil,
        level: CompressionLevel = .standard,
        format: Format = .pax
    ) {
        self.format = format
        output = ArchiveOutput(compression.map { Compressor($0, level: level) })
    }

    /// Creates a writer of a file, compressed in a format or not at all.
    ///
    /// - Throws: ``ArchiveError`` if no file can be created beside the URL. A file that exists is
    ///   an error of ``finish()``, as `mode` says.
    public init(
        to url: URL,
        as compression: CompressedFormat? = nil,
        level: CompressionLevel = .standard,
        format: Format = .pax,
        mode: ArchiveOptions.WriteMode = .createOnly
    ) throws(ArchiveError) {
        self.format = format
        output = try ArchiveOutput(to: url, mode, compression.map { Compressor($0, level: level) })
    }

    /// Adds a file with its contents, a folder or a link.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError/Code/invalidEntry`` if the entry has no safe path, if a link has no
    ///   target, if another kind than a file has contents, or if the format can't hold it;
    ///   ``ArchiveError/Code/lengthMismatch`` if contents of the entry before are missing. Nothing
    ///   is written then. The error of an earlier call that could not complete its entry is thrown
    ///   again.
    public func add(
        _ entry: ArchiveEntry,
        contents: some DataProtocol = Data()
    ) throws(ArchiveError) {
        let contents = contents.collected()
        try begin(entry, size: contents.count)
        try write(contents)
    }

    /// Adds a file with the contents of a file, which a writer without a file keeps in memory.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError`` as ``add(_:contents:)`` does, or if the file can't be read;
    ///   ``ArchiveError/Code/contentsChanged`` if its size changes meanwhile, which ends the
    ///   archive.
    public func add(_ entry: ArchiveEntry, contentsOf url: URL) throws(ArchiveError) {
        try add(entry, ArchiveSource(url))
    }

    /// Adds a file with the contents of an open file, and reports the progress.
    func add(
        _ entry: ArchiveEntry,
        _ file: ArchiveSource,
        _ meter: ProgressMeter? = nil
    ) throws(ArchiveError) {
        try begin(entry, size: file.count)
        try output.failing { try file.forEachChunk(meter, write) }
    }

    /// Begins an entry, whose contents are written in pieces that follow.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: ``ArchiveError`` as ``add(_:contents:)`` does;
    ///   ``ArchiveError/Code/lengthMismatch`` if contents of the entry before are missing.
    public func begin(_ entry: ArchiveEntry, size: Int) throws(ArchiveError) {
        guard missing == 0 else { throw lengthMismatch }
        let fractions = includesFractionsOfSeconds
        try output.append(TarHeader.blocks(of: entry, size: size, format, fractions))
        (path, missing, padding) = (entry.path, size, TarHeader.padding(of: size))
    }

    /// Writes a piece of the contents of the entry that was begun.
    ///
    /// - Throws: ``ArchiveError/Code/lengthMismatch`` if the contents get longer than announced,
    ///   before anything of the piece is written; an error of the file.
    public func write(_ piece: some DataProtocol) throws(ArchiveError) {
        let piece = piece.collected()
        guard piece.count <= missing else { throw lengthMismatch }
        guard !piece.isEmpty else { return }
        try output.append(piece)
        missing -= piece.count
        if missing == 0 { try output.append(Data(count: padding)) }
    }

    /// Writes the end of the archive, and gives the file its name.
    ///
    /// - Throws: ``ArchiveError/Code/lengthMismatch`` if contents are missing;
    ///   ``ArchiveError/Code/alreadyExists`` or ``ArchiveError/Code/notFound`` by the mode; an
    ///   error of the file.
    public func finish() throws(ArchiveError) {
        guard missing == 0 else { throw lengthMismatch }
        if !output.isFinished { try output.append(Data(count: 2 * TarHeader.size)) }
        try output.finish()
    }

    /// Returns the next 1 to 65,536 bytes of an archive without a file, or `nil` until more is
    /// written.
    public func next() -> Data? { output.next() }

    /// Returns all bytes that are ready of an archive without a file.
    public func drain() -> Data { output.drain() }

    /// The error that ended the archive, or else that contents have another length than announced.
    private var lengthMismatch: ArchiveError {
        let reason = "\(missing) more bytes were announced as contents"
        return output.error ?? ArchiveError(.lengthMismatch, path: path, reason)
    }
}

@available(*, unavailable, message: "A writer has one owner at a time.")
extension TarWriter: @unchecked Sendable {}
