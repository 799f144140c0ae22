extension Dictionary: MappingConvertible where Key == String, Value: MappingConvertible {
    /// Takes an object if every value in it can be taken, whatever the keys are.
    ///
    /// One value that can't be taken leaves the whole property alone, unless the field is
    /// ``Field/lossy()``. There is an issue for each such value, with `[*]` for its key.
    ///
    /// Keys that Swift takes for equal are one key: in JSON bytes,
    /// ``MappingOptions/duplicateKeys-swift.property`` says which value counts. A key that would take
    /// very long to compare, because it has more than thirty combining marks in a row (Unicode
    /// Standard Annex 15, “Stream-Safe Text Format”), is beyond the limits.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[String: Value]> {
        guard source.isObject else { return .failed(source.isNull ? .null : .typeMismatch) }
        var members: [String: Value] = [:]
        var exactness = source.isList ? Exactness.converted : .exact
        let refusal = source.forEachMember(
            of: Value.self,
            makingRoom: { members.reserveCapacity($0) }
        ) { key, member in
            Value.converted(from: member).collected(&exactness) { members[key] = $0 }
        }
        if let refusal { return .refused(refusal) }
        return .made(members, exactness)
    }
}
