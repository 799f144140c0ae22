/// The holes and the stored bytes of a file, in turn; each run is removed as it is read.
struct SparseMap: Sendable {
    typealias Run = (count: Int, isHole: Bool)

    /// The size of the file, with its holes.
    let size: Int
    /// The number of bytes that are stored.
    let storedCount: Int
    /// The offsets at which the runs end: holes at even indices, stored bytes at odd ones.
    private let ends: [Int]
    private var index = 0
    private var position = 0

    /// Creates the map of a file without holes, which most files are.
    init(storedCount: Int) {
        ends = storedCount == 0 ? [] : [0, storedCount]
        (size, self.storedCount) = (storedCount, storedCount)
    }

    /// Creates a map from the offsets and counts of stored regions in turn; `nil` if they are not
    /// ascending, without overlap and within the file.
    init?(_ numbers: [Int64], size: Int64) {
        var ends: [Int] = []
        var storedCount = 0
        for (index, number) in numbers.enumerated() {
            let start = index % 2 == 0 ? 0 : ends[index - 1]
            guard let number = Int(exactly: number), number >= 0, number <= .max - start,
                start + number >= ends.last ?? 0
            else { return nil }
            ends.append(start + number)
            storedCount += index % 2 == 0 ? 0 : number
        }
        guard numbers.count % 2 == 0, let size = Int(exactly: size), size >= ends.last ?? 0 else {
            return nil
        }
        (self.size, self.storedCount, self.ends) = (size, storedCount, ends + [size])
    }

    /// The next run; `nil` at the end.
    var next: Run? {
        mutating get {
            while index < ends.count, ends[index] == position { index += 1 }
            return index < ends.count ? (ends[index] - position, index % 2 == 0) : nil
        }
    }

    /// Removes bytes of the next run, at most its count.
    mutating func removeFirst(_ count: Int) { position += count }
}
