/// The members of a dictionary beside those that are declared.
extension [String: Any] {
    /// All members but those at `used`, in the order of the UTF-8 of their keys.
    func members(except used: Set<Index>) -> [Element] {
        let members =
            used.isEmpty
            ? Array(self) : zip(indices, self).filter { !used.contains($0.0) }.map(\.1)
        return members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// The indexes of the members whose keys are in one of `tables` or in `names`.
    ///
    /// Unless a table is case-insensitive, only these names are looked up, so the dictionary's
    /// other keys are not hashed.
    func indexes(
        ofKeysIn tables: [KeyTable],
        _ names: Set<String> = []
    ) -> Set<Index> {
        var used = Set((tables.flatMap(\.names) + names).compactMap { self.index(forKey: $0) })
        guard tables.contains(where: \.isCaseInsensitive) else { return used }
        for index in indices where tables.contains(where: { $0.index(of: self[index].key) != nil })
        {
            used.insert(index)
        }
        return used
    }
}
