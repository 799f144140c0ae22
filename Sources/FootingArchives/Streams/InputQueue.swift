import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Chunks of input that were appended and not consumed.
struct InputQueue: Sendable {
    private var chunks: [Data] = []
    private var first = 0
    /// The number of bytes of the first chunk that are consumed.
    private var position = 0
    /// The number of bytes before the first chunk.
    private var base: Int

    /// Creates a queue of input that begins at an offset.
    init(at offset: Int = 0) {
        base = offset
    }

    /// The number of bytes that were consumed.
    var offset: Int { base &+ position }

    mutating func append(_ chunk: some DataProtocol) {
        guard !chunk.isEmpty else { return }
        chunks.append(chunk as? Data ?? Data(chunk))
    }

    /// Counts bytes that were not appended as consumed, if nothing else is there.
    mutating func skip(_ count: Int) { base &+= count }

    var isEmpty: Bool { chunks.isEmpty }

    /// Calls `body` with the bytes of the next chunk up to an offset, of which it consumes some.
    mutating func withNext<Result>(
        upTo end: Int? = nil,
        _ body: (ByteView, _ position: inout Int, _ base: Int) -> Result
    ) -> Result {
        guard first < chunks.count else {
            var position = 0
            return body(.empty, &position, base)
        }
        let chunk = chunks[first]
        var position = position
        let count = min(chunk.count, end.map { $0 &- base } ?? .max)
        let result = unsafe chunk.withUnsafeBytes {
            unsafe body(ByteView($0).slice(from: 0, count: count), &position, base)
        }
        self.position = position
        if position == chunk.count {
            base &+= position
            self.position = 0
            chunks[first] = Data()
            first &+= 1
            if first == chunks.count {
                chunks.removeAll(keepingCapacity: true)
                first = 0
            }
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

    /// The bytes that are not consumed.
    var rest: Data {
        var rest = Data()
        for index in first..<chunks.count {
            rest += chunks[index].dropFirst(index == first ? position : 0)
        }
        return rest
    }
}
