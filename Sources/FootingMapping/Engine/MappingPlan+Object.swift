/// Mapping of one object.
extension MappingPlan {
    /// Maps a value onto `target`, and adds an issue if it isn't an object that can be mapped.
    func map(_ source: borrowing MappingSource, onto target: Storage, _ run: inout MappingRun) {
        guard let refusal = mapObject(source, onto: target, &run) else { return }
        run.refuse(source, refusal, [], wanted: self.target)
    }

    /// Maps `object` onto `target`.
    ///
    /// Returns the reason if it isn't an object that can be mapped, or `nil`.
    func mapObject(
        _ object: borrowing MappingSource,
        onto target: Storage,
        countsUnknownKeys counts: Bool = true,
        _ run: inout MappingRun
    ) -> MappingRefusal? {
        guard object.isObject else {
            return MappingRefusal(object.isNull ? .null : .typeMismatch)
        }
        if let limit = object.limitOfDepth { return MappingRefusal(limit) }
        let isMapped =
            if let rule, !target.isNone {
                mapMembers(
                    of: object,
                    onto: target,
                    keeping: rule,
                    countsUnknownKeys: counts,
                    &run
                )
            } else {
                mapMembers(of: object, onto: target, counts, &run)
            }
        return isMapped ? nil : MappingRefusal(.elements)
    }

    @inline(never)
    func mapMembers(
        of object: borrowing MappingSource,
        onto target: Storage,
        _ counts: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        Members.withRoom(for: entries.count, in: object) { members in
            let mapped = MappedObject(self, members, object.context, target)
            guard mapped.locate(in: object, countsUnknownKeys: counts, &run) else { return false }
            mapped.mapFields(&run)
            if let unknownMembers {
                keepUnknownMembers(of: object, in: target, unknownMembers, &run)
            }
            return true
        }
    }
}
