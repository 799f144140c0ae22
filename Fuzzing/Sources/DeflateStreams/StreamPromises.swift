import FootingArchives
import Foundation

/// The promises of decompressors for any bytes: how they are cut changes nothing.
///
/// Fuzzers and an ordinary test share this file; `expect` is theirs.
struct StreamPromises {
    private static let limits = {
        var limits = ArchiveOptions.Limits.untrusted
        limits.entryBytes = 1_200_000
        limits.headerBytes = 300
        return limits
    }()

    private let data: Data
    private var seed: Int

    init(_ bytes: [UInt8]) {
        data = Data(bytes)
        seed = bytes.reduce(0) { $0 &* 31 &+ Int($1) }
    }

    /// Decompresses the bytes as a whole and cut, and returns the contents if they are accepted.
    ///
    /// Trailing bytes are ignored, as zlib does.
    @discardableResult
    mutating func check(as format: CompressedFormat) -> Data? {
        for ignoringTrailingBytes in [false, true] {
            var whole: Data?
            var error: ArchiveError?
            do throws(ArchiveError) {
                whole = try data.decompressed(
                    as: format,
                    limits: Self.limits,
                    ignoringTrailingBytes: ignoringTrailingBytes
                )
            } catch let caught {
                error = caught
            }
            var first: Data?
            for size in [3, 3_000] {
                let decompressor = Decompressor(
                    format,
                    limits: Self.limits,
                    ignoringTrailingBytes: ignoringTrailingBytes
                )
                let (pieces, cutError) = decompress(with: decompressor, chunksTo: size)
                expect(cutError == error, "\(error as Any), cut \(cutError as Any)")
                if let whole { expect(pieces == whole, "other bytes") }
                if let first { expect(pieces == first, "other bytes before the error") }
                first = pieces
                expect(pieces.count <= Self.limits.entryBytes, "beyond the limit")
            }
            if ignoringTrailingBytes { return whole }
        }
        return nil
    }

    /// Decompresses the data in chunks of random sizes.
    private mutating func decompress(
        with decompressor: Decompressor,
        chunksTo size: Int
    ) -> (Data, ArchiveError?) {
        var plain = Data()
        do throws(ArchiveError) {
            var rest = data
            while !rest.isEmpty {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let chunk = rest.prefix(1 + Int(UInt(bitPattern: seed) >> 33) % size)
                rest = rest.dropFirst(chunk.count)
                try decompressor.append(chunk)
                while let piece = try decompressor.next() {
                    expect(1...65_536 ~= piece.count, "a piece of \(piece.count) bytes")
                    plain += piece
                }
            }
            try decompressor.finish()
            while let piece = try decompressor.next() { plain += piece }
            return (plain, nil)
        } catch {
            return (plain, error)
        }
    }
}
