/// Reads foreign bytes as gzip and as zlib.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var promises = StreamPromises(Array(UnsafeBufferPointer(start: start, count: count)))
    promises.check(as: .gzip)
    promises.check(as: .zlib)
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's words are lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
