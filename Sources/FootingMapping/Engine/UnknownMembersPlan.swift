/// The handling of members that no field reads.
struct UnknownMembersPlan: Sendable {
    /// The type of a member.
    let target: String
    let isOfObjects: Bool
    /// Lends the dictionary of a stored root.
    let lend: FieldPlan.Lend
    /// Sets a member of a stored dictionary.
    let store: @Sendable (Storage, _ key: String, borrowing MappingSource) -> FieldOutcome
    /// The keys of the members that are written.
    let keys: @Sendable (Storage) -> [String]
    /// Writes a member, and returns a refusal if it can't be written.
    let write: @Sendable (Storage, _ key: String, inout MappingOutput) -> MappingRefusal?

    /// The same for a root whose superclass, lent by `lendParent`, declares this.
    func inherited(_ lendParent: @escaping FieldPlan.Lend) -> UnknownMembersPlan {
        UnknownMembersPlan(
            target: target,
            isOfObjects: isOfObjects,
            lend: { storage, body in storage.result(by: lendParent) { lend($0, body) } },
            store: store
        ) { storage in
            storage.result(by: lendParent) { keys($0) } ?? []
        } write: { storage, key, output in
            storage.result(by: lendParent) { write($0, key, &output) } ?? nil
        }
    }
}

extension MappingPlan {
    /// Keeps the members of `object` that no field reads, and then sets the dictionary once.
    @inline(never)
    func keepUnknownMembers(
        of object: borrowing MappingSource,
        in target: Storage,
        _ members: UnknownMembersPlan,
        _ run: inout MappingRun
    ) {
        func keep(in dictionary: Storage) -> Bool {
            let before = run.report.appliedCount
            var duplicateKeyCount = 0
            object.forEachMember(beyond: objects[0].table, &duplicateKeyCount) {
                key,
                member,
                refusal in
                let outcome =
                    refusal.map { .refused($0) } ?? members.store(dictionary, key ?? "", member)
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
            return run.report.appliedCount != before
        }
        if target.isNone { _ = keep(in: target) } else { members.lend(target) { keep(in: $0) } }
    }
}
