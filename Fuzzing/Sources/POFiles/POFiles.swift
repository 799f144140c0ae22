/// Reads foreign bytes as PO, or as XLIFF if they begin as XML.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    TranslationPromises(bytes, named: "ru.po").check()
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's words are lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
