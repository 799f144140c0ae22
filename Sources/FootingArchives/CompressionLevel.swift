/// How much time a compressor spends to make its output smaller: 0 to 9, as in zlib and gzip.
///
/// The same input has the same output at a level, however it is appended, on every machine.
public struct CompressionLevel: Hashable, Sendable {
    /// The number, from 0 to 9.
    public let value: Int

    /// Creates the level with a number; those below 0 and above 9 become 0 and 9.
    public init(_ value: Int) {
        self.value = min(max(value, 0), 9)
    }

    /// Stores the bytes without compression (0).
    public static let uncompressed = CompressionLevel(0)
    /// The fastest level that compresses (1).
    public static let fastest = CompressionLevel(1)
    /// A good ratio in a moderate time (6).
    public static let standard = CompressionLevel(6)
    /// The smallest output (9).
    public static let smallest = CompressionLevel(9)
}

extension CompressionLevel: ExpressibleByIntegerLiteral {
    /// Creates the level with a number; those below 0 and above 9 become 0 and 9.
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}
