/// Mapping of objects that a conversion reaches, at any depth of lists and dictionaries.
extension MappingSource {
    /// Maps this value onto a new object.
    ///
    /// Returns the reason if the value is refused, or `nil`.
    ///
    /// The value is refused if a required field fails. Unless `isCounted` is `true`, the object
    /// adds nothing to the findings and its unknown keys are not counted.
    @usableFromInline
    func map(
        _ plan: MappingPlan,
        onto target: Storage,
        isCounted: Bool = true
    ) -> MappingRefusal? {
        // With atomic options, an element may be dropped only if the field is lossy.
        let isLeftOut = standing.isElement && leavesOutObjects
        let purpose =
            standing.mayHaveOld ? standing.purpose : isLeftOut ? Purpose.element : .make
        var run = MappingRun(purpose, depth: Int(standing.depth))
        let limit = options.limits.issues
        if let refusal = map(plan, onto: target, countsUnknownKeys: isCounted, &run) {
            guard standing.isElement else { return refusal }
            run.report.add(
                issue(
                    refusal,
                    [],
                    wanted: plan.target,
                    purpose.resolution,
                    showsValue: false
                ),
                limit: limit
            )
        } else if run.requiredFailureCount == 0 {
            if isCounted { findings.accept(run.report, limit: limit) }
            return nil
        }
        run.report.withdrawFields()
        return MappingRefusal(object: run.report)
    }

    /// Maps this value onto an existing object, which keeps the values of properties that the input
    /// omits.
    func update(_ target: Storage, _ plan: MappingPlan, isChanged: inout Bool) -> FieldOutcome {
        var run = MappingRun(standing.purpose, depth: Int(standing.depth))
        if let refusal = map(plan, onto: target, &run) { return .refused(refusal) }
        isChanged = run.report.appliedCount > 0
        findings.add(run.report, limit: options.limits.issues)
        findings.addRequiredFailures(run.requiredFailureCount)
        return .updated
    }

    private func map(
        _ plan: MappingPlan,
        onto target: Storage,
        countsUnknownKeys counts: Bool = true,
        _ run: inout MappingRun
    ) -> MappingRefusal? {
        let plan = plan.spelled(options.keyStrategy)
        return findings.lendInner { inner in
            with {
                // A field's settings apply to its own value, not to the fields of an object in that
                // value.
                $0.settings = nil
                $0.findings = inner
            } _: {
                plan.mapObject($0, onto: target, countsUnknownKeys: counts, &run)
            }
        }
    }
}
