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
/// which may move it to another task between two calls. It uses at most 1.3 MiB of memory, and
/// keeps appended chunks until ``next()`` consumes them.
public final class Compressor {
    /// The input that is gathered before it is compressed.
    private static let chunkSize = 65_536
    /// The bytes that must follow a position, unless the input ends before: a decision at the
    /// position depends on these alone.
    private static let lookahead = 4_096
    /// The bytes that must be left for another block.
    ///
    /// They are left wherever the lookahead was there: a turn of the matcher moves fewer than 1,024
    /// bytes.
    private static let shortestBlock = 2_048
    /// The longest block that can be stored, if no code makes it shorter.
    private static let storedLength = 128 << 10
    private static let windowSize = storedLength + lookahead + 3 * chunkSize

    private let format: CompressedFormat
    private let level: Int
    private var input = InputQueue()
    /// The number of bytes that were appended; tests begin with another than 0.
    var appendedCount = 0
    private var hasInputToFlush = false
    private var isFinished = false
    private var hasWrittenEnd = false
    /// The input that is not compressed, after some that matches and the block need.
    private var window = OutputBuffer()
    /// The end of the input in the window that is compressed.
    private var position = 0
    private var crc = CRC32()
    private var adler = Adler32()
    private var block = DeflateBlock()
    /// Tests set its origin.
    var finder: MatchFinder
    private var writer = BitWriter()

    /// Creates a compressor.
    ///
    /// Only gzip has a name, a date and a comment; other formats ignore them.
    ///
    /// - Parameters:
    ///   - format: The format of the output.
    ///   - level: The compression level.
    ///   - name: The original name of the file, written as UTF-8. It ends before its first NUL.
    ///   - modificationDate: The date of the file, in whole seconds from 1970 to 2106; a date out
    ///     of this range is written as 0, which means none.
    ///   - comment: A comment, written as UTF-8. It ends before its first NUL.
    public init(
        _ format: CompressedFormat,
        level: CompressionLevel = .standard,
        name: String? = nil,
        modificationDate: Date? = nil,
        comment: String? = nil
    ) {
        self.format = format
        self.level = level.value
        finder = MatchFinder(level: level.value)
        let header: [UInt8] =
            switch format {
            case .gzip:
                GzipHeader(name: name, comment: comment, modificationDate: modificationDate)
                    .bytes(for: level)
            case .zlib: ZlibHeader.bytes(for: level)
            case .deflate: []
            }
        writer.reserve(8 * header.count)
        for byte in header { writer.append(byte, 8) }
    }

    /// Appends a chunk.
    ///
    /// - Precondition: ``finish()`` was not called.
    public func append(_ chunk: some DataProtocol) {
        precondition(!isFinished, "nothing can be appended after finish()")
        let chunk = chunk.collected()
        guard !chunk.isEmpty else { return }
        appendedCount &+= chunk.count
        hasInputToFlush = true
        input.append(chunk)
    }

    /// Makes all that was appended decodable by the pieces that ``next()`` returns.
    ///
    /// A flush compresses all input at once, and its output is in memory until ``next()`` returns
    /// it. It closes a block and costs up to 5 bytes, and the next block has a header of its own,
    /// so frequent flushes make the output larger. Without new input, a flush has no effect.
    public func flush() {
        guard !isFinished, hasInputToFlush else { return }
        hasInputToFlush = false
        while step() {}
        compress(isComplete: true)
        writer.writeStored(.empty, isLast: false)
    }

    /// Ends the stream: ``next()`` returns the rest of the output.
    ///
    /// A second call has no effect.
    public func finish() {
        isFinished = true
    }

    /// Returns the next piece of the output, 1 to 65,536 bytes, or `nil` until more is appended.
    public func next() -> Data? {
        while writer.output.ready < StreamDecoder.pieceSize, step() {}
        return writer.output.takePiece()
    }

    /// Returns all output that is ready, which may be empty.
    public func drain() -> Data {
        while step() {}
        return writer.output.takeAll(keeping: 0)
    }

    /// Begins another stream of raw deflate, after one that has ended, with the same tables.
    func restart() {
        finder.drop(window.count)
        finder.adjust(to: 256)
        if finder.isWorn {
            block = DeflateBlock()
            finder = MatchFinder(level: level)
        }
        window.keepLast(0)
        position = 0
        (hasInputToFlush, isFinished, hasWrittenEnd) = (false, false, false)
    }

    /// Compresses some of the input, or writes the end; returns false if nothing is left to do.
    @inline(never)
    private func step() -> Bool {
        if !input.isEmpty {
            fillWindow()
            if missing == 0 { compress(isComplete: false) }
        } else if isFinished, !hasWrittenEnd {
            hasWrittenEnd = true
            compress(isComplete: true, isLast: true)
            writeTrailer()
        } else {
            return false
        }
        return true
    }

    /// The number of bytes that the window lacks before it is compressed.
    private var missing: Int { Self.chunkSize &+ Self.lookahead &- (window.count &- position) }

    /// Moves input into the window, and makes room before that if the window is full.
    private func fillWindow() {
        if window.count == Self.windowSize {
            let blockLength = block.length <= Self.storedLength ? block.length : 0
            let dropped = max(0, position &- max(MatchFinder.history, blockLength))
            window.keepLast(window.count &- dropped)
            position &-= dropped
            finder.drop(dropped)
        }
        let most = min(missing, Self.windowSize &- window.count)
        input.withNext { bytes, position, _ in
            let bytes = bytes.slice(from: position, count: min(bytes.count &- position, most))
            window.grow(to: window.count &+ bytes.count)
            window.append(bytes)
            position &+= bytes.count
            switch format {
            case .gzip: crc.update(bytes)
            case .zlib: adler.update(bytes)
            case .deflate: break
            }
        }
    }

    /// Compresses the window up to `lookahead` bytes before its end, or, if the window is complete,
    /// up to its end, and closes the block.
    @inline(never)
    private func compress(isComplete: Bool, isLast: Bool = false) {
        window.withBytes(from: 0) { bytes in
            guard level > 0 else {
                // Blocks of the full length; a shorter one only at the end of the window.
                let rest = bytes.count &- position
                let count = isComplete ? rest : (rest &- 1) / 65_535 &* 65_535
                guard count > 0 || isLast else { return }
                writer.writeStored(bytes.slice(from: position, count: count), isLast: isLast)
                position &+= count
                return
            }
            let limit = isComplete ? bytes.count : bytes.count &- Self.lookahead
            var hasEnded = false
            while position < limit || isLast && !hasEnded {
                let start = position
                finder.find(bytes, at: &position, upTo: limit, into: &block)
                block.length &+= position &- start
                let isEnd = isComplete && position == bytes.count
                var isWhole = isEnd
                if block.isCheckDue {
                    let isChanged = block.check()
                    finder.adjust(to: block.usedLiterals)
                    // A rest that is too short for codes of its own stays in the block.
                    let hasRest = bytes.count &- position >= Self.shortestBlock
                    if block.isFull || isChanged && hasRest { isWhole = true }
                }
                if isWhole {
                    hasEnded = isLast && isEnd
                    let source =
                        block.length <= Self.storedLength
                        ? bytes.slice(from: position &- block.length, count: block.length) : nil
                    block.write(source, isLast: hasEnded, to: &writer)
                }
            }
        }
    }

    private func writeTrailer() {
        writer.reserve(72)
        writer.align()
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
