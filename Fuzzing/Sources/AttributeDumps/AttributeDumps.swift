import Foundation
@testable import FootingExtendedAttributes

/// Reads foreign bytes as a dump.
///
/// Content that is read, written as a dump and read again must be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var reader = DumpReader(Array(UnsafeBufferPointer(start: start, count: count)))
    var line = 0
    var path: [UInt8] = []
    while let item = reader.next() {
        precondition(reader.line > line, "two items on line \(line)")
        line = reader.line
        switch item {
        case .malformed: continue
        case .file(let bytes): path = bytes
        case .attribute(let name, let value): checkWriting(name, value, of: path)
        }
    }
    return 0
}

private func checkWriting(_ name: ExtendedAttributeName, _ value: [UInt8], of path: [UInt8]) {
    var reader = DumpReader(Array(dumpText(of: path, [(name, Data(value))]).utf8))
    precondition(reader.next() == .file(path), "another path")
    precondition(reader.next() == .attribute(name, value: value), "another attribute")
    precondition(reader.next() == nil, "a second attribute")
}
