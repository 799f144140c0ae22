import FootingBytes

/// The regions of a file that are stored, and a position in the file; all other bytes are zeros.
///
/// A file without holes has one region.
struct SparseMap: Sendable {
    /// The size of the file, and the number of stored bytes after the position.
    private(set) var size = 0
    private(set) var storedCount = 0
    /// In ascending order, without overlap.
    private var regions: [Range<Int>] = []
    private var index = 0
    private var position = 0

    /// The map of an empty file.
    init() {}

    /// The map of a file without holes.
    init(size: Int) {
        self.size = size
        storedCount = size
        if size > 0 { regions = [0..<size] }
    }

    /// Creates a map from offsets and counts in turn; `nil` if they are not valid.
    ///
    /// Regions ascend without overlap and end within the file, and there are 65,536 at most.
    init?(_ numbers: [Int64], size: Int64) {
        guard let size = Int(exactly: size), size >= 0, numbers.count % 2 == 0,
            numbers.count <= 2 * Self.maximumCount
        else { return nil }
        self.size = size
        var end = 0
        for index in stride(from: 0, to: numbers.count, by: 2) {
            guard let start = Int(exactly: numbers[index]),
                let count = Int(exactly: numbers[index + 1]), start >= end, start <= size,
                count >= 0, count <= size - start
            else { return nil }
            end = start + count
            regions.append(start..<end)
            storedCount += count
        }
    }

    static let maximumCount = 65_536

    /// The next run of the file, stored bytes or a hole; at the end, a count of 0.
    var next: (count: Int, isHole: Bool) {
        guard index < regions.count else { return (size - position, true) }
        let region = regions[index]
        guard position >= region.lowerBound else { return (region.lowerBound - position, true) }
        return (region.upperBound - position, false)
    }

    /// Moves the position by at most the count of ``next``.
    mutating func advance(by count: Int) {
        if !next.isHole { storedCount -= count }
        position += count
        while index < regions.count, position >= regions[index].upperBound { index += 1 }
    }
}
