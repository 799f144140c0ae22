import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes gzip, zlib or deflate, with its header and checksum.
///
/// The input is in memory as a whole, or comes through a window.
struct StreamEncoder: ~Copyable {
    /// The input that is gathered before it is compressed.
    private static var chunkSize: Int { 65_536 }

    var writer: BitWriter
    private let format: CompressedFormat
    /// `nil` for the level that only stores.
    private var deflater: Deflater?
    /// The window of a stream, and the position up to which it is compressed.
    private var window: OutputBuffer
    private var position = 0
    private var length = 0
    private var crc = CRC32()
    private var adler = Adler32()

    /// Creates an encoder of whole input of so many bytes, or of a stream.
    init(
        _ format: CompressedFormat,
        _ level: CompressionLevel,
        _ header: GzipHeader,
        inputCount: Int? = nil
    ) {
        self.format = format
        deflater = level == .none ? nil : Deflater(level: level.value)
        window = OutputBuffer(capacity: inputCount == nil ? Self.windowSize : 1)
        let bytes: [UInt8] =
            switch format {
            case .gzip: header.bytes(for: level)
            case .zlib: ZlibHeader.bytes(for: level)
            case .deflate: []
            }
        writer = BitWriter(capacity: bytes.count + (inputCount ?? 0) / 2 + 1_024)
        for byte in bytes { writer.output.append(byte) }
    }

    private static var windowSize: Int {
        Deflater.history + Deflater.storedLength + Deflater.lookahead + 2 * chunkSize
    }

    /// Encodes whole input.
    mutating func encode(_ input: ByteView) {
        addToChecksum(input)
        if deflater == nil {
            writer.writeStored(input, isLast: true)
        } else {
            var position = 0
            deflater?.compress(input, at: &position, isComplete: true, isLast: true, to: &writer)
            writer.align()
        }
        writeTrailer()
    }

    /// Moves input from `position` on into the window, as far as there is room, and compresses it
    /// when enough is there.
    mutating func append(_ input: ByteView, at position: inout Int) {
        if window.count == window.capacity {
            let dropped = self.position &- (deflater?.neededBefore ?? 0)
            window.keepLast(window.count &- dropped)
            self.position &-= dropped
            deflater?.drop(dropped)
        }
        let count = min(input.count &- position, window.capacity &- window.count)
        let bytes = input.slice(from: position, count: count)
        window.append(bytes)
        addToChecksum(bytes)
        position &+= count
        if window.count &- self.position >= Self.chunkSize &+ Deflater.lookahead {
            compress(isComplete: false)
        }
    }

    /// Compresses all input so far, and makes it decodable.
    mutating func flush() {
        compress(isComplete: true)
        writer.writeStored(.empty, isLast: false)
    }

    mutating func finish() {
        compress(isComplete: true, isLast: true)
        writer.align()
        writeTrailer()
    }

    /// Begins another stream of raw deflate with the same level and tables.
    mutating func restart() {
        deflater?.restart(after: window.count)
        window.keepLast(0)
        position = 0
    }

    /// Takes out a piece of the output.
    mutating func take() -> Data {
        let piece = writer.output.take(atMost: StreamDecoder.pieceSize)
        if writer.output.ready == 0 { writer.output.keepLast(0) }
        return piece
    }

    consuming func takeAll() -> Data { writer.output.takeAll() }

    private mutating func compress(isComplete: Bool, isLast: Bool = false) {
        var position = position
        window.withBytes(from: 0) { bytes in
            if deflater == nil {
                while isLast || bytes.count &- position >= (isComplete ? 1 : 65_536) {
                    let count = min(bytes.count &- position, 65_535)
                    let block = bytes.slice(from: position, count: count)
                    position &+= count
                    let isEnd = isLast && position == bytes.count
                    writer.writeStored(block, isLast: isEnd)
                    if isEnd { break }
                }
            } else {
                deflater?.compress(
                    bytes,
                    at: &position,
                    isComplete: isComplete,
                    isLast: isLast,
                    to: &writer
                )
            }
        }
        self.position = position
    }

    private mutating func addToChecksum(_ bytes: ByteView) {
        length &+= bytes.count
        switch format {
        case .gzip: crc.update(bytes)
        case .zlib: adler.update(bytes)
        case .deflate: break
        }
    }

    private mutating func writeTrailer() {
        writer.reserve(64)
        switch format {
        case .gzip:
            writer.append(crc.value, 32)
            writer.append(UInt32(truncatingIfNeeded: length), 32)
        case .zlib: writer.append(adler.value.byteSwapped, 32)
        case .deflate: break
        }
    }
}
