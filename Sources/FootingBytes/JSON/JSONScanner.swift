/// A scanner that reads a JSON document (RFC 8259) into a flat array of tokens, without recursion.
///
/// The scanner is strict: it accepts no comments, no trailing commas, no unquoted keys, and only
/// UTF-8. Numbers and escapes are not converted, so that only values that are read cost time.
struct JSONScanner: ~Copyable {
    let bytes: ByteView
    var index: Int
    var tape: JSONTape
    /// The maximum nesting depth of containers.
    private let maximumDepth: Int
    /// The maximum number of elements in a container, or `Int.max`.
    private let maximumCount: Int
    private let skips: JSONTape.Skips?
    /// The number of commas in each container around the open one, if `maximumCount` is set.
    private var outerCounts: [Int] = []

    static func scan(
        _ bytes: ByteView,
        _ maximumDepth: Int,
        _ maximumCount: Int,
        _ skips: JSONTape.Skips?
    ) throws(JSONFault) -> JSONTape {
        guard bytes.count <= Int(UInt32.max) else { throw JSONFault(reason: .size, offset: 0) }
        var scanner = JSONScanner(
            bytes: bytes,
            index: 0,
            tape: JSONTape(capacity: bytes.count / 6 &+ 16),
            maximumDepth: maximumDepth,
            maximumCount: maximumCount,
            skips: skips
        )
        do throws(JSONFault) {
            try scanner.scanDocument()
        } catch {
            // Outside of strings, bytes beyond ASCII have not been checked.
            let end = try? bytes.endOfMultibyteScalars(at: error.offset)
            throw end == nil ? JSONFault(reason: .utf8, offset: error.offset) : error
        }
        return scanner.tape
    }

    // Inlined, with all that it calls for each token, so that the position stays in a register.
    @inline(__always)
    private mutating func scanDocument() throws(JSONFault) {
        // RFC 8259 allows to skip a byte order mark, and some Windows programs write one.
        if bytes.hasMark { index = 3 }
        // The index of the open container, or -1. While a container is open, its extent field
        // stores the index of the enclosing container plus one; 0 means the root.
        var container = -1
        var isObject = false
        var depth = 0
        // The number of commas read so far in the open container.
        var count = 0

        value: while true {
            skipSpace()
            if isObject {
                try scanKey()
                skipSpace()
            }
            guard bytes.has(index) else { throw fault(.endOfInput) }
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                try scanString()
            case UInt8(ascii: "{") where skips != nil && isObject && isSkipped(in: container):
                try append(.null, from: index, extent: 0)
                index = Self.endOfObject(in: bytes, at: index)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth &+= 1
                guard depth <= maximumDepth else { throw fault(.depth) }
                if maximumCount < .max {
                    outerCounts.append(count)
                    count = 0
                }
                isObject = byte == UInt8(ascii: "{")
                try append(isObject ? .object : .array, from: index, extent: container &+ 1)
                container = tape.count &- 1
                index &+= 1
                skipSpace()
                guard bytes.has(index) else { throw fault(.endOfInput) }
                if bytes[index] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { break }
                continue value
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                index = try Self.endOfNumber(in: bytes, at: start)
                try append(.number, from: start, extent: index &- start)
            case UInt8(ascii: "t"):
                try scanLiteral("true", .true)
            case UInt8(ascii: "f"):
                try scanLiteral("false", .false)
            case UInt8(ascii: "n"):
                try scanLiteral("null", .null)
            default:
                throw fault(.value)
            }

            while true {
                skipSpace()
                guard container >= 0 else {
                    guard index == bytes.count else { throw fault(.trailingContent) }
                    return
                }
                guard bytes.has(index) else { throw fault(.endOfInput) }
                switch bytes[index] {
                case UInt8(ascii: ","):
                    index &+= 1
                    count &+= 1
                    if count >= maximumCount { tape.removeElements(of: container) }
                    continue value
                case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                    index &+= 1
                    depth &-= 1
                    if maximumCount < .max { count = outerCounts.removeLast() }
                    let parent = tape[container].extent &- 1
                    tape[container].setExtent(tape.count)
                    container = parent
                    if parent >= 0 { isObject = tape[parent].kind == .object }
                default:
                    throw fault(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
                }
            }
        }
    }

