extension Sequence {
    /// Returns the elements that match a query, in their order.
    ///
    /// ```swift
    /// let hits = songs.search("yesterday beatles") { [$0.name, $0.artist, $0.album] }
    /// ```
    ///
    /// To search the same elements more than once, make a ``SearchIndex``.
    ///
    /// - Parameters:
    ///   - query: The words that a user has typed.
    ///   - texts: The texts of an element that the query searches.
    /// - Returns: The elements that match.
    /// - Complexity: O(*n* · *m*) for *n* bytes of text and *m* terms.
    public func search(_ query: String, texts: (Element) -> [String]) -> [Element] {
        let query = SearchQuery(query)
        guard !query.isEmpty else { return Array(self) }
        var bytes: [UInt8] = []
        return filter { element in
            bytes.removeAll(keepingCapacity: true)
            for text in texts(element) { SearchIndex.append(text, to: &bytes) }
            return unsafe bytes.withUnsafeBufferPointer { unsafe query.matches($0) }
        }
    }
}
