/// Reads foreign bytes as two names, and checks their folds and their order.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    FoldPromises(UnsafeBufferPointer(start: start, count: count)).check()
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's message is lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
