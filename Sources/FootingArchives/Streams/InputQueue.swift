import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Input that is appended, or read from an archive in chunks, and not consumed.
struct InputQueue: Sendable {
    private var data: Data
    /// The number of bytes of `data`; `data.count` is slower.
    private var end: Int
    /// The number of bytes of `data` that are consumed.
    private var position = 0
    /// The number of bytes before `data`.
    private var base: Int
    /// The archive, unless the input is appended.
    let source: ArchiveSource?
    /// The bytes of the source after `data`.
    private var unread: Range<Int>

    /// Creates a queue of input that is appended, or of a source; of a range of it, from which the
    /// first bytes were read.
    init(_ source: ArchiveSource? = nil, _ range: Range<Int>? = nil, first: Data = Data()) {
        let range = range ?? 0..<(source?.count ?? 0)
        self.source = source
        base = range.lowerBound
        (data, end) = (first, first.count)
        unread = range.dropFirst(first.count)
    }

    /// The number of bytes that were consumed; of an archive, those before the range, too.
    var offset: Int { base &+ position }
    /// The offset up to which the source was read.
    var readOffset: Int { unread.lowerBound }
    /// The number of bytes at hand that are not consumed.
    var count: Int { end &- position }
    var isEmpty: Bool { count == 0 }
    /// The bytes that are not consumed.
    var rest: Data { data.subdata(in: data.startIndex + position..<data.endIndex) }

    @inline(never)
    mutating func append(_ chunk: Data) {
        guard !isEmpty else { return replace(by: chunk) }
        // Moved only if there is less to move than was consumed.
        if position > end / 2 { replace(by: rest) }
        data.append(chunk)
        end = data.count
    }

    /// Reads chunks of the source until there are so many bytes, or until its end.
    @inline(never)
    mutating func fill(_ count: Int = 1) throws(ArchiveError) {
        while self.count < count, let source, !unread.isEmpty {
            let chunk = try source.bytes(in: unread.prefix(StreamDecoder.pieceSize))
            unread = unread.dropFirst(chunk.count)
            append(chunk)
        }
    }

    /// Reads and consumes the next chunk, or returns `nil` at the end.
    mutating func next() throws(ArchiveError) -> Data? {
        try fill()
        guard !isEmpty else { return nil }
        defer { skip(count) }
        return data.dropFirst(position)
    }

    /// Drops the bytes that are not consumed.
    mutating func removeAll() { replace(by: Data()) }

    /// Calls `body` with the bytes; it consumes bytes by moving `position`.
    mutating func withNext<Result>(
        _ body: (ByteView, _ position: inout Int, _ base: Int) -> Result
    ) -> Result {
        let result = data.withView { body($0, &position, base) }
        if isEmpty { removeAll() }
        return result
    }

    /// Copies the first bytes, at most so many.
    func first(_ count: Int) -> [UInt8] {
        let range = position..<position + min(count, self.count)
        return data.withView {
            unsafe $0.slice(from: range.lowerBound, count: range.count)
                .withBytes { unsafe Array($0) }
        }
    }

    /// Copies the first bytes, at most so many, to pass them on.
    func piece(_ count: Int) -> Data {
        let start = data.startIndex + position
        return data.subdata(in: start..<start + min(count, self.count))
    }

    /// Consumes at most so many bytes; those of the source are not read.
    mutating func skip(_ count: Int) {
        let rest = min(max(0, count - self.count), unread.count)
        position += min(count, self.count)
        if isEmpty { removeAll() }
        unread = unread.dropFirst(rest)
        base &+= rest
    }

    private mutating func replace(by chunk: Data) {
        (base, position, data, end) = (offset, 0, chunk, chunk.count)
    }
}

extension Data {
    /// Calls `body` with a view of the bytes.
    func withView<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // A span, because `withUnsafeBytes` contains `body` for each representation of the data.
        try unsafe bytes.withUnsafeBytes { (bytes) throws(Failure) in
            try unsafe body(ByteView(bytes))
        }
    }
}

extension DataProtocol {
    /// The bytes as `Data`, so that only the first call of many is generic.
    @inline(never)
    func collected() -> Data { self as? Data ?? Data(self) }
}
