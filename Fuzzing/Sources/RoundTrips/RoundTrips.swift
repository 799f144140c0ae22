import FootingArchives
import Foundation

#if HAS_ZLIB
import CZlib
#endif

/// Compresses any bytes, and has zlib and ourselves decompress the result.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let (format, plain, packed) = RoundTripPromises(bytes)?.check() else { return 0 }
    #if HAS_ZLIB
    var stream = z_stream()
    let bits: Int32 = format == .gzip ? 31 : format == .zlib ? 15 : -15
    let size = Int32(MemoryLayout<z_stream>.size)
    expect(inflateInit2_(&stream, bits, ZLIB_VERSION, size) == Z_OK, "zlib does not begin")
    var input = [UInt8](packed)
    var output = [UInt8](repeating: 0, count: plain.count + 1)
    let status = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            return inflate(&stream, Z_FINISH)
        }
    }
    inflateEnd(&stream)
    expect(status == Z_STREAM_END, "zlib refuses it: \(status)")
    expect(stream.avail_in == 0, "zlib leaves \(stream.avail_in) bytes")
    expect(Data(output.prefix(Int(stream.total_out))) == plain, "zlib reads other bytes")
    #endif
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's words are lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
