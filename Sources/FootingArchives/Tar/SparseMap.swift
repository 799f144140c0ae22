/// The regions of a file that contain bytes; all other bytes are zeros, and not stored.
///
/// A file without holes has one region.
struct SparseMap: Sendable {
    struct Region: Equatable, Sendable {
        let offset: Int
        let count: Int
    }

    /// In ascending order, without overlap.
    private(set) var regions: [Region] = []
    /// The sum of the regions' counts.
    private(set) var storedSize = 0
    private(set) var end = 0

    private static let maximumCount = 65_536

    init() {}

    /// The map of a file without holes.
    init(size: Int) {
        if size > 0 { regions = [Region(offset: 0, count: size)] }
        (storedSize, end) = (size, size)
    }

    /// Adds a region, or returns false if it is not after the others, ends beyond all numbers, or is
    /// one too many.
    mutating func add(offset: Int64, count: Int64) -> Bool {
        guard let offset = Int(exactly: offset), let count = Int(exactly: count),
            offset >= end, count >= 0, regions.count < Self.maximumCount
        else { return false }
        let (end, isOverflow) = offset.addingReportingOverflow(count)
        guard !isOverflow else { return false }
        regions.append(Region(offset: offset, count: count))
        // Not above `end`, since the regions don't overlap.
        storedSize &+= count
        self.end = end
        return true
    }
}

extension SparseMap {
    /// A position in a file of a map.
    struct Cursor: Sendable {
        private var map = SparseMap()
        private var size = 0
        private var position = 0
        private var index = 0
        /// The number of stored bytes that are still to be read.
        private(set) var storedCount = 0

        /// The position at the end of a file.
        init() {}

        /// The start of a file whose size is not below the end of its last region.
        init(_ map: SparseMap, size: Int) {
            self.map = map
            self.size = size
            storedCount = map.storedSize
        }

        /// The next run of the file: bytes, or a hole. A count of 0 is the end.
        var next: (count: Int, isHole: Bool) {
            guard index < map.regions.count else { return (size &- position, true) }
            let region = map.regions[index]
            guard position >= region.offset else { return (region.offset &- position, true) }
            return (region.offset &+ region.count &- position, false)
        }

        /// Moves by at most the count of ``next``.
        mutating func advance(by count: Int) {
            if !next.isHole { storedCount &-= count }
            position &+= count
            while index < map.regions.count,
                position >= map.regions[index].offset &+ map.regions[index].count
            {
                index &+= 1
            }
        }
    }
}
