import FootingArchives
import Foundation
import TestSupport

/// Bytes to be compressed, the same in each run.
enum Samples {
    /// Lines that resemble those of a server's log.
    static func log(_ count: Int, seed: Int = 1) -> Data {
        var random = SeededRandom(seed: seed)
        let paths = ["/", "/index.html", "/api/v1/users", "/static/app.js", "/favicon.ico"]
        var text = ""
        while text.utf8.count < count {
            let path = paths[Int.random(in: 0..<paths.count, using: &random)]
            let number = Int.random(in: 1...99_999, using: &random)
            text += "10.0.\(number % 256).\(number / 256 % 256) GET \(path)?id=\(number) 200\n"
        }
        return Data(text.utf8.prefix(count))
    }

    /// Bytes that can't be compressed.
    static func noise(_ count: Int, seed: Int = 2) -> Data {
        var random = SeededRandom(seed: seed)
        let words = (0..<(count + 7) / 8).map { _ in random.next() }
        return unsafe words.withUnsafeBytes { unsafe Data($0.prefix(count)) }
    }

    /// Parts of all kinds, one after the other.
    static func mixture(_ count: Int, seed: Int = 3) -> Data {
        var random = SeededRandom(seed: seed)
        var data = Data()
        while data.count < count {
            let length = Int.random(in: 1...40_000, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: data += log(length, seed: data.count)
            case 1: data += noise(length, seed: data.count)
            case 2: data += Data(repeating: UInt8(length & 0xFF), count: length)
            case 3: data += Data((0..<length).map { UInt8(truncatingIfNeeded: $0 / 7) })
            default: data += data.suffix(length)
            }
        }
        return data.prefix(count)
    }

    static let all: [(name: String, data: Data)] = [
        ("nothing", Data()), ("one byte", Data([7])), ("three bytes", Data("abc".utf8)),
        ("zeros", Data(count: 70_000)), ("log", log(80_000)), ("noise", noise(70_000)),
        ("mixture", mixture(150_000)), ("a piece", Data(count: 65_536)),
        ("two blocks", noise(131_070)),
    ]
}

/// The checksum that the trailer of a gzip member has.
enum Checksum {
    static func crc32(_ data: Data) -> UInt32 {
        let trailer = data.compressed(as: .gzip, level: .uncompressed).suffix(8)
        return trailer.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension CompressedFormat {
    static let all: [CompressedFormat] = [.gzip, .zlib, .deflate]
}

/// The result of a stream: the bytes before its end or its error.
struct Outcome: Equatable {
    var data = Data()
    var error: ArchiveError?
}

/// Decompresses a stream that is cut into chunks of the sizes that `next` returns.
func decompress(
    _ data: Data,
    as format: CompressedFormat,
    limits: ArchiveOptions.Limits = .standard,
    ignoringTrailingBytes: Bool = false,
    chunk next: () -> Int
) -> Outcome {
    let decompressor = Decompressor(
        format,
        limits: limits,
        ignoringTrailingBytes: ignoringTrailingBytes
    )
    var outcome = Outcome()
    do throws(ArchiveError) {
        var rest = data
        while !rest.isEmpty {
            let chunk = rest.prefix(max(1, next()))
            rest = rest.dropFirst(chunk.count)
            try decompressor.append(chunk)
            while let piece = try decompressor.next() { outcome.data += piece }
        }
        try decompressor.finish()
        while let piece = try decompressor.next() { outcome.data += piece }
    } catch {
        outcome.error = error
    }
    return outcome
}

/// Compresses a stream that is cut into chunks of the sizes that `next` returns.
func compress(
    _ data: Data,
    as format: CompressedFormat,
    level: CompressionLevel = .standard,
    chunk next: () -> Int
) -> Data {
    let compressor = Compressor(format, level: level)
    var rest = data
    var output = Data()
    while !rest.isEmpty {
        let chunk = rest.prefix(max(1, next()))
        rest = rest.dropFirst(chunk.count)
        compressor.append(chunk)
        output += compressor.drain()
    }
    compressor.finish()
    return output + compressor.drain()
}
