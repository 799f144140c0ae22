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

    /// Appends a text in an isolate of UAX #9 that it can't leave, and in which it leaves none open.
    ///
    /// A mark that would close what the text hasn't opened is left out, and what it hasn't closed is
    /// closed behind it. The end of a paragraph ends all isolates, so each paragraph has one of its
    /// own. The answer is how many marks were left out.
    ///
    /// With `limit` bytes or more it is not complete, and nothing is closed.
    @inline(never)
    mutating func appendIsolated(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        let end = count + limit
        var (start, index) = (0, 0)
        // How many isolates are open in the text's own, and marks left out.
        var (isOpen, depth, unmatched) = (false, 0, 0)
        while index < bytes.count, count + index - start < end {
            let (mark, length) = unsafe IsolateMark.mark(in: bytes, at: index)
            let next = index + length
            switch mark {
            case nil:
                break
            case .opening:
                depth += 1
            case .closing where depth > 0:
                depth -= 1
            case .closing:
                unsafe appendPart(bytes[start..<index], limit: end - count, &isOpen)
                start = next
                unmatched += 1
            case .paragraphEnd:
                unsafe appendPart(bytes[start..<index], limit: end - count, &isOpen)
                if isOpen { close(depth + 1) }
                unsafe append(UnsafeBufferPointer(rebasing: bytes[index..<next]), limit: length)
                start = next
                (isOpen, depth) = (false, 0)
            }
            index = next
        }
        unsafe appendPart(bytes[start..<index], limit: end - count, &isOpen)
        if isOpen, count < end { close(depth + 1) }
        return unmatched
    }

    /// Appends a part of a text, behind the mark that begins its isolate if that isn't open yet.
    private mutating func appendPart(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>,
        limit: Int,
        _ isOpen: inout Bool
    ) {
        guard unsafe !bytes.isEmpty else { return }
        if !isOpen { append(.firstStrongIsolate) }
        isOpen = true
        unsafe append(UnsafeBufferPointer(rebasing: bytes), limit: limit)
    }

    private mutating func close(_ isolates: Int) {
        for _ in 0..<isolates { append(.popDirectionalIsolate) }
    }

    /// Drops what is beyond a limit, and closes the isolates that are open there, within the limit.
    mutating func truncateClosingIsolates(to limit: Int) {
        guard limit < count else { return }
        let bytes = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        var (index, depth) = (0, 0)
        var (end, open) = (0, 0)
        while index <= limit {
            let isCut = unsafe bytes[index] & 0xC0 != 0x80
            if isCut, index + depth * NumberSymbol.popDirectionalIsolate.count <= limit {
                (end, open) = (index, depth)
            }
            let (mark, length) = unsafe IsolateMark.mark(in: bytes, at: index)
            switch mark {
            case nil: break
            case .opening: depth += 1
            case .closing: depth = max(0, depth - 1)
            case .paragraphEnd: depth = 0
            }
            index += length
        }
        count = end
        close(open)
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

/// What begins and ends isolates in a text, by UAX #9.
private enum IsolateMark {
    case opening, closing, paragraphEnd

    /// The mark that begins at an index, and how many bytes it has; anything else is one byte.
    @inline(__always)
    static func mark(
        in bytes: UnsafeBufferPointer<UInt8>,
        at index: Int
    ) -> (IsolateMark?, length: Int) {
        // Each index is compared with the number of bytes first.
        let rest = bytes.count - index
        switch unsafe bytes[index] {
        case 0x0A, 0x0D, 0x1C...0x1E:
            return (.paragraphEnd, 1)
        case 0xC2 where unsafe rest > 1 && bytes[index + 1] == 0x85:
            return (.paragraphEnd, 2)
        case 0xE2 where rest > 2:
            switch unsafe (bytes[index + 1], bytes[index + 2]) {
            case (0x80, 0xA9): return (.paragraphEnd, 3)
            case (0x81, 0xA6...0xA8): return (.opening, 3)
            case (0x81, 0xA9): return (.closing, 3)
            default: return (nil, 1)
            }
        default:
            return (nil, 1)
        }
    }
}
