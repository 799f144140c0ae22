/// What is asked of a whole object when its fields are set.
final class ObjectRule: Sendable {
    /// Lends a copy of the object at a place, and writes it back if the closure returns true.
    let lendCopy: FieldPlan.Lend
    /// Whether the object is an instance of a class, which has no copy.
    let isOfReference: Bool
    /// Returns why the object at a place is refused, or `nil`.
    let refusal: @Sendable (Place) -> MappingRefusal?

    init(
        lendCopy: @escaping FieldPlan.Lend,
        isOfReference: Bool,
        refusal: @escaping @Sendable (Place) -> MappingRefusal?
    ) {
        self.lendCopy = lendCopy
        self.isOfReference = isOfReference
        self.refusal = refusal
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
            guard isMapped, let refusal = rule.refusal(copy) else { return true }
            run.requiredFailureCount &+= 1
            let isChanged = rule.isOfReference && run.purpose == .update
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
