import FootingArchives
import Foundation

/// The promises of compressors for any bytes: they come back, and the output depends on the bytes
/// and the level alone.
///
/// The first three bytes choose the format, the level, and the sizes of chunks. A fuzzer and an
/// ordinary test share this file; `expect` is theirs.
struct RoundTripPromises {
    private let format: CompressedFormat
    private let level: CompressionLevel
    private let chunkSize: Int
    private let plain: Data

    init?(_ bytes: [UInt8]) {
        guard bytes.count > 3 else { return nil }
        format = [.deflate, .zlib, .gzip][Int(bytes[0]) % 3]
        level = CompressionLevel(Int(bytes[1]) % 10)
        // Repeated, at distances that the fuzzer does not have to write.
        let start = Data(bytes[3...])
        var plain = start
        if bytes[0] >= 128 { plain += start.dropFirst(bytes.count / 3) + start.reversed() }
        // And longer than the window, but not only with repetitions.
        let isLong = bytes[0] >= 240
        while isLong, plain.count < 500_000 {
            let shift = UInt8(truncatingIfNeeded: plain.count)
            plain += plain
            plain += plain.suffix(300_000).map { $0 &+ shift }
        }
        self.plain = plain.prefix(500_000)
        chunkSize = (isLong ? 5_000 : 1) + Int(bytes[2]) * Int(bytes[2])
    }

    /// Checks the promises, and returns the format, the plain bytes and the compressed ones.
    @discardableResult
    func check() -> (format: CompressedFormat, plain: Data, packed: Data) {
        let packed = plain.compressed(as: format, level: level)
        expect((try? packed.decompressed(as: format)) == plain, "other bytes came back")
        let compressor = Compressor(format, level: level)
        let flushing = Compressor(format, level: level)
        var output = Data()
        var flushed = Data()
        for start in stride(from: 0, to: plain.count, by: chunkSize) {
            let chunk = plain[start..<min(start + chunkSize, plain.count)]
            compressor.append(chunk)
            output += compressor.drain()
            flushing.append(chunk)
            if start % 3 == 0 { flushing.flush() }
            flushed += flushing.drain()
        }
        compressor.finish()
        flushing.finish()
        expect(output + compressor.drain() == packed, "other output in chunks")
        flushed += flushing.drain()
        expect((try? flushed.decompressed(as: format)) == plain, "other bytes after flushes")
        return (format, plain, packed)
    }
}
