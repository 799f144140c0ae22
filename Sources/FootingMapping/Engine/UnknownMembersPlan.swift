/// The handling of members that no field reads.
struct UnknownMembersPlan: Sendable {
    /// The type of a member.
    let target: String
    let isOfObjects: Bool
    /// Sets a member of a stored root.
    let store: @Sendable (Storage, _ key: String, borrowing MappingSource) -> FieldOutcome
    /// The keys of the members that are written.
    let keys: @Sendable (Storage) -> [String]
    /// Writes a member, and returns a refusal if it can't be written.
    let write: @Sendable (Storage, _ key: String, inout MappingOutput) -> MappingRefusal?

    /// The same for a root whose superclass, lent by `lendParent`, declares this.
    func inherited(_ lendParent: @escaping FieldPlan.Lend) -> UnknownMembersPlan {
        UnknownMembersPlan(target: target, isOfObjects: isOfObjects) { storage, key, source in
            guard !storage.isNone else { return store(storage, key, source) }
            return storage.result(by: lendParent) { store($0, key, source) } ?? .unchanged
        } keys: { storage in
            storage.result(by: lendParent) { keys($0) } ?? []
        } write: { storage, key, output in
            storage.result(by: lendParent) { write($0, key, &output) } ?? nil
        }
    }
}

extension MappingPlan {
    /// Keeps the members of `object` that no field reads.
    @inline(never)
    func keepUnknownMembers(
        of object: borrowing MappingSource,
        in target: Storage,
        _ members: UnknownMembersPlan,
        _ run: inout MappingRun
    ) {
        var duplicateKeyCount = 0
        object.forEachMember(beyond: objects[0].table, &duplicateKeyCount) { key, member, refusal in
            let outcome = refusal.map { .refused($0) } ?? members.store(target, key ?? "", member)
            let path = [member.component(forInputKey: key)]
            if member.hasFindings { run.addFindings(of: member, path, outcome) }
            if case .refused(let refusal) = outcome {
                run.refuse(
                    member,
                    refusal,
                    path,
                    wanted: members.target,
                    isRequired: false,
                    showsValue: !members.isOfObjects
                )
            } else {
                run.report.appliedCount &+= 1
            }
        }
        run.report.duplicateKeyCount &+= duplicateKeyCount
    }
}
