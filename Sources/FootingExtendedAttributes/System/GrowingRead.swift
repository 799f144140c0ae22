import CExtendedAttributes
import Foundation

/// How a read ended that may have needed several system calls.
enum ReadEnd: Equatable {
    /// The bytes were handed over.
    case complete
    /// The system refused, with this error number.
    case failed(Int32)
    /// Each time, there was more than had just been measured.
    case unstable
}

/// Makes room for what `call` reads, and hands it to `body` once.
///
/// Measuring first and reading second, as most code does, costs two calls and loses the race
/// against a writer in between. This reads first: into 4 KiB of the stack, which nearly always
/// suffices, then into 8 KiB, and only then measures, with head-room for what a writer may add.
///
/// - Parameters:
///   - call: Reads into the given memory, or only measures if it has no room, and returns the
///     number of bytes or the negated error number. An error number of ERANGE says that the memory
///     is too short: whatever else the system may mean by it must have been ruled out before.
///   - body: Takes what was read. It runs at most once.
/// - Returns: How it ended.
/// - Throws: The error of `body`.
func readGrowing(
    _ call: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) -> ReadEnd {
    var page = footing_xattr_make_page()
    // `page` is a variable of this call: its memory lives until the closure below has returned, and
    // nothing else uses it meanwhile.
    let count = unsafe try withUnsafeMutableBytes(of: &page) {
        memory throws(ExtendedAttributeError) in
        try unsafe read(into: memory, call, body)
    }
    return count >= 0 ? .complete : try unsafe readOnHeap(after: count, call, body)
}

/// The most that Linux stores in one value, or tells in one list of names.
private let mostBytes = 65_536
/// More tries than any writer has been seen to spoil.
private let mostTries = 64

private func readOnHeap(
    after firstResult: Int,
    _ call: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) -> ReadEnd {
    var result = firstResult
    var capacity = 4_096
    for tries in 1..<mostTries {
        switch Int32(truncatingIfNeeded: -result) {
        case ERANGE where tries == 1:
            capacity = 8_192
        case ERANGE:
            let measured = unsafe call(UnsafeMutableRawBufferPointer(start: nil, count: 0))
            guard measured >= 0 else { return .failed(Int32(truncatingIfNeeded: -measured)) }
            // Some file systems measure too little, so the room grows even then.
            capacity = max(measured &+ measured / 4 &+ 64, min(capacity &* 2, mostBytes))
        case E2BIG where capacity < mostBytes:
            // Some servers say this for ERANGE. Linux itself means that no room would be enough.
            capacity = mostBytes
        case let number:
            return .failed(number)
        }
        // Freed at the end of this round, on every path; `read` keeps no pointer to it.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { unsafe memory.deallocate() }
        result = try unsafe read(into: memory, call, body)
        if result >= 0 { return .complete }
    }
    return .unstable
}

/// Reads once, hands what was read to `body`, and returns the number of bytes or the negated error.
private func read(
    into memory: UnsafeMutableRawBufferPointer,
    _ call: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (RawSpan) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) -> Int {
    let count = unsafe call(memory)
    guard count >= 0 else { return count }
    // A system that tells of more bytes than it had room for has not delivered them.
    guard count <= memory.count else { return -Int(ERANGE) }
    // `call` has filled the first `count` bytes, which lie within `memory`, and `memory` outlives
    // this function. The span can't escape from `body`.
    try unsafe body(UnsafeRawBufferPointer(start: memory.baseAddress, count: count).bytes)
    return count
}
