extension Array: MappingConvertible where Element: MappingConvertible {
    /// Takes a list if every element can be taken, and any other value but null as a list of one.
    ///
    /// One element that can't be taken leaves the whole property alone, since without it the others
    /// would move, unless the field is ``Field/lossy()``. There is an issue for each such element,
    /// with its index.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[Element]> {
        let isList = source.isList
        guard isList || source.isListAsText else {
            guard source.isTakenForList else {
                return .failed(source.isNull ? .null : .typeMismatch)
            }
            return Element.converted(from: source).map { [$0] }.asConverted
        }
        var list: [Element] = []
        var exactness = isList ? Exactness.exact : .converted
        let refusal = source.forEachElement(
            of: Element.self,
            makingRoom: { list.reserveCapacity($0) }
        ) { element in
            Element.converted(from: element).collected(&exactness) { list.append($0) }
        }
        if let refusal { return .refused(refusal) }
        return .made(list, exactness)
    }
}
