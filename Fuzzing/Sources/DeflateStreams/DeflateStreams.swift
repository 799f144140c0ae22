import FootingArchives
import Foundation

#if HAS_ZLIB
import CZlib
#endif

/// Reads foreign bytes as raw deflate, and compares the verdict with zlib's.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var promises = StreamPromises(bytes)
    let plain = promises.check(as: .deflate)
    #if HAS_ZLIB
    var expected = Data(count: 1_200_001)
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    expect(inflateInit2_(&stream, -15, ZLIB_VERSION, size) == Z_OK, "zlib does not begin")
    stream.next_in = UnsafeMutablePointer(mutating: start)
    stream.avail_in = UInt32(count)
    let status = expected.withUnsafeMutableBytes { output in
        stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
    }
    inflateEnd(&stream)
    // The ratio of a bomb is limited, which zlib does not do.
    if plain != nil || stream.total_out <= 1 << 20 {
        expect((status == Z_STREAM_END) == (plain != nil), "zlib's verdict is \(status)")
    }
    if let plain { expect(plain == expected.prefix(Int(stream.total_out)), "zlib's bytes differ") }
    #endif
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's words are lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
