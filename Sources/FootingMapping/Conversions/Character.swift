extension Character: MappingConvertible {
    /// Takes a text of one character, and a digit that is a number.
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
