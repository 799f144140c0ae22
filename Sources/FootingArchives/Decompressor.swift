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
/// A piece is returned before the checksum of its stream is known, so do not use the pieces before
/// the end was reached without an error. Take all pieces, then call ``finish()``; if pieces remain,
/// the error comes from the call after the last piece. The sizes of the chunks affect neither
/// output nor error. After an error, every call throws it again.
///
/// A decompressor has one owner, which may move it to another task between two calls. It uses about
/// 130 KiB of memory, and that of the name and the comment in the first header of gzip, which
/// ``ArchiveOptions/Limits/headerBytes`` limits. Appended chunks are kept until ``next()`` consumes
/// them.
public final class Decompressor {
    private var input: InputQueue
    private var decoder: StreamDecoder
    /// The path of the entry of a zip archive that is read.
    private let path: ArchivePath?
    /// The error that follows the bytes that are ready, and whether it was thrown.
    private var error: ArchiveError?
    private var hasThrown = false
    private var isFinished: Bool

    /// The bytes after the end of the stream, or `nil` if its end was not reached.
    ///
    /// There are bytes only if the decompressor was created with `readingAllMembers: false`.
    public private(set) var trailingBytes: Data?

    /// Creates a decompressor.
    ///
    /// - Parameters:
    ///   - format: The format of the stream.
    ///   - limits: The limits of what is read.
    ///   - readingAllMembers: Whether all members of a gzip file are read, as one stream.
    ///     Otherwise, reading ends after the first member, and ``trailingBytes`` has the rest. Zlib
    ///     and deflate have no further members, and end in the same way.
    ///   - ignoringTrailingBytes: Whether bytes after the stream are ignored. Otherwise they are an
    ///     error, ``ArchiveError/Code/unclaimedBytes``, that is thrown after the last piece. Zeros
    ///     after gzip are always ignored: tapes and some tools append them. Bytes that begin as
    ///     gzip does, with 1F 8B, are always read as another member.
    public convenience init(
        _ format: CompressedFormat,
        limits: ArchiveOptions.Limits = .standard,
        readingAllMembers: Bool = true,
        ignoringTrailingBytes: Bool = false
    ) {
        var decoder = StreamDecoder(format, limits: limits)
        decoder.readsAllMembers = readingAllMembers
        decoder.ignoresTrailingBytes = ignoringTrailingBytes
        self.init(InputQueue(), decoder)
    }

    /// Creates a decompressor of chunks that are appended, of a file, or of an entry.
    init(_ input: InputQueue, _ decoder: consuming StreamDecoder, path: ArchivePath? = nil) {
        (self.input, self.path) = (input, path)
        self.decoder = decoder
        isFinished = input.source != nil
    }

    /// The offset up to which the file or the archive was read.
    var readOffset: Int { input.readOffset }

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
        let chunk = chunk.collected()
        try rethrow()
        precondition(!isFinished, "nothing can be appended after finish()")
        if trailingBytes != nil {
            trailingBytes?.append(chunk)
        } else if error == nil {
            input.append(chunk)
        }
    }

    /// Returns the next piece, 1 to 65,536 bytes, or `nil` until more is appended.
    ///
    /// - Throws: ``ArchiveError`` if the stream is damaged or exceeds a limit, after the pieces
    ///   before the fault.
    public func next() throws(ArchiveError) -> Data? {
        try rethrow()
        _ = run()
        if decoder.ready > 0 { return decoder.take() }
        try throwError()
        return nil
    }

    /// Returns all bytes that are ready, which may be none.
    ///
    /// - Throws: ``ArchiveError`` as ``next()`` does. If a fault follows good bytes, the next call
    ///   throws; but after ``finish()``, damaged data is thrown at once, so that it does not seem
    ///   whole. If more bytes are ready than ``ArchiveOptions/Limits/memoryBytes``, that error is
    ///   thrown at once.
    public func drain() throws(ArchiveError) -> Data {
        try rethrow()
        var isFull = false
        repeat {
            if isFull { decoder.makeRoom(inputCount: input.count) }
            isFull = run()
            let limit = decoder.limits.memoryBytes
            guard decoder.ready <= max(0, limit) else {
                fail(ArchiveError(exceeding: .memoryBytes, of: limit, at: input.offset - 1))
                try throwError()
                break
            }
        } while isFull
        if decoder.ready == 0 || isFinished { try throwError() }
        return decoder.takeAll()
    }

    /// Notes that nothing follows.
    ///
    /// Take all pieces, then call this: if pieces remain, it returns without an error, and the
    /// error comes from the call after the last piece, or from ``drain()``.
    ///
    /// - Throws: ``ArchiveError/Code/truncated`` if the stream is not complete, or the error that
    ///   ``next()`` would throw.
    public func finish() throws(ArchiveError) {
        isFinished = true
        try rethrow()
        _ = run()
        if decoder.ready == 0 { try throwError() }
    }

    private func throwError() throws(ArchiveError) {
        hasThrown = error != nil
        try rethrow()
    }

    private func rethrow() throws(ArchiveError) {
        if hasThrown, let error { throw error }
    }

    /// Decodes input until the output is full, or, with a result of false, as far as possible.
    private func run() -> Bool {
        while error == nil, trailingBytes == nil {
            // Without input, too: the decoder may hold bits of more output than there was room for.
            do throws(ArchiveError) {
                try input.fill()
            } catch {
                fail(error)
                return false
            }
            let isLast = input.isEmpty
            let status = input.withNext { decoder.decode($0, at: &$1, base: $2) }
            switch status {
            case .needsRoom: return true
            case .failed(let error): fail(error)
            case .finished where !decoder.readsAllMembers:
                trailingBytes = input.rest
                input.removeAll()
            case .needsInput, .finished:
                guard isLast else { continue }
                guard isFinished else { return false }
                if let error = decoder.error(atEnd: input.offset) {
                    fail(error)
                } else {
                    trailingBytes = Data()
                }
            }
        }
        return false
    }

    private func fail(_ error: ArchiveError) {
        self.error = error.located(in: input.source?.url, path)
        input.removeAll()
    }
}

@available(*, unavailable, message: "A decompressor has one owner at a time.")
extension Decompressor: @unchecked Sendable {}
