/// Reads foreign bytes as a query and a text, and checks the search and its ranges.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    SearchPromises(UnsafeBufferPointer(start: start, count: count)).check()
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's message is lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
