/// Reads foreign bytes as a selector and a page, and checks its matches.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    HTMLSelectorPromises(Array(UnsafeBufferPointer(start: start, count: count))).check()
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's message is lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
