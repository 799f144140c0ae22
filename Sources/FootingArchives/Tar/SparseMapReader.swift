import FootingBytes

/// Reads the map of a sparse file in an extension of POSIX: decimal numbers, each with a line feed.
struct SparseMapReader: Sendable {
    private(set) var map = SparseMap()
    private var number: Int64?
    private var offset: Int64?
    /// The number of regions that are still to be read, or `nil` before the number was read.
    private var remaining: Int64?

    /// Creates a reader of a map that begins with the number of regions, or of one that does not.
    init(beginsWithCount: Bool) {
        remaining = beginsWithCount ? nil : .max
    }

    /// Whether the number of regions was read, and as many regions.
    var isComplete: Bool { remaining == 0 }
    /// Whether the numbers so far are an even number of complete ones.
    var isEven: Bool { number == nil && offset == nil }
    var expectsOffset: Bool { offset == nil }

    /// Reads the next byte, and returns false if the map is not valid.
    mutating func add(_ byte: UInt8) -> Bool {
        if isDigit(byte) {
            let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, isOverflow) = tens.addingReportingOverflow(Int64(byte & 15))
            number = sum
            return !isTooLarge && !isOverflow
        }
        guard byte == 0x0A, let value = number else { return false }
        number = nil
        if let offset, let remaining {
            self.offset = nil
            self.remaining = remaining &- 1
            return map.add(offset: offset, count: value)
        }
        if remaining == nil { remaining = value } else { offset = value }
        return true
    }

    /// Reads a number that has no line feed.
    mutating func add(number bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { add($0) } && add(0x0A)
    }
}
