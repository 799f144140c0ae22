#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Compresses a stream of bytes that is appended in chunks of any size.
///
/// ```swift
/// let compressor = Compressor(.gzip)
/// for try await chunk in upload {
///     compressor.append(chunk)
///     while let piece = compressor.next() { try await file.write(piece) }
/// }
/// compressor.finish()
/// while let piece = compressor.next() { try await file.write(piece) }
/// ```
///
/// The output depends on the bytes and the level, not on the chunks. A compressor has one owner,
/// which may move it to another task between two calls. It uses about 1.2 MiB of memory, and keeps
/// appended chunks until ``next()`` consumes them.
public final class Compressor {
    private var input = InputQueue()
    private var encoder: StreamEncoder
    /// The offsets at which `flush` was called.
    private var flushes: [Int] = []
    private var appendedCount = 0
    private var lastFlush = 0
    private var isFinished = false
    private var hasWrittenEnd = false

    /// Creates a compressor.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - level: The compression level.
    ///   - name: The original name of the file, for gzip. It ends before its first NUL.
    ///   - modificationDate: The date of the file, for gzip, in whole seconds from 1970 to 2106.
    ///   - comment: A comment, for gzip. It ends before its first NUL.
    public init(
        _ format: CompressedFormat,
        level: CompressionLevel = .standard,
        name: String? = nil,
        modificationDate: Date? = nil,
        comment: String? = nil
    ) {
        let header = GzipHeader(name: name, comment: comment, modificationDate: modificationDate)
        encoder = StreamEncoder(format, level, header)
    }

    /// Appends a chunk.
    ///
    /// - Precondition: ``finish()`` was not called.
    public func append(_ chunk: some DataProtocol) {
        precondition(!isFinished, "nothing can be appended after finish()")
        appendedCount += chunk.count
        input.append(chunk)
    }

    /// Makes all that was appended decodable by the pieces that ``next()`` returns.
    ///
    /// A flush costs up to 5 bytes and closes a block, so frequent flushes make the output larger.
    public func flush() {
        guard !isFinished, appendedCount != lastFlush else { return }
        lastFlush = appendedCount
        flushes.append(appendedCount)
    }

    /// Ends the stream: ``next()`` returns the rest of the output.
    public func finish() {
        isFinished = true
    }

    /// Returns the next piece of the output, 1 to 65,536 bytes, or `nil` until more is appended.
    public func next() -> Data? {
        while encoder.writer.output.ready < StreamDecoder.pieceSize, step() {}
        guard encoder.writer.output.ready > 0 else { return nil }
        return encoder.take()
    }

    /// Returns all output that is ready, which may be empty.
    public func drain() -> Data {
        var all = Data()
        while let piece = next() { all += piece }
        return all
    }

    /// Compresses some of the input, or does what comes after it; returns false if nothing is left.
    private func step() -> Bool {
        if let flush = flushes.first, input.offset == flush {
            flushes.removeFirst()
            encoder.flush()
            return true
        }
        if !input.isEmpty {
            input.withNext(upTo: flushes.first) { bytes, position, _ in
                encoder.append(bytes, at: &position)
            }
            return true
        }
        guard isFinished, !hasWrittenEnd else { return false }
        hasWrittenEnd = true
        encoder.finish()
        return true
    }
}

@available(*, unavailable, message: "A compressor has one owner at a time.")
extension Compressor: @unchecked Sendable {}
