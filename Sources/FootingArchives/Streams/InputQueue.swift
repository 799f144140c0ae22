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
    private var base = 0

    /// The number of bytes that were consumed.
    var offset: Int { base &+ position }
    var isEmpty: Bool { position == data.count }
    /// The bytes that are not consumed.
    var rest: Data { Data(data.dropFirst(position)) }

    mutating func append(_ chunk: some DataProtocol) {
        guard !isEmpty else { return replace(by: chunk as? Data ?? Data(chunk)) }
        // Moved only if there is less to move than was consumed.
        if position > data.count / 2 { replace(by: rest) }
        data.append(contentsOf: chunk)
    }

    /// Drops the bytes that are not consumed.
    mutating func removeAll() { replace(by: Data()) }

    /// Calls `body` with the bytes; it consumes bytes by moving `position`.
    mutating func withNext<Result>(
        _ body: (ByteView, _ position: inout Int, _ base: Int) -> Result
    ) -> Result {
        let result = unsafe data.withUnsafeBytes { unsafe body(ByteView($0), &position, base) }
        if isEmpty { removeAll() }
        return result
    }

    private mutating func replace(by chunk: Data) {
        (base, position, data) = (offset, 0, chunk)
    }
}
