/// The keys of a table in the order of their bytes.
struct SortedKeys {
    private let keys: [(key: String, bytes: [UInt8])]

    init(_ keys: [String]) {
        self.keys = keys.map { ($0, Array($0.utf8)) }.sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
    }

    /// The keys that a pattern stands for.
    func matching(_ pattern: KeyPattern) -> [String] {
        let prefix = pattern.prefix
        var (first, end) = (keys.startIndex, keys.endIndex)
        while first < end {
            let middle = (first + end) / 2
            if keys[middle].bytes.lexicographicallyPrecedes(prefix) {
                first = middle + 1
            } else {
                end = middle
            }
        }
        return keys[first...].lazy.prefix { $0.bytes.starts(with: prefix) }
            .filter { pattern.matches($0.bytes) }.map(\.key)
    }
}
