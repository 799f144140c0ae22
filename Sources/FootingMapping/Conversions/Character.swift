extension Character: MappingConvertible {
    /// Converts a string of one character, or a number of one digit.
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Character> {
        guard !source.isTextSlowToCompare else { return .refused(.combiningMarks) }
        return String.converted(from: source).compactMap(
            { $0.count == 1 ? $0.first : nil },
            orFailing: .invalidFormat
        )
    }
}
