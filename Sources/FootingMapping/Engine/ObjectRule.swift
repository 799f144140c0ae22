/// The rules for a whole object, checked when its fields are set.
final class ObjectRule: Sendable {
    /// Returns why the object at a place is refused, or `nil`.
    typealias Check = @Sendable (Place) -> MappingRefusal?

    let checks: [Check]
    /// Lends a copy of the object at a place, and writes it back if the closure returns true.
    let lendCopy: FieldPlan.Lend
    /// Whether the object is an instance of a class, which has no copy.
    let isOfReference: Bool

    init<Root>(_: Root.Type, _ checks: [Check]) {
        self.checks = checks
        isOfReference = Root.self is AnyObject.Type
        lendCopy = { place, body in
            place.modify(Root.self) { root in
                var copy = root
                if Place.with(&copy, body) { root = copy }
            }
        }
    }

    /// Why the first check that fails refuses the object at a place, or `nil`.
    func refusal(of place: Place) -> MappingRefusal? {
        for check in checks {
            if let refusal = check(place) { return refusal }
        }
        return nil
    }
}

extension MappingPlan {
    /// Maps `object` onto a copy of what lies at `target`, which takes its place if it keeps the rule.
    func mapMembers(
        of object: borrowing MappingSource,
        onto target: Place,
        keeping rule: ObjectRule,
        countsUnusedKeys counts: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        var isMapped = true
        rule.lendCopy(target) { copy in
            let start = run.report.mark
            isMapped = mapMembers(of: object, onto: copy, counts, &run)
            guard isMapped, let refusal = rule.refusal(of: copy) else { return true }
            run.requiredFailureCount &+= 1
            // In an atomic call, a new object stands for one that may be there.
            let isNew = run.purpose != .update || object.standing.mayHaveOld
            let isChanged = rule.isOfReference && !isNew
            if !isChanged { run.report.withdrawFields(since: start) }
            let path = run.path
            let resolution = isChanged ? .changed : run.purpose.resolution
            run.report.add(
                object.issue(
                    refusal.code,
                    path,
                    wanted: self.target,
                    resolution,
                    because: refusal.explanation,
                    showsValue: false
                ),
                limit: object.options.limits.issues
            )
            return false
        }
        return isMapped
    }
}
