/// A growing UTF-8 buffer that begins in borrowed stack memory: most strings take one allocation.
// Safe because `memory` outlives the output: it is either borrowed, as `init` requires, or owned
// and freed only by `deinit`, or by `grow` when that replaces it. Only the first `count` bytes are
// read. These bytes were written, each position is checked against `count`, and each write follows
// `reserve`.
@safe
struct FormatOutput: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private var isOwned = false
    private(set) var count = 0

    /// Creates an output in `memory`, which must outlive it.
    init(in memory: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.memory = memory
    }

    deinit {
        if isOwned { unsafe memory.deallocate() }
    }

    func text(from start: Int = 0) -> String {
        let start = min(start, count)
        return unsafe String(
            decoding: UnsafeBufferPointer(rebasing: memory[start..<count]),
            as: UTF8.self
        )
    }

    @inline(never)  // Rarely called, and by many callers.
    mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe memory[count] = byte
        count &+= 1
    }

    @inline(never)
    mutating func append(_ symbol: NumberSymbols.Symbol) {
        unsafe append(symbol.count) { unsafe symbol.write(to: $0, before: symbol.count) }
    }

    /// Appends `length` bytes, each written by `body`.
    @inline(__always)
    mutating func append(_ length: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        reserve(length)
        unsafe body(UnsafeMutableBufferPointer(rebasing: memory[count..<(count &+ length)]))
        count &+= length
    }

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

    mutating func insert(_ symbol: NumberSymbols.Symbol, times: Int, at position: Int) {
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

    /// Truncates the output to at most `limit` bytes, at a scalar boundary.
    mutating func truncate(to limit: Int) {
        guard limit < count else { return }
        var end = limit
        while end > 0, unsafe memory[end] & 0xC0 == 0x80 { end -= 1 }
        count = end
    }

    /// Appends a string in a bidirectional isolate (UAX #9) that the string can't leave.
    ///
    /// Unmatched closing marks are omitted, and open isolates are closed at the end. The end of a
    /// paragraph ends all isolates, so each paragraph has its own. If the limit is reached, the
    /// output is incomplete and its isolates stay open.
    ///
    /// - Returns: The number of omitted marks.
    @inline(never)
    mutating func appendIsolated(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        let end = count + limit
        var (start, index) = (0, 0)
        // The depth of the string's own isolates, and the number of omitted marks.
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
                unsafe appendSegment(bytes[start..<index], limit: end - count, &isOpen)
                start = next
                unmatched += 1
            case .paragraphEnd:
                unsafe appendSegment(bytes[start..<index], limit: end - count, &isOpen)
                if isOpen { close(depth + 1) }
                unsafe append(UnsafeBufferPointer(rebasing: bytes[index..<next]), limit: length)
                start = next
                (isOpen, depth) = (false, 0)
            }
            index = next
        }
        unsafe appendSegment(bytes[start..<index], limit: end - count, &isOpen)
        if isOpen, count < end { close(depth + 1) }
        return unmatched
    }

    /// Appends a segment of a string, and opens its isolate first unless that is open.
    private mutating func appendSegment(
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

    /// Truncates to at most `limit` bytes, including the marks that close the open isolates.
    mutating func truncateClosingIsolates(to limit: Int) {
        guard limit < count else { return }
        let bytes = unsafe UnsafeBufferPointer(rebasing: memory[..<count])
        var (index, depth) = (0, 0)
        var (end, open) = (0, 0)
        while index <= limit {
            let isCut = unsafe bytes[index] & 0xC0 != 0x80
            if isCut, index + depth * NumberSymbols.Symbol.popDirectionalIsolate.count <= limit {
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

/// A character that begins or ends an isolate (UAX #9).
private enum IsolateMark {
    case opening, closing, paragraphEnd

    /// Returns the mark at `index` and its length; any other byte is `nil` with the length 1.
    @inline(__always)
    static func mark(
        in bytes: UnsafeBufferPointer<UInt8>,
        at index: Int
    ) -> (IsolateMark?, length: Int) {
        // Safe because callers check `index`, and `rest` guards each byte after it.
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
