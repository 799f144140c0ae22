import CFooting
import Foundation

/// The result of a read during which the value grew at every attempt.
let unstableResult = Int.min

/// Allocates memory for the bytes that `call` reads, and calls `body` with them once.
///
/// Measuring first and reading second, as most code does, takes two calls and loses the race
/// against a writer in between. This function reads first: into 4 KiB on the stack, which is nearly
/// always enough, then into 8 KiB, and only then measures, with additional room for a growing
/// value.
///
/// - Parameters:
///   - call: Reads into the given memory, or only measures if the memory is empty, and returns the
///     number of bytes or the negated error number. ERANGE must mean that the memory is too short:
///     the caller excludes its other meanings.
///   - body: Receives the bytes. It is called at most once.
/// - Returns: The number of bytes, the negated error number, or ``unstableResult``.
/// - Throws: The error of `body`.
func readGrowing(
    _ call: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) -> Int {
    var page = footing_xattr_make_page()
    // `page` is a local variable: its memory is valid until the closure below has returned, and
    // nothing else uses it meanwhile.
    let count = unsafe try withUnsafeMutableBytes(of: &page) {
        memory throws(ExtendedAttributeError) in
        try unsafe read(into: memory, call, body)
    }
    return count >= 0 ? count : try unsafe readOnHeap(after: count, call, body)
}

/// Linux's limit for one value, and for one list of names.
private let maximumSize = 65_536
/// More attempts than any observed writer disturbs.
private let maximumAttempts = 64

private func readOnHeap(
    after firstResult: Int,
    _ call: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) -> Int {
    var result = firstResult
    var capacity = 4_096
    for attempt in 1..<maximumAttempts {
        switch Int32(truncatingIfNeeded: -result) {
        case ERANGE where attempt == 1:
            capacity = 8_192
        case ERANGE:
            let measured = unsafe call(UnsafeMutableRawBufferPointer(start: nil, count: 0))
            guard measured >= 0 else { return measured }
            // Some file systems return too small a size, so the capacity grows in any case.
            capacity = max(measured &+ measured / 4 &+ 64, min(capacity &* 2, maximumSize))
        case E2BIG where capacity < maximumSize:
            // Some servers return E2BIG for ERANGE. On Linux it means that no capacity is enough.
            capacity = maximumSize
        default:
            return result
        }
        // Freed at the end of this iteration, on every path; `read` keeps no pointer to it.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { unsafe memory.deallocate() }
        result = try unsafe read(into: memory, call, body)
        if result >= 0 { return result }
    }
    return unstableResult
}

/// Reads once, calls `body` with the bytes, and returns their number or the negated error number.
private func read(
    into memory: UnsafeMutableRawBufferPointer,
    _ call: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) -> Int {
    let count = unsafe call(memory)
    guard count >= 0 else { return count }
    // A count beyond the capacity means that the bytes were not delivered.
    guard count <= memory.count else { return -Int(ERANGE) }
    // `call` has filled the first `count` bytes, which are within `memory`, and `memory` outlives
    // this function. The span can't escape from `body`.
    try unsafe body(UnsafeRawBufferPointer(start: memory.baseAddress, count: count).bytes)
    return count
}
