#if HAS_LIBDEFLATE
import CLibdeflate
#endif
import FootingArchives
import Foundation
import Harness
import Records

extension Comparison {
    /// Whole buffers beside libdeflate, which has no streams.
    static func libdeflate() -> [Comparison] {
        [CompressionSample.json, .log, .library, .swift].flatMap { sample in
            [
                Comparison("inflate, \(sample.rawValue)", to: "libdeflate", goal: 1.5) { effort in
                    let plain = try sample.data(effort)
                    let packed = plain.compressed(as: .deflate)
                    let codec = try Libdeflate()
                    return Sides(
                        ours: { count in
                            for _ in 0..<count {
                                blackHole(try packed.decompressed(as: .deflate))
                            }
                        },
                        peer: { count in
                            for _ in 0..<count {
                                blackHole(try codec.inflate(packed, count: plain.count))
                            }
                        }
                    )
                },
                Comparison("level 6, \(sample.rawValue)", to: "libdeflate", goal: 1.1) { effort in
                    let plain = try sample.data(effort).prefix(4_000_000)
                    let codec = try Libdeflate()
                    guard try codec.deflate(plain).decompressed(as: .deflate) == plain else {
                        throw Difference()
                    }
                    return Sides(
                        ours: { count in
                            for _ in 0..<count { blackHole(plain.compressed(as: .deflate)) }
                        },
                        peer: { count in
                            for _ in 0..<count { blackHole(try codec.deflate(plain)) }
                        }
                    )
                },
            ]
        }
    }
}

#if HAS_LIBDEFLATE
/// A compressor of level 6 and a decompressor, kept for all calls.
private final class Libdeflate {
    private let compressor = libdeflate_alloc_compressor(6)
    private let decompressor = libdeflate_alloc_decompressor()

    init() throws {
        guard compressor != nil, decompressor != nil else { throw Difference() }
    }

    deinit {
        libdeflate_free_compressor(compressor)
        libdeflate_free_decompressor(decompressor)
    }

    func deflate(_ data: Data) throws -> Data {
        let bound = libdeflate_deflate_compress_bound(compressor, data.count)
        let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = data.withUnsafeBytes { input in
                libdeflate_deflate_compress(
                    compressor,
                    input.baseAddress,
                    input.count,
                    output.baseAddress,
                    bound
                )
            }
        }
        guard !output.isEmpty else { throw Difference() }
        return Data(output)
    }

    func inflate(_ data: Data, count: Int) throws -> [UInt8] {
        var result = LIBDEFLATE_BAD_DATA
        let output = [UInt8](unsafeUninitializedCapacity: count) { output, initializedCount in
            result = data.withUnsafeBytes { input in
                libdeflate_deflate_decompress(
                    decompressor,
                    input.baseAddress,
                    input.count,
                    output.baseAddress,
                    count,
                    &initializedCount
                )
            }
        }
        guard result == LIBDEFLATE_SUCCESS, output.count == count else { throw Difference() }
        return output
    }
}
#else
/// Says why a row can't be measured.
private struct Libdeflate {
    init() throws {
        throw Comparison.Unavailable("libdeflate's headers are missing (libdeflate-dev)")
    }

    func deflate(_ data: Data) throws -> Data { data }
    func inflate(_ data: Data, count: Int) throws -> [UInt8] { [] }
}
#endif
