/// The members of an object by key, for a reader whose keys may come from the input.
struct MembersByKey {
    private var members: [String: Origin] = [:]
    /// The keys, in the order of the document or of their UTF-8.
    private(set) var names: [String] = []

    /// Creates an index of the members of an object.
    ///
    /// - Throws: The reason if a key can't be compared. Such a key might be any key, so no other
    ///   one could be reported as missing.
    init(
        _ object: borrowing MappingSource,
        _ duplicateKeyCount: inout Int
    ) throws(MappingRefusal) {
        let count = object.memberCount
        members.reserveCapacity(count)
        names.reserveCapacity(count)
        try object.forEachMember(&duplicateKeyCount) {
            (key, member: borrowing MappingSource, refusal) throws(MappingRefusal) in
            guard let key else { throw refusal ?? MappingRefusal(.invalidFormat) }
            members[key] = refusal == nil ? .value(member.value) : .duplicated
            names.append(key)
        }
    }

    subscript(name: String) -> Origin { members[name] ?? .absent }
}
