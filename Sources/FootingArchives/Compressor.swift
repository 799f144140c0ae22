import FootingBytes

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
    /// The input that is gathered before it is compressed.
    private static let chunkSize = 65_536

    private let format: CompressedFormat
    private var input = InputQueue()
    /// The offsets at which `flush` was called.
    private var flushes: [Int] = []
    private var appendedCount = 0
    private var lastFlush = 0
    private var isFinished = false
    private var hasWrittenEnd = false
    /// The input that is not compressed, after some that matches and the block need.
    private var window: OutputBuffer
    private var position = 0
    private var crc = CRC32()
    private var adler = Adler32()
    private var deflater: Deflater
    private var writer: BitWriter

    /// Creates a compressor.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - level: The compression level.
    ///   - name: The original name of the file, for gzip. It ends before its first NUL.
    ///   - modificationDate: The date of the file, for gzip, in whole seconds from 1970 to 2106.
    ///   - comment: A comment, for gzip. It ends before its first NUL.
    public convenience init(
        _ format: CompressedFormat,
        level: CompressionLevel = .standard,
        name: String? = nil,
        modificationDate: Date? = nil,
        comment: String? = nil
    ) {
        let header = GzipHeader(name: name, comment: comment, modificationDate: modificationDate)
        self.init(format, level, header)
    }

    /// Creates a compressor, with a window for at most so many bytes of input.
    init(
        _ format: CompressedFormat,
        _ level: CompressionLevel,
        _ header: GzipHeader = GzipHeader(),
        inputCount: Int = .max
    ) {
        self.format = format
        deflater = Deflater(level: level.value)
        let most = Deflater.storedLength + Deflater.lookahead + 3 * Self.chunkSize
        window = OutputBuffer(capacity: min(most, inputCount))
        writer = BitWriter(capacity: min(most, inputCount / 2) + 1_024)
        let bytes: [UInt8] =
            switch format {
            case .gzip: header.bytes(for: level)
            case .zlib: ZlibHeader.bytes(for: level)
            case .deflate: []
            }
        writer.reserve(8 * bytes.count)
        for byte in bytes { writer.append(byte, 8) }
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
        while writer.output.ready < StreamDecoder.pieceSize, step() {}
        guard writer.output.ready > 0 else { return nil }
        let piece = writer.output.take(atMost: StreamDecoder.pieceSize)
        if writer.output.ready == 0 { writer.output.keepLast(0) }
        return piece
    }

    /// Returns all output that is ready, which may be empty.
    public func drain() -> Data {
        var all = Data()
        while let piece = next() { all += piece }
        return all
    }

    /// Returns the whole output, of which no piece was returned.
    func finished() -> Data {
        finish()
        while step() {}
        return writer.output.takeAll()
    }

    /// Begins another stream of raw deflate, after one that has ended, with the same tables.
    func restart() {
        deflater.restart(after: window.count)
        window.keepLast(0)
        input = InputQueue()
        flushes = []
        (position, appendedCount, lastFlush) = (0, 0, 0)
        (isFinished, hasWrittenEnd) = (false, false)
    }

    /// Compresses some of the input, or does what comes after it; returns false if nothing is left.
    private func step() -> Bool {
        if let flush = flushes.first, input.offset == flush {
            flushes.removeFirst()
            compress(isComplete: true)
            writer.writeStored(.empty, isLast: false)
        } else if !input.isEmpty {
            moveWindow()
            input.withNext(upTo: flushes.first) { bytes, position, _ in
                let count = min(bytes.count &- position, window.capacity &- window.count)
                let bytes = bytes.slice(from: position, count: count)
                window.append(bytes)
                position &+= count
                switch format {
                case .gzip: crc.update(bytes)
                case .zlib: adler.update(bytes)
                case .deflate: break
                }
            }
            if window.count &- position >= Self.chunkSize &+ Deflater.lookahead {
                compress(isComplete: false)
            }
        } else if isFinished, !hasWrittenEnd {
            hasWrittenEnd = true
            compress(isComplete: true, isLast: true)
            writeTrailer()
        } else {
            return false
        }
        return true
    }

    /// Makes room in a full window.
    private func moveWindow() {
        guard window.count == window.capacity else { return }
        let dropped = max(0, position &- deflater.neededBefore)
        window.keepLast(window.count &- dropped)
        position &-= dropped
        deflater.drop(dropped)
    }

    private func compress(isComplete: Bool, isLast: Bool = false) {
        window.withBytes(from: 0) {
            deflater.compress(
                $0,
                at: &position,
                isComplete: isComplete,
                isLast: isLast,
                to: &writer
            )
        }
    }

    private func writeTrailer() {
        writer.align()
        writer.reserve(64)
        switch format {
        case .gzip:
            writer.append(crc.value, 32)
            writer.append(UInt32(truncatingIfNeeded: appendedCount), 32)
        case .zlib: writer.append(adler.value.byteSwapped, 32)
        case .deflate: break
        }
    }
}

@available(*, unavailable, message: "A compressor has one owner at a time.")
extension Compressor: @unchecked Sendable {}
