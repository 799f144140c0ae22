/// Splits a tag into its subtags, at `-` or `_`.
struct SubtagReader {
    private var index: Int
    private let end: Int
    private var isAtEnd = false

    /// Whether the tag is malformed; reading ends there.
    private(set) var hasFailed = false

    /// Reads a range of the bytes that are passed to each call.
    init(_ range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    @inline(never)
    mutating func next(in bytes: Span<UInt8>) -> Subtag? {
        guard !isAtEnd else { return nil }
        var subtag = Subtag()
        while index < end {
            let byte = bytes[index]
            index &+= 1
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { return checked(subtag) }
            guard subtag.append(byte) else { return checked(Subtag()) }
        }
        isAtEnd = true
        return checked(subtag)
    }

    private mutating func checked(_ subtag: Subtag) -> Subtag? {
        guard subtag.count == 0 else { return subtag }
        isAtEnd = true
        hasFailed = true
        return nil
    }
}
