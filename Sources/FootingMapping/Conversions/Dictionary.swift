extension Dictionary: MappingConvertible
where Key: CodingKeyRepresentable, Value: MappingConvertible {
    /// Takes an object if every value in it can be taken.
    ///
    /// Its keys are texts, numbers, or an enumeration that says that it is `CodingKeyRepresentable`. A key
    /// that is none of them is ``MappingIssue/Code/typeMismatch``, and another one for a key that is there
    /// is ``MappingIssue/Code/duplicateKey``.
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
    ) -> MappingConversion<[Key: Value]> {
        guard source.isObject else { return .failed(source.isNull ? .null : .typeMismatch) }
        var members: [Key: Value] = [:]
        var exactness = source.isList ? Exactness.converted : .exact
        let refusal = source.forEachMember(
            of: Value.self,
            makingRoom: { members.reserveCapacity($0) }
        ) { key, member in
            guard let key = Self.key(key) else { return MappingRefusal(.typeMismatch) }
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

/// The key of a member, for types that are made of coding keys.
@usableFromInline
struct MemberKey: CodingKey {
    @usableFromInline
    let stringValue: String
    @usableFromInline
    var intValue: Int? { Int(stringValue).flatMap { "\($0)" == stringValue ? $0 : nil } }

    @usableFromInline
    init(stringValue: String) {
        self.stringValue = stringValue
    }

    @usableFromInline
    init?(intValue: Int) {
        return nil
    }
}
