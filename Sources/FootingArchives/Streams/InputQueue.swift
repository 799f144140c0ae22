import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Input that was appended and not consumed.
struct InputQueue: Sendable {
    private var data = Data()
    /// The number of bytes of `data` that are consumed.
    private var position = 0
    /// The number of bytes before `data`.
    private var base: Int

    /// Creates a queue of input that begins at an offset.
    init(at offset: Int = 0) {
        base = offset
    }

    /// The number of bytes that were consumed.
    var offset: Int { base &+ position }
    var isEmpty: Bool { position == data.count }
    /// The bytes that are not consumed.
    var rest: Data { Data(data.dropFirst(position)) }

    mutating func append(_ chunk: some DataProtocol) {
        guard !isEmpty else {
            base &+= position
            position = 0
            data = chunk as? Data ?? Data(chunk)
            return
        }
        // Moved only if there is less to move than was consumed.
        if position > data.count / 2 {
            data = rest
            base &+= position
            position = 0
        }
        data.append(contentsOf: chunk)
    }

    /// Counts bytes that were not appended as consumed, if nothing else is there.
    mutating func skip(_ count: Int) { base &+= count }

    /// Calls `body` with the bytes up to an offset, of which it consumes some.
    mutating func withNext<Result>(
        upTo end: Int? = nil,
        _ body: (ByteView, _ position: inout Int, _ base: Int) -> Result
    ) -> Result {
        let count = min(data.count, end.map { $0 &- base } ?? .max)
        let result = unsafe data.withUnsafeBytes {
            unsafe body(ByteView($0).slice(from: 0, count: count), &position, base)
        }
        if isEmpty {
            base &+= position
            position = 0
            data = Data()
        }
        return result
    }

    /// Consumes at most so many bytes of the next chunk, and returns their number.
    @discardableResult
    mutating func consume(atMost count: Int, _ body: (ByteView) -> Void = { _ in }) -> Int {
        withNext { bytes, position, _ in
            let length = min(count, bytes.count &- position)
            body(bytes.slice(from: position, count: length))
            position &+= length
            return length
        }
    }
}
