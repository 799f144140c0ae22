import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes gzip, zlib or deflate, with its header and checksum.
struct StreamEncoder: ~Copyable {
    /// The input that is gathered before it is compressed.
    private static var chunkSize: Int { 65_536 }

    var writer: BitWriter
    private let format: CompressedFormat
    private var deflater: Deflater
    /// The input that is not compressed, after some that matches and the block need.
    private var window: OutputBuffer
    private var position = 0
    private var length = 0
    private var crc = CRC32()
    private var adler = Adler32()

    /// Creates an encoder of a stream, with a window for at most so many bytes of input.
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
        for byte in bytes { writer.output.append(byte) }
    }

    /// Moves input from `position` on into the window, as far as there is room, and compresses it
    /// when enough is there.
    mutating func append(_ input: ByteView, at position: inout Int) {
        if window.count == window.capacity {
            let dropped = max(0, self.position &- deflater.neededBefore)
            window.keepLast(window.count &- dropped)
            self.position &-= dropped
            deflater.drop(dropped)
        }
        let count = min(input.count &- position, window.capacity &- window.count)
        let bytes = input.slice(from: position, count: count)
        window.append(bytes)
        position &+= count
        length &+= count
        switch format {
        case .gzip: crc.update(bytes)
        case .zlib: adler.update(bytes)
        case .deflate: break
        }
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
        writer.reserve(64)
        switch format {
        case .gzip: writer.append(crc.value, 32)
            writer.append(UInt32(truncatingIfNeeded: length), 32)
        case .zlib: writer.append(adler.value.byteSwapped, 32)
        case .deflate: break
        }
    }

    /// Takes out a piece of the output.
    mutating func take() -> Data {
        let piece = writer.output.take(atMost: StreamDecoder.pieceSize)
        if writer.output.ready == 0 { writer.output.keepLast(0) }
        return piece
    }

    consuming func takeAll() -> Data { writer.output.takeAll() }

    private mutating func compress(isComplete: Bool, isLast: Bool = false) {
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
}
