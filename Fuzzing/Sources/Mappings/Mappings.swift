import Foundation

/// Reads untrusted bytes as options and a document, for every type that a field can have.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // Each input selects a few types.
    MappingPromises(bytes)?.check(types: .some)
    return 0
}

func expect(_ isTrue: Bool, _ broken: @autoclosure () -> String) {
    // A release build omits the message of a precondition.
    guard isTrue else { fatalError(broken()) }
}
