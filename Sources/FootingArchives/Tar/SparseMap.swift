/// The stored bytes and the holes of a file, in order; each run is removed as it is read.
struct SparseMap: Sendable {
    /// The size of the file.
    let size: Int
    /// The next run is the last one.
    private var runs: [(count: Int, isHole: Bool)] = []
    /// The number of bytes that are stored.
    private(set) var storedCount = 0

    /// Creates a map from the offsets and counts of stored regions in turn; `nil` if they are not
    /// valid.
    ///
    /// Regions ascend without overlap and end within the file.
    init?(_ numbers: [Int64], size: Int64) {
        guard let size = Int(exactly: size), numbers.count % 2 == 0 else { return nil }
        self.size = size
        var position = 0
        for index in stride(from: 0, to: numbers.count, by: 2) {
            guard let start = Int(exactly: numbers[index]),
                let count = Int(exactly: numbers[index + 1]), start >= position, start <= size,
                count >= 0, count <= size - start
            else { return nil }
            runs += [(start - position, true), (count, false)]
            storedCount += count
            position = start + count
        }
        guard position <= size else { return nil }
        runs = (runs + [(size - position, true)]).filter { $0.count > 0 }.reversed()
    }

    /// The next run; `nil` at the end.
    var next: (count: Int, isHole: Bool)? { runs.last }

    /// Removes bytes of the next run, at most its count.
    mutating func removeFirst(_ count: Int) {
        runs[runs.count - 1].count -= count
        if runs[runs.count - 1].count == 0 { runs.removeLast() }
    }
}
