extension Dictionary: MappingConvertible
where Key: CodingKeyRepresentable, Value: MappingConvertible {
    /// Converts an object whose values are all valid.
    ///
    /// Its keys are strings, integers, or an enumeration that is declared as
    /// `CodingKeyRepresentable`. A key that can't be converted is
    /// ``MappingIssue/Code/typeMismatch``, and a second key that converts to the same value is
    /// ``MappingIssue/Code/duplicateKey``.
    ///
    /// An invalid value leaves the whole property unchanged, unless the field is ``Field/lossy()``.
    /// Each invalid value is an issue, with `[*]` for its key.
    ///
    /// Keys that are equal in Swift are one key: in JSON bytes,
    /// ``MappingOptions/duplicateKeys-swift.property`` chooses the value. A key with more than
    /// thirty combining marks in a row (Unicode Standard Annex 15, “Stream-Safe Text Format”)
    /// exceeds the limits, because it would take very long to compare.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[Key: Value]> {
        guard source.isObject else { return .failed(source.isNull ? .null : .typeMismatch) }
        var members: [Key: Value] = [:]
        var exactness = source.isList ? Exactness.converted : .exact
        let refusal = source.forEachMember(
            of: Value.self,
            makingRoom: { members.reserveCapacity($0) }
        ) { key, member in
            guard let key = Self.key(key) else {
                let explanation = "the key can't be converted to \(Key.self)"
                return MappingRefusal(.typeMismatch, because: explanation)
            }
            guard Key.self == String.self || members[key] == nil else {
                return MappingRefusal(.duplicateKey)
            }
            return Value.converted(from: member).collected(&exactness) { members[key] = $0 }
        }
        if let refusal { return .refused(refusal) }
        return .made(members, exactness)
    }

    @inlinable
    static func key(_ text: String) -> Key? {
        if Key.self == String.self { return text as? Key }
        return Key(codingKey: MemberKey(stringValue: text))
    }
}
