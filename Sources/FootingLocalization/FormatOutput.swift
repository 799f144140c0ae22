/// The bytes of a text while it is filled in: at first in memory that is lent, then on the heap.
///
/// With lent memory of the stack, most texts are made with the one allocation of the `String`.
// Safe because `memory` is valid as long as the output is: it is either lent for longer than that,
// as `init` demands, or its own, which `deinit` alone frees. Only its first `count` bytes are ever
// read, all of which were written; each position is compared with them, and each write comes after
// `reserve`.
@safe
struct FormatOutput: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private var isOwned = false
    private(set) var count = 0

    /// Begins in memory that is valid until the output ends.
    init(in memory: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.memory = memory
    }

    deinit {
        if isOwned { unsafe memory.deallocate() }
    }

    /// The bytes from a position on as text.
    func text(from start: Int = 0) -> String {
        let start = min(start, count)
        return unsafe String(
            decoding: UnsafeBufferPointer(rebasing: memory[start..<count]),
            as: UTF8.self
        )
    }

    @inline(never)  // Rarely called, and from many places.
    mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe memory[count] = byte
        count &+= 1
    }

    @inline(never)
    mutating func append(_ symbol: NumberSymbol) {
        unsafe append(symbol.count) { unsafe symbol.write(to: $0, before: symbol.count) }
    }

    /// Appends so many bytes, all of which `body` writes.
    @inline(__always)
    mutating func append(_ length: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        reserve(length)
        unsafe body(UnsafeMutableBufferPointer(rebasing: memory[count..<(count &+ length)]))
        count &+= length
    }

    /// Appends bytes, at most `limit` of them.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
        let length = max(0, min(bytes.count, limit))
        unsafe append(length) { room in
            let source = unsafe UnsafeBufferPointer(rebasing: bytes[..<length])
            _ = unsafe room.update(fromContentsOf: source)
        }
    }

    mutating func append(_ text: String) {
        unsafe text.withUTF8Bytes { unsafe append($0, limit: $0.count) }
    }

    /// Puts a symbol so many times before the byte at a position.
    mutating func insert(_ symbol: NumberSymbol, times: Int, at position: Int) {
        let length = times * symbol.count
        let tail = count - position
        guard position >= 0, length > 0, tail >= 0 else { return }
        reserve(length)
        for offset in stride(from: tail - 1, through: 0, by: -1) {
            unsafe memory[position + length + offset] = memory[position + offset]
        }
        count += length
        for time in 1...times {
            unsafe symbol.write(to: memory, before: position + time * symbol.count)
        }
    }

    /// Drops what is beyond a limit, and all of a scalar that it would cut.
    mutating func truncate(to limit: Int) {
        guard limit < count else { return }
        var end = limit
        while end > 0, unsafe memory[end] & 0xC0 == 0x80 { end -= 1 }
        count = end
    }

    @inline(__always)
    private mutating func reserve(_ length: Int) {
        if unsafe length > memory.count &- count { grow(by: length) }
    }

    @inline(never)
    private mutating func grow(by length: Int) {
        let larger = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: max(memory.count * 2, count + length)
        )
        let used = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        _ = unsafe larger.update(fromContentsOf: used)
        if isOwned { unsafe memory.deallocate() }
        unsafe memory = larger
        isOwned = true
    }
}
