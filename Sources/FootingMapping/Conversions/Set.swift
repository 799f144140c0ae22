extension Set: MappingConvertible where Element: MappingConvertible {
    /// Converts the same values as an array; equal elements are one.
    ///
    /// A string with more than thirty combining marks in a row (Unicode Standard Annex 15,
    /// “Stream-Safe Text Format”) exceeds the limits, because it would take very long to compare.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<Set<Element>> {
        let isList = source.isList
        guard isList || source.isListAsText else {
            guard source.isReadAsList else {
                return .failed(source.isNull ? .null : .typeMismatch)
            }
            return element(source).map { [$0] }.asConverted
        }
        var set: Set<Element> = []
        var exactness = isList ? Exactness.exact : .converted
        let refusal = source.forEachElement(
            of: Element.self,
            makingRoom: { set.reserveCapacity($0) }
        ) { source in
            var isRepeated = false
            defer { if isRepeated { exactness.include(.converted) } }
            return element(source).collected(&exactness) { isRepeated = !set.insert($0).inserted }
        }
        if let refusal { return .refused(refusal) }
        return .made(set, exactness)
    }

    @inlinable
    static func element(_ source: borrowing MappingSource) -> MappingConversion<Element> {
        // Every element is hashed.
        source.isTextSlowToCompare ? .refused(.combiningMarks) : Element.converted(from: source)
    }
}
