extension SearchQuery {
    /// Returns the ranges of a text in which the query's words and phrases occur, for highlighting.
    ///
    /// ```swift
    /// for range in SearchQuery("\"let it\" -live").ranges(in: song.name) { highlight(range) }
    /// ```
    ///
    /// The ranges ascend, are made of whole characters, and do not touch each other. Excluded words
    /// have none.
    ///
    /// - Complexity: O(*n* · *m*) for *n* bytes of text and *m* terms.
    public func ranges(in text: String) -> [Range<String.Index>] {
        guard !terms.isEmpty else { return [] }
        var folded: [UInt8] = []
        // The offsets in the text of the scalar that each folded byte is from.
        var scalars: [(start: Int, end: Int)] = []
        text.withFoldedBytes { bytes in
            while let byte = bytes.next() {
                folded.append(byte)
                scalars.append((bytes.scalarStart, bytes.scalarEnd))
            }
        }
        var found: [(start: Int, end: Int)] = []
        for term in terms {
            var start = 0
            while let offset = unsafe folded.withUnsafeBufferPointer({
                unsafe $0.offset(of: term, from: start)
            }) {
                start = offset + term.count
                found.append((scalars[offset].start, scalars[start - 1].end))
            }
        }
        found.sort { $0.start < $1.start }
        return Self.characterRanges(of: found, in: text)
    }

    /// The ranges of the characters that have a byte in one of the ranges, which ascend by start.
    private static func characterRanges(
        of found: [(start: Int, end: Int)],
        in text: String
    ) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var next = found.startIndex
        // The end of the ranges that begin before the current character's end.
        var end = 0
        var (start, index) = (0, text.startIndex)
        while index < text.endIndex, next < found.endIndex || start < end {
            let following = text.index(after: index)
            let stop = start + text.utf8.distance(from: index, to: following)
            while next < found.endIndex, found[next].start < stop {
                end = max(end, found[next].end)
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