    @inline(__always)
    private func isSkipped(in container: Int) -> Bool {
        tape.withDocument(over: bytes) { skips?($0, container) == true }
    }

    @inline(__always)
    private mutating func scanKey() throws(JSONFault) {
        guard bytes.has(index) else { throw fault(.endOfInput) }
        guard bytes[index] == UInt8(ascii: "\"") else { throw fault(.key) }
        try scanString()
        // Nearly always, the colon follows at once.
        if !bytes.has(index) || bytes[index] != UInt8(ascii: ":") { skipSpace() }
        guard bytes.has(index) else { throw fault(.endOfInput) }
        guard bytes[index] == UInt8(ascii: ":") else { throw fault(.colon) }
        index &+= 1
    }

    /// Returns the index after the number at `start`.
    // Static, like each function that is not inlined: a reference to the scanner would keep all of
    // its state in memory.
    @inline(never)
    private static func endOfNumber(
        in bytes: ByteView,
        at start: Int
    ) throws(JSONFault) -> Int {
        var index = bytes[start] == UInt8(ascii: "-") ? start &+ 1 : start
        if bytes.has(index), bytes[index] == UInt8(ascii: "0") {
            index &+= 1
            if bytes.has(index), isDigit(bytes[index]) {
                throw JSONFault(reason: .number, offset: index)
            }
        } else {
            index = try endOfDigits(in: bytes, at: index)
        }
        if bytes.has(index), bytes[index] == UInt8(ascii: ".") {
            index = try endOfDigits(in: bytes, at: index &+ 1)
        }
        if bytes.has(index), bytes[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            if bytes.has(index),
                bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
            {
                index &+= 1
            }
            index = try endOfDigits(in: bytes, at: index)
        }
        return index
    }

    @inline(__always)
    private static func endOfDigits(
        in bytes: ByteView,
        at start: Int
    ) throws(JSONFault) -> Int {
        let end = bytes.indexAfterDigits(from: start)
        guard end > start else {
            throw JSONFault(reason: bytes.has(start) ? .number : .endOfInput, offset: start)
        }
        return end
    }

    @inline(__always)
    private mutating func scanLiteral(
        _ word: StaticString,
        _ kind: JSONToken.Kind
    ) throws(JSONFault) {
        let start = index
        for offset in 0..<word.utf8CodeUnitCount {
            guard bytes.has(index) else { throw fault(.endOfInput) }
            guard unsafe bytes[index] == word.utf8Start[offset] else { throw fault(.literal) }
            index &+= 1
        }
        try append(kind, from: start, extent: index &- start)
    }

    @inline(__always)
    mutating func append(
        _ kind: JSONToken.Kind,
        from start: Int,
        extent: Int,
        flags: UInt32 = 0
    ) throws(JSONFault) {
        guard extent <= JSONToken.maximumExtent else { throw fault(.size) }
        let token = JSONToken(kind, start: start, extent: extent, flags: flags)
        guard tape.append(token) else { throw fault(.size) }
    }

    @inline(__always)
    private mutating func skipSpace() {
        // Fast path: usually there is no space, or one.
        guard bytes.has(index), bytes[index] <= 0x20 else { return }
        if bytes[index] == 0x20 { index &+= 1 }
        if bytes.has(index), bytes[index] <= 0x20 { index = Self.endOfSpace(in: bytes, at: index) }
    }

    /// The end of the whitespace at `start`, which is long in indented documents.
    @inline(never)
    private static func endOfSpace(in bytes: ByteView, at start: Int) -> Int {
        var index = start
        while bytes.has(index) {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
            default: return index
            }
            while bytes.hasEight(index) {
                let others = bytes.eightBytes(at: index) ^ 0x2020_2020_2020_2020
                index &+= others.trailingZeroBitCount >> 3
                if others != 0 { break }
            }
        }
        return index
    }

    func fault(_ reason: JSONFault.Reason) -> JSONFault {
        JSONFault(reason: reason, offset: index)
    }
}
