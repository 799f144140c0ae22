extension SearchQuery {
    /// Returns the ranges of a text in which words and phrases of the query occur.
    ///
    /// ```swift
    /// for range in SearchQuery("\"let it\" -live").ranges(in: song.name) { highlight(range) }
    /// ```
    ///
    /// The ranges ascend and do not touch each other. Each consists of whole characters. Excluded
    /// words have no ranges.
    ///
    /// - Complexity: O(*n* · *m*) for *n* bytes of text and *m* terms.
    public func ranges(in text: String) -> [Range<String.Index>] {
        guard !terms.isEmpty else { return [] }
        var folded: [UInt8] = []
        // The range in the text of the scalar that produced each folded byte.
        var scalars: [(start: Int, end: Int)] = []
        folded.reserveCapacity(text.utf8.count)
        scalars.reserveCapacity(text.utf8.count)
        text.withFoldedBytes { bytes in
            while let byte = bytes.next() {
                folded.append(byte)
                scalars.append((bytes.scalarStart, bytes.scalarEnd))
            }
        }
        // The end in the text of the longest occurrence that begins at each folded byte, or 0.
        var ends = [Int](repeating: 0, count: folded.count)
        for term in terms {
            var start = 0
            while let offset = unsafe folded.withUnsafeBufferPointer({
                unsafe $0.offset(of: term, from: start)
            }) {
                start = offset + term.count
                ends[offset] = max(ends[offset], scalars[start - 1].end)
            }
        }

        var ranges: [Range<String.Index>] = []
        guard let lastHit = ends.lastIndex(where: { $0 > 0 }) else { return ranges }
        var next = 0
        // The largest end of the occurrences that begin before the current character's end.
        var end = 0
        var (start, index) = (0, text.startIndex)
        while index < text.endIndex, next <= lastHit || start < end {
            let following = text.index(after: index)
            let stop = start + text.utf8.distance(from: index, to: following)
            while next <= lastHit, scalars[next].start < stop {
                end = max(end, ends[next])
                next += 1
            }
            if start < end {
                if let last = ranges.last, last.upperBound == index {
                    ranges[ranges.endIndex - 1] = last.lowerBound..<following
                } else {
                    ranges.append(index..<following)
                }
            }
            (start, index) = (stop, following)
        }
        return ranges
    }
}
