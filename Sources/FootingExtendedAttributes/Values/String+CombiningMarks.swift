import FootingFormats

extension String {
    static let combiningMarksLimit = 256

    /// Whether the string has too many combining marks in a row to be compared.
    @usableFromInline var isSlowToCompare: Bool {
        hasCombiningMarks(moreThan: Self.combiningMarksLimit)
    }
}
