extension String {
    /// Whether the string has too many combining marks in a row to be compared.
    @usableFromInline var isSlowToCompare: Bool {
        // A mark has at least two bytes.
        guard utf8.count > 2 * CombiningMarks.limit else { return false }
        var marks = CombiningMarks()
        return !unicodeScalars.allSatisfy { marks.accept($0) }
    }
}
