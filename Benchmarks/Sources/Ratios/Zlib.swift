#if HAS_ZLIB
import CZlib
import Foundation
import Harness
import Records

/// zlib, as a peer.
enum Zlib {
    /// Compresses to raw deflate, in one call.
    static func deflate(_ data: Data, level: Int) throws -> Data {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let begun = deflateInit2_(
            &stream,
            Int32(level),
            Z_DEFLATED,
            -15,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        guard begun == Z_OK else { throw Difference() }
        defer { deflateEnd(&stream) }
        let output = [UInt8](
            unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(data.count)))
        ) { output, count in
            data.withUnsafeBytes { input in
                stream.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress
                )
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = CZlib.deflate(&stream, Z_FINISH)
            }
            count = Int(stream.total_out)
        }
        return Data(output)
    }

    /// Decompresses raw deflate into a new array of the right size, and returns its CRC-32 if that
    /// is wanted.
    static func inflate(_ data: Data, count: Int, withChecksum: Bool = false) throws -> UInt {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, size) == Z_OK else { throw Difference() }
        defer { inflateEnd(&stream) }
        var status = Z_OK
        var checksum: UInt = 0
        let output = [UInt8](unsafeUninitializedCapacity: count) { output, count in
            data.withUnsafeBytes { input in
                stream.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress
                )
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                status = CZlib.inflate(&stream, Z_FINISH)
            }
            count = Int(stream.total_out)
            if withChecksum { checksum = crc32(0, output.baseAddress, UInt32(count)) }
        }
        guard status == Z_STREAM_END, output.count == count else { throw Difference() }
        return checksum
    }

    static func crc(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        return UInt32(truncatingIfNeeded: crc32(0, start, UInt32(bytes.count)))
    }

    static func adler(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        return UInt32(truncatingIfNeeded: adler32(1, start, UInt32(bytes.count)))
    }
}
#else
import Foundation
import Harness
import Records

/// Says why a row can't be measured.
enum Zlib {
    static func deflate(_ data: Data, level: Int) throws -> Data { throw missing }
    static func inflate(_ data: Data, count: Int, withChecksum: Bool = false) throws -> UInt {
        throw missing
    }
    static func crc(_ bytes: UnsafeRawBufferPointer) -> UInt32 { 0 }
    static func adler(_ bytes: UnsafeRawBufferPointer) -> UInt32 { 0 }

    private static let missing = Comparison.Unavailable("zlib's headers are missing (zlib1g-dev)")
}
#endif
