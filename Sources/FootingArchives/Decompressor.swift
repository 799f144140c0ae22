#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decompresses a stream that is appended in chunks of any size.
///
/// ```swift
/// let decompressor = Decompressor(.gzip, limits: .untrusted)
/// for try await chunk in upload {
///     try decompressor.append(chunk)
///     while let piece = try decompressor.next() { try await file.write(piece) }
/// }
/// try decompressor.finish()
/// ```
///
/// A piece is returned before the checksum of its stream is known. If the stream is damaged, its
/// last call throws, so do not use the pieces before ``finish()`` has returned. The chunks change
/// neither the bytes nor the error. After an error, every call throws it again.
///
/// A decompressor has one owner, which may move it to another task between two calls. It uses about
/// 130 KiB of memory, and keeps appended chunks until ``next()`` consumes them.
public final class Decompressor {
    private var input: InputQueue
    private var decoder: StreamDecoder
    /// The path of the entry in a zip archive that is read.
    private let path: ArchivePath?
    private let limits: ArchiveOptions.Limits
    /// The error that follows the bytes that are ready, and whether it was thrown.
    private var error: ArchiveError?
    private var hasThrown = false
    private var isFinished = false
    private var hasEnded = false

    /// Creates a decompressor.
    public convenience init(
        _ format: CompressedFormat,
        limits: ArchiveOptions.Limits = .standard
    ) {
        self.init(format, nil, limits: limits)
    }

    /// Creates a decompressor of a file, or of chunks that are appended.
    init(_ format: CompressedFormat, _ file: ArchiveFile?, limits: ArchiveOptions.Limits) {
        (input, path) = (InputQueue(file), nil)
        decoder = StreamDecoder(format, limits: limits)
        self.limits = limits
        isFinished = file != nil
    }

    /// Creates a decompressor of an entry in a zip archive.
    init(_ contents: ZipContents, _ path: ArchivePath, limits: ArchiveOptions.Limits) {
        (input, self.path) = (contents.input, path)
        decoder = StreamDecoder(entry: contents.facts, limits: limits, isWhole: false)
        self.limits = limits
        isFinished = true
    }

    /// The offset up to which the file or the archive was read.
    var readOffset: Int { input.readOffset }

    /// Whether all members of a gzip file are read, as one stream; set it before the first chunk.
    ///
    /// Otherwise, reading ends after the first member, and ``unusedBytes`` has the rest. Zlib and
    /// deflate have no further members, and end in the same way.
    public var readsAllMembers: Bool {
        get { decoder.readsAllMembers }
        set { decoder.readsAllMembers = newValue }
    }

    /// Whether bytes after the stream are ignored; set it before the first chunk.
    ///
    /// Otherwise they are an error, ``ArchiveError/Code/unclaimedBytes``, that is thrown after the
    /// last piece. Zeros after gzip are always ignored: tapes and some tools append them.
    public var ignoresTrailingBytes: Bool {
        get { decoder.ignoresTrailingBytes }
        set { decoder.ignoresTrailingBytes = newValue }
    }

    /// The bytes after the end of the stream, or `nil` while it has not been reached.
    ///
    /// There are bytes only if ``readsAllMembers`` is false.
    public var unusedBytes: Data? { hasEnded ? input.rest : nil }

    /// The original name of the file, from the first header of gzip, once that was read.
    ///
    /// The name is whatever its author wrote: it may be a path that leads anywhere.
    public var name: String? { decoder.header.name }

    /// The date of the file, from the first header of gzip, once that was read.
    public var modificationDate: Date? { decoder.header.modificationDate }

    /// The comment, from the first header of gzip, once that was read.
    public var comment: String? { decoder.header.comment }

    /// Appends a chunk.
    ///
    /// - Precondition: ``finish()`` was not called.
    /// - Throws: The error that an earlier call threw.
    public func append(_ chunk: some DataProtocol) throws(ArchiveError) {
        try rethrow()
        precondition(!isFinished, "nothing can be appended after finish()")
        input.append(chunk)
    }

    /// Returns the next piece, 1 to 65,536 bytes, or `nil` until more is appended.
    ///
    /// - Throws: ``ArchiveError`` if the stream is damaged or exceeds a limit, after the pieces
    ///   before the fault.
    public func next() throws(ArchiveError) -> Data? {
        run()
        if decoder.ready > 0 { return decoder.take() }
        hasThrown = error != nil
        try rethrow()
        return nil
    }

    /// Returns all bytes that are ready, which may be none.
    ///
    /// - Throws: ``ArchiveError`` as ``next()`` does, or if more bytes are ready than
    ///   ``ArchiveOptions/Limits/memoryBytes``. If a fault follows good bytes, they are returned
    ///   first.
    public func drain() throws(ArchiveError) -> Data {
        guard var all = try next() else { return Data() }
        while true {
            run()
            guard decoder.ready > 0 else { return all }
            all += decoder.take()
            guard all.count <= limits.memoryBytes else {
                error = ArchiveError(
                    exceeding: .memoryBytes,
                    of: limits.memoryBytes,
                    at: input.offset
                )
                hasThrown = true
                try rethrow()
                return Data()
            }
        }
    }

    /// Notes that nothing follows.
    ///
    /// - Throws: ``ArchiveError/Code/truncated`` if the stream is not complete, or the error that
    ///   ``next()`` would throw. If pieces are still to be returned, ``next()`` throws after them.
    public func finish() throws(ArchiveError) {
        isFinished = true
        run()
        if decoder.ready == 0 { hasThrown = error != nil }
        try rethrow()
    }

    private func rethrow() throws(ArchiveError) {
        if hasThrown, let error { throw error }
    }

    /// Decodes input until the window is full, or nothing more can be done.
    private func run() {
        while error == nil, !hasEnded {
            // Without input, too: the decoder may hold bits of more output than there was room for.
            do throws(ArchiveError) {
                try input.fill()
            } catch {
                fail(error)
                return
            }
            let isLast = input.isEmpty
            let status = input.withNext { bytes, position, base in
                decoder.decode(bytes, at: &position, base: base)
            }
            switch status {
            case .needsRoom: return
            case .failed(let error): fail(error)
            case .finished where !decoder.readsAllMembers: hasEnded = true
            case .needsInput, .finished:
                guard isLast else { continue }
                guard isFinished else { return }
                decoder.error(atEnd: input.offset).map(fail)
                hasEnded = true
            }
        }
    }

    private func fail(_ error: ArchiveError) {
        self.error = error.located(in: input.url, path)
    }
}

@available(*, unavailable, message: "A decompressor has one owner at a time.")
extension Decompressor: @unchecked Sendable {}
