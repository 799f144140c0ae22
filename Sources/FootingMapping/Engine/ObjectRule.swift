/// The rules for a whole object, checked after its fields are set.
final class ObjectRule: Sendable {
    /// Returns the reason if a stored object is refused, or `nil`.
    typealias Check = @Sendable (Storage) -> MappingRefusal?

    let checks: [Check]
    /// Calls a closure with a copy of a stored object, and stores the copy if the closure returns
    /// true.
    let lendCopy: FieldPlan.Lend
    /// Whether the object is a class instance, which can't be copied.
    let isOfReference: Bool

    init<Root>(_: Root.Type, _ checks: [Check]) {
        self.checks = checks
        isOfReference = Root.self is AnyObject.Type
        lendCopy = { storage, body in
            storage.modify(Root.self) { root in
                var copy = root
                if Storage.with(&copy, body) { root = copy }
            }
        }
    }

    /// The reason of the first check that refuses a stored object, or `nil`.
    func refusal(of storage: Storage) -> MappingRefusal? {
        for check in checks {
            if let refusal = check(storage) { return refusal }
        }
        return nil
    }
}

extension MappingPlan {
    /// Maps `object` onto a copy of the object at `target`, which the copy replaces if it satisfies
    /// `rule`.
    func mapMembers(
        of object: borrowing MappingSource,
        onto target: Storage,
        keeping rule: ObjectRule,
        countsUnknownKeys counts: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        var isMapped = true
        rule.lendCopy(target) { copy in
            let start = run.report.mark
            isMapped = mapMembers(of: object, onto: copy, counts, &run)
            guard isMapped, let refusal = rule.refusal(of: copy) else { return true }
            run.requiredFailureCount &+= 1
            // In an atomic call, a new object may replace an existing one.
            let isNew = run.purpose != .update || object.standing.mayHaveOld
            let isChanged = rule.isOfReference && !isNew
            if !isChanged { run.report.withdrawFields(since: start) }
            let path = run.path
            let resolution = isChanged ? .keptChanges : run.purpose.resolution
            run.report.add(
                object.issue(
                    refusal,
                    path,
                    wanted: self.target,
                    resolution,
                    showsValue: false
                ),
                limit: object.options.limits.issues
            )
            return false
        }
        return isMapped
    }
}
