import FootingBytes

extension String {
    /// Whether more than `limit` combining marks, such as accents, follow each other.
    ///
    /// To hash or compare strings, Swift sorts the marks after each character by insertion: 32,000
    /// marks take a second. The Stream-Safe Text Format of Unicode (UAX #15) allows 30.
    package func hasCombiningMarks(moreThan limit: Int) -> Bool {
        // A mark has at least two bytes.
        guard utf8.count > 2 &* limit else { return false }
        var count = 0
        for scalar in unicodeScalars {
            count = scalar.isCombiningMark ? count &+ 1 : 0
            if count > limit { return true }
        }
        return false
    }
}
