import Foundation
@testable import FootingExtendedAttributes

/// Reads foreign bytes as the value of every coding, and as a list of names.
///
/// A coding must be able to write each value that it reads, and must read it again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    check(.utf8, String.self, bytes)
    check(.bytes, Data.self, bytes)
    check(.decimal, Int8.self, bytes)
    check(.decimal, UInt64.self, bytes)
    check(.bigEndian, Int32.self, bytes)
    check(.littleEndian, UInt16.self, bytes)
    check(.trueFalse, Bool.self, bytes)
    check(.iso8601, Date.self, bytes)
    check(.uuidString, UUID.self, bytes)
    check(.commaSeparated, [String].self, bytes)
    check(.rawValue(of: .utf8), Stage.self, bytes)
    check(.json(), Tree.self, bytes)
    check(.binaryPropertyList(), Tree.self, bytes)
    check(.json(), Set<String>.self, bytes)
    check(.binaryPropertyList(), Set<String>.self, bytes)

    let names = [ExtendedAttributeName](list: bytes, of: nil)
    precondition(zip(names, names.dropFirst()).allSatisfy { $0 < $1 }, "names out of order")
    return 0
}

private func check<Value: Equatable>(
    _ coding: ExtendedAttributeCoding<Value>,
    _: Value.Type,
    _ bytes: UnsafeRawBufferPointer
) {
    guard let value = coding.decode(bytes.bytes) else { return }
    var again: Value?
    let isEncoded = coding.encode(value) { again = coding.decode($0) }
    precondition(isEncoded, "read, but can't be written: \(value)")
    precondition(again == value, "written and read as another: \(value)")
}

private enum Stage: String { case draft, review }

/// A type that is as deep as its input.
private struct Tree: Codable, Equatable {
    var name: String?
    var number: Int?
    var inner: [Tree]?
    var named: [String: Tree]?
}
