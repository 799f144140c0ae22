import Checksums
import FootingArchives
import Foundation
import Harness
import Records

extension Comparison {
    static func archives() -> [Comparison] {
        inflating() + deflating() + growing() + checksums() + zipArchives() + tarArchives()
            + libdeflate()
    }

    // MARK: Decompression

    private static func inflating() -> [Comparison] {
        let goals: [(CompressionSample, whole: Double, chunks: Double, gzip: Double)] = [
            (.json, 0.62, 0.7, 0.72), (.log, 0.62, 0.7, 0.72), (.library, 0.55, 0.62, 0.72),
            (.swift, 0.55, 0.62, 0.72), (.smallSwift, 0.9, 0.92, 1), (.zeros, 0.35, 0.35, 0.35),
            (.noise, 1.2, 1.2, 1.2),
        ]
        return goals.flatMap { sample, whole, chunks, gzip in
            [
                inflate("inflate", sample, goal: whole) { packed in
                    { try packed.decompressed(as: .deflate).count }
                },
                inflate("inflate 64 KiB chunks", sample, goal: chunks) { packed in
                    { try countInChunks(packed) }
                },
                inflate("gunzip", sample, goal: gzip, withChecksum: true) { packed in
                    { try packed.decompressed(as: .gzip).count }
                },
            ]
        }
    }

    private static func inflate(
        _ title: String,
        _ sample: CompressionSample,
        goal: Double,
        withChecksum: Bool = false,
        _ ours: @escaping (Data) -> () throws -> Int
    ) -> Comparison {
        Comparison("\(title), \(sample.rawValue)", to: "zlib", goal: goal) { effort in
            let plain = try sample.data(effort)
            let packed = try Zlib.deflate(plain, level: 6)
            let work = ours(withChecksum ? plain.compressed(as: .gzip) : packed)
            guard try packed.decompressed(as: .deflate) == plain else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count where try work() != plain.count { throw Difference() }
                },
                peer: { count in
                    for _ in 0..<count {
                        blackHole(
                            try Zlib.inflate(packed, count: plain.count, withChecksum: withChecksum)
                        )
                    }
                }
            )
        }
    }

    private static func countInChunks(_ packed: Data) throws -> Int {
        let decompressor = Decompressor(.deflate)
        var count = 0
        for start in stride(from: 0, to: packed.count, by: 65_536) {
            try decompressor.append(packed[start..<min(start + 65_536, packed.count)])
            while let piece = try decompressor.next() { count += piece.count }
        }
        try decompressor.finish()
        return count
    }

    // MARK: Compression

    private static func deflating() -> [Comparison] {
        CompressionSample.allCases.flatMap { sample in
            [
                deflate(sample, level: 1, time: sample == .smallSwift ? 1.15 : 1, size: 0.94),
                deflate(sample, level: 6, time: 0.75, size: 1.01),
                deflate(sample, level: 9, time: 1, size: 1),
                [deflateChunks(sample)],
            ].flatMap { $0 }
        }
    }

    private static func deflate(
        _ sample: CompressionSample,
        level: Int,
        time: Double,
        size: Double
    ) -> [Comparison] {
        let title = "level \(level), \(sample.rawValue)"
        // Noise can't be made smaller, at any level.
        let size = sample == .noise ? 1 : size
        return [
            Comparison(title, to: "zlib", goal: time) { effort in
                let plain = try sample.data(effort).prefix(4_000_000)
                let level = CompressionLevel(level)
                _ = try Zlib.deflate(plain, level: level.value)
                return Sides(
                    ours: { count in
                        for _ in 0..<count {
                            blackHole(plain.compressed(as: .deflate, level: level))
                        }
                    },
                    peer: { count in
                        for _ in 0..<count {
                            blackHole(try Zlib.deflate(plain, level: level.value))
                        }
                    }
                )
            },
            Comparison("size of \(title)", to: "zlib", goal: size, in: .bytes) { effort in
                let plain = try sample.data(effort)
                let ours = plain.compressed(as: .deflate, level: CompressionLevel(level))
                guard try Zlib.inflate(ours, count: plain.count) == 0 else { throw Difference() }
                let size = Double(ours.count)
                return Sides(
                    timingOurs: { count in size * Double(count) },
                    limit: Double(try Zlib.deflate(plain, level: level).count)
                )
            },
        ]
    }

    /// The output must be the same.
    private static func deflateChunks(_ sample: CompressionSample) -> Comparison {
        let title = "level 6 in 64 KiB chunks, \(sample.rawValue)"
        return Comparison(title, to: "the whole buffer", goal: 1.1) { effort in
            let plain = try sample.data(effort).prefix(4_000_000)
            func packed() -> Data {
                let compressor = Compressor(.deflate)
                var output = Data()
                var rest = plain
                while !rest.isEmpty {
                    compressor.append(rest.prefix(65_536))
                    rest = rest.dropFirst(65_536)
                    while let piece = compressor.next() { output += piece }
                }
                compressor.finish()
                return output + compressor.drain()
            }
            guard packed() == plain.compressed(as: .deflate) else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(packed()) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(plain.compressed(as: .deflate)) }
                }
            )
        }
    }

    // MARK: Growth

    private static func growing() -> [Comparison] {
        [
            growth("gunzip 20,000 members", to: "10 times 2,000", from: 2_000) { count in
                let member = Data("a member".utf8).compressed(as: .gzip)
                return Data(repeatElement(member, count: count).joined())
            } _: { data in
                blackHole(try data.decompressed(as: .gzip))
            },
            growth("inflate 50 KB byte by byte", to: "10 times 5 KB", from: 5_000) { count in
                CompressionSample.noise(count).compressed(as: .deflate)
            } _: { data in
                let decompressor = Decompressor(.deflate)
                for byte in data {
                    try decompressor.append([byte])
                    while let piece = try decompressor.next() { blackHole(piece) }
                }
                try decompressor.finish()
            },
            bytes("deflate 50 KB byte by byte", to: "10 times 5 KB", from: 5_000) { _ in },
            bytes("2,000 flushes", to: "10 times 200", from: 200) { $0.flush() },
        ]
    }

    /// Compresses bytes that are appended one by one before the first piece is taken.
    private static func bytes(
        _ title: String,
        to peer: String,
        from size: Int,
        _ afterEach: @escaping (Compressor) -> Void
    ) -> Comparison {
        growth(title, to: peer, from: size) { count in
            CompressionSample.noise(count)
        } _: { data in
            let compressor = Compressor(.deflate)
            for byte in data {
                compressor.append([byte])
                afterEach(compressor)
            }
            compressor.finish()
            blackHole(compressor.drain())
        }
    }

    // MARK: Checksums

    private static func checksums() -> [Comparison] {
        [
            checksum("CRC-32", goal: 1.05, Checksums.crc32, Zlib.crc),
            checksum("Adler-32", goal: 1, Checksums.adler32, Zlib.adler),
        ]
    }

    private static func checksum(
        _ title: String,
        goal: Double,
        _ ours: @escaping (UnsafeRawBufferPointer) -> UInt32,
        _ peer: @escaping (UnsafeRawBufferPointer) -> UInt32
    ) -> Comparison {
        Comparison(title, to: "zlib", goal: goal) { effort in
            let data = try CompressionSample.noise.data(effort).prefix(2_000_000)
            _ = try Zlib.deflate(Data(), level: 6)
            guard data.withUnsafeBytes(ours) == data.withUnsafeBytes(peer) else {
                throw Difference()
            }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(data.withUnsafeBytes(ours)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(data.withUnsafeBytes(peer)) }
                }
            )
        }
    }
}
