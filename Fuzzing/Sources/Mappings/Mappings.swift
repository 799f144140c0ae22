import Foundation

/// Reads foreign bytes as options and a document for every type that a field can have.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // A few types each time: which, the input says.
    MappingPromises(bytes)?.check(types: .some)
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A precondition's words are lost in a release build.
    guard isTrue else { fatalError(broken()) }
}
