import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An output buffer that grows, and the history that matches refer to.
// Safe, because every access checks its bounds, but for `withMemory`. The memory is of `malloc`,
// so that `Data` can take it over, and `realloc` can move it without a copy.
@safe
struct OutputBuffer: ~Copyable {
    private var memory = unsafe Self.reallocate(nil, 1)
    private(set) var capacity = 1
    /// The end of the bytes.
    private(set) var count = 0
    /// The end of the bytes that were taken out.
    private var taken = 0
    /// The first byte that a match may refer to.
    var historyStart = 0

    init() {}

    deinit { unsafe free(memory) }

    /// The number of bytes that were not taken out.
    var ready: Int { count &- taken }

    /// Calls `body` with the memory and the end of its bytes, which it may move up to the capacity.
    @inline(__always)
    mutating func withMemory<Result>(
        _ body: (UnsafeMutablePointer<UInt8>, inout Int) -> Result
    ) -> Result {
        defer { precondition(count >= taken && count <= capacity) }
        return unsafe body(memory, &count)
    }

    /// Calls `body` with the bytes from `start` on.
    func withBytes<Result>(from start: Int, _ body: (ByteView) -> Result) -> Result {
        precondition(start >= 0 && start <= count)
        let bytes = unsafe UnsafeBufferPointer(start: memory + start, count: count &- start)
        return unsafe body(ByteView(bytes))
    }

    mutating func append(_ byte: UInt8) {
        precondition(count < capacity)
        unsafe memory[count] = byte
        count &+= 1
    }

    mutating func append(_ bytes: ByteView) {
        precondition(bytes.count <= capacity &- count)
        let rest = unsafe UnsafeMutableBufferPointer(start: memory + count, count: bytes.count)
        count &+= unsafe bytes.withBytes { unsafe rest.update(fromContentsOf: $0) }
    }

    mutating func replace(at start: Int, with bytes: ByteView) {
        precondition(start >= 0 && bytes.count <= count &- start)
        let rest = unsafe UnsafeMutableBufferPointer(start: memory + start, count: bytes.count)
        _ = unsafe bytes.withBytes { unsafe rest.update(fromContentsOf: $0) }
    }

    /// Appends `length` bytes from `distance` bytes ago on, byte by byte: the copy may reach into
    /// itself.
    mutating func copy(distance: Int, length: Int) {
        guard length > 0 else { return }
        precondition(distance > 0 && distance <= count &- historyStart)
        precondition(length <= capacity &- count)
        for index in count..<(count &+ length) { unsafe memory[index] = memory[index &- distance] }
        count &+= length
    }

    /// Grows to at least `minimum` bytes, and by half.
    mutating func grow(to minimum: Int) {
        guard minimum > capacity else { return }
        capacity = max(minimum, capacity + capacity / 2)
        unsafe memory = Self.reallocate(memory, capacity)
    }

    /// Makes room for so many more bytes of a buffer without history.
    mutating func makeRoom(for length: Int) {
        // More bytes are dropped than moved, so that a byte is moved once on average.
        if length > capacity &- count, taken > count / 2 { keepLast(ready) }
        grow(to: count &+ length)
    }

    /// Drops the last byte.
    mutating func removeLast() {
        precondition(count > taken)
        count &-= 1
    }

    /// Moves the last bytes to the beginning, and drops those before them.
    mutating func keepLast(_ length: Int) {
        precondition(length >= 0 && length <= count)
        let dropped = count &- length
        unsafe memory.update(from: memory + dropped, count: length)
        count = length
        taken = max(0, taken &- dropped)
        historyStart = max(0, historyStart &- dropped)
    }

    /// Takes out up to `maximum` bytes.
    mutating func take(atMost maximum: Int) -> Data {
        let length = min(ready, maximum)
        defer { taken &+= length }
        return unsafe Data(bytes: memory + taken, count: length)
    }

    /// Takes out 1 to 65,536 bytes, or returns `nil`.
    mutating func takePiece() -> Data? {
        guard ready > 0 else { return nil }
        let piece = take(atMost: StreamDecoder.pieceSize)
        // Fewer bytes than a piece are moved, once a piece.
        if ready < StreamDecoder.pieceSize { keepLast(ready) }
        return piece
    }

    /// Takes out all bytes, and keeps the last ones; does not copy many, if none were taken before.
    mutating func takeAll(keeping length: Int) -> Data {
        precondition(length >= 0 && length <= count)
        guard taken == 0, count &- length > capacity / 2 else {
            let all = take(atMost: .max)
            keepLast(length)
            return all
        }
        let (all, allCount) = unsafe (memory, count)
        unsafe memory = Self.reallocate(nil, length + 1)
        unsafe memory.update(from: all + count - length, count: length)
        historyStart = max(0, historyStart &- (count &- length))
        (capacity, count, taken) = (length + 1, length, length)
        return unsafe Data(bytesNoCopy: all, count: allCount, deallocator: .free)
    }

    /// The bytes after the capacity, to which `Inflater` may write before their turn.
    private static var margin: Int { 32 }

    private static func reallocate(
        _ memory: UnsafeMutablePointer<UInt8>?,
        _ size: Int
    ) -> UnsafeMutablePointer<UInt8> {
        // As in Swift's own collections, a program without memory can't go on.
        guard let moved = unsafe realloc(memory, size + margin) else { fatalError("out of memory") }
        return unsafe moved.assumingMemoryBound(to: UInt8.self)
    }
}
