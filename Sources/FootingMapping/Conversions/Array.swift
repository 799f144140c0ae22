extension Array: MappingConvertible where Element: MappingConvertible {
    /// Converts an array whose elements are all valid, or any other value but null to an array of
    /// one.
    ///
    /// An invalid element leaves the whole property unchanged, since the others would move without
    /// it, unless the field is ``Field/lossy()``. Each invalid element is an issue with its index.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[Element]> {
        let isList = source.isList
        guard isList || source.isListAsText else {
            guard source.isReadAsList else {
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
