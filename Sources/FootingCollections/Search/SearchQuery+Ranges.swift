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
        var scalars: [Range<Int>] = []
        folded.reserveCapacity(text.utf8.count)
        scalars.reserveCapacity(text.utf8.count)
        text.withFoldedBytes { bytes in
            while let byte = bytes.next() {
                folded.append(byte)
                scalars.append(bytes.scalarStart..<bytes.scalarEnd)
            }
        }
        // Whether each byte of the text belongs to an occurrence.
        var isFound = [Bool](repeating: false, count: text.utf8.count)
        for term in terms {
            var start = 0
            while let offset = unsafe folded.withUnsafeBufferPointer({
                unsafe $0.offset(of: term, from: start)
            }) {
                start = offset + term.count
                let bytes = scalars[offset].lowerBound..<scalars[start - 1].upperBound
                for byte in bytes { isFound[byte] = true }
            }
        }

        var ranges: [Range<String.Index>] = []
        guard let last = isFound.lastIndex(of: true) else { return ranges }
        var (start, index) = (0, text.startIndex)
        while start <= last {
            let following = text.index(after: index)
            let stop = start + text.utf8.distance(from: index, to: following)
            if isFound[start..<stop].contains(true) {
                if let range = ranges.last, range.upperBound == index {
                    ranges[ranges.endIndex - 1] = range.lowerBound..<following
                } else {
                    ranges.append(index..<following)
                }
            }
            (start, index) = (stop, following)
        }
        return ranges
    }
}
