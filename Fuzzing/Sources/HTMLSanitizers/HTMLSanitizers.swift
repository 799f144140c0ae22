/// Reads foreign bytes as a fragment of a user, and checks the sanitized one.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    HTMLSanitizerPromises(Array(UnsafeBufferPointer(start: start, count: count))).check()
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's message is lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
