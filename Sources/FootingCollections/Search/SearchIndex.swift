/// The texts of a list, folded once, for searches while a user types.
///
/// ```swift
/// var index = SearchIndex(songs) { [$0.name, $0.artist, $0.album] }
/// var results = index.results(for: "beat yest")
/// results = index.results(for: "beat yest h", narrowing: results)
/// let found = results.positions.map { songs[$0] }
/// ```
///
/// The index keeps the folded texts, but neither the elements nor the closure. When the list
/// changes, call ``append(contentsOf:texts:)``, ``replaceSubrange(_:with:texts:)`` or
/// ``removeSubrange(_:)``.
public struct SearchIndex: Sendable {
    /// The identity of one state of an index.
    final class Revision: Sendable {}

    /// Follows each text: UTF-8 does not have this byte, so no term spans two texts.
    private static let separator: UInt8 = 0xFF

    /// The folded texts of all records.
    private(set) var bytes: [UInt8] = []
    /// The offset of each record in `bytes`.
    private var starts: [Int] = []
    private var revision = Revision()

    /// The number of records.
    public var count: Int { starts.count }

    /// Creates the index of an empty list.
    public init() {}

    /// Creates an index of the texts of a list.
    ///
    /// - Parameters:
    ///   - elements: The list.
    ///   - texts: The texts of an element that a query searches.
    /// - Complexity: O(*n*) in the number of bytes.
    public init<Element>(_ elements: some Sequence<Element>, texts: (Element) -> [String]) {
        append(contentsOf: elements, texts: texts)
    }

    /// Adds the texts of elements that were appended to the list.
    ///
    /// - Complexity: O(*n*) in the number of new bytes.
    public mutating func append<Element>(
        contentsOf elements: some Sequence<Element>,
        texts: (Element) -> [String]
    ) {
        revision = Revision()
        for element in elements {
            starts.append(bytes.count)
            for text in texts(element) { Self.append(text, to: &bytes) }
        }
    }

    /// Replaces the texts of elements that were replaced in the list.
    ///
    /// An empty range inserts the texts of new elements.
    ///
    /// - Precondition: `range` is within the positions of the index.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func replaceSubrange<Element>(
        _ range: Range<Int>,
        with elements: some Sequence<Element>,
        texts: (Element) -> [String]
    ) {
        precondition(
            0 <= range.lowerBound && range.upperBound <= count,
            "The range to replace is outside the index."
        )
        var new = SearchIndex(elements, texts: texts)
        let old = start(of: range.lowerBound)..<start(of: range.upperBound)
        let growth = new.bytes.count - old.count
        bytes.replaceSubrange(old, with: new.bytes)
        for record in range.upperBound..<count { starts[record] += growth }
        for record in 0..<new.count { new.starts[record] += old.lowerBound }
        starts.replaceSubrange(range, with: new.starts)
        revision = new.revision
    }

    /// Removes the texts of elements that were removed from the list.
    ///
    /// - Precondition: `range` is within the positions of the index.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func removeSubrange(_ range: Range<Int>) {
        replaceSubrange(range, with: EmptyCollection<String>()) { [$0] }
    }

    /// Returns the records that match a query.
    ///
    /// - Parameters:
    ///   - query: The words that a user has typed.
    ///   - earlier: The last results, of any query and any state of the index. If they certainly
    ///     have all matches, and are few, only they are searched; otherwise, all records are.
    /// - Returns: The positions of the records.
    /// - Complexity: O(*n* · *m*) for *n* bytes of text and *m* terms.
    public func results(
        for query: String,
        narrowing earlier: SearchResults? = nil
    ) -> SearchResults {
        let query = SearchQuery(query)
        let positions =
            if let earlier, canNarrow(earlier, by: query) {
                filter(earlier.positions, by: query)
            } else if let term = query.mainTerm {
                // Each candidate is searched for the term again, up to its first occurrence.
                filter(candidates(with: term), by: query)
            } else {
                filter(Array(starts.indices), by: query)
            }
        return SearchResults(positions: positions, query: query, revision: revision)
    }

    /// Whether earlier results have all matches of a query, and are few enough to be searched one
    /// by one: from about a third of the records, one search of the whole buffer is faster.
    private func canNarrow(_ earlier: SearchResults, by query: SearchQuery) -> Bool {
        earlier.revision === revision
            && (query.mainTerm == nil || earlier.positions.count <= count / 4)
            && query.isNarrower(than: earlier.query)
    }

    private func start(of record: Int) -> Int {
        record < count ? starts[record] : bytes.count
    }

    private func filter(_ records: [Int], by query: SearchQuery) -> [Int] {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            records.filter { record in
                let range = start(of: record)..<start(of: record + 1)
                return unsafe query.matches(UnsafeBufferPointer(rebasing: bytes[range]))
            }
        }
    }

    /// The records in which a term occurs.
    private func candidates(with term: [UInt8]) -> [Int] {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var found: [Int] = []
            var (record, offset) = (0, 0)
            while let hit = unsafe bytes.offset(of: term, from: offset) {
                record = starts.partitionPoint(in: record..<count) { $0 > hit }
                found.append(record - 1)
                offset = start(of: record)
            }
            return found
        }
    }

    /// Appends a folded text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        text.appendFolded(to: &bytes)
        bytes.append(separator)
    }
}
