import Foundation

/// The contents of all streams: the same lines again and again.
///
/// They repeat within the window of deflate, so they are compressed quickly, and to less than a
/// hundredth.
struct Pattern: Sendable {
    static let shared = Pattern()
    static let pieceSize = 65_536

    private let period: Int
    /// A period more than a piece, so that each piece is a slice.
    private let bytes: Data

    private init() {
        var lines = Data()
        var number = 1
        while lines.count < 24_000 {
            number = number * 48_271 % 2_147_483_647
            lines += Data("10.0.0.\(number % 256) GET /item/\(number % 10_007)?page=2 200\n".utf8)
        }
        period = lines.count
        var bytes = Data()
        while bytes.count < Self.pieceSize + period { bytes += lines }
        self.bytes = bytes
    }

    /// Calls `body` with the contents in pieces of at most 65,536 bytes.
    func forEachPiece(of count: Int, _ body: (Data) throws -> Void) rethrows {
        for start in stride(from: 0, to: count, by: Self.pieceSize) {
            try body(piece(at: start, min(Self.pieceSize, count - start)))
        }
    }

    /// The bytes at a position, at most 65,536.
    func piece(at position: Int, _ count: Int) -> Data {
        let start = bytes.startIndex + position % period
        return bytes[start..<start + count]
    }
}

/// The contents as an asynchronous sequence.
struct PatternPieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let count: Int
    private var position = 0

    init(count: Int) { self.count = count }

    func makeAsyncIterator() -> PatternPieces { self }

    mutating func next() async -> Data? {
        guard position < count else { return nil }
        let size = Swift.min(Pattern.pieceSize, count - position)
        let piece = Pattern.shared.piece(at: position, size)
        position += piece.count
        return piece
    }
}

/// Compares pieces with the contents that they should have.
struct Reader {
    enum Contents { case pattern, zeros }

    private let contents: Contents
    private(set) var count = 0
    private static let zeros = Data(count: Pattern.pieceSize)

    init(_ contents: Contents = .pattern) {
        self.contents = contents
    }

    /// Compares the next piece.
    mutating func read(_ piece: Data) throws {
        let expected =
            contents == .zeros
            ? Self.zeros.prefix(piece.count) : Pattern.shared.piece(at: count, piece.count)
        guard piece == expected else { throw Fault("other bytes in the piece at \(count)") }
        count += piece.count
    }

    /// Throws unless all bytes were read.
    func finish(_ expected: Int) throws {
        guard count == expected else { throw Fault("\(count) bytes, not \(expected)") }
    }
}

/// A fault of a case, as a sentence.
struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
