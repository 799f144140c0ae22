/// Objects that conversions map, in whatever lists and dictionaries they are.
extension MappingSource {
    /// Maps this value onto a new object, and returns why it can't be taken, or `nil`.
    ///
    /// It is not taken if a required field fails. What is not counted has no unused keys.
    @usableFromInline
    func map(
        _ plan: MappingPlan,
        onto target: Place,
        isCounted: Bool = true
    ) -> MappingRefusal? {
        // In atomic options, an element is left out only where the field says so.
        let isLeftOut = standing.isElement && leavesOutObjects
        let purpose =
            standing.mayHaveOld ? standing.purpose : isLeftOut ? Purpose.element : .make
        var run = MappingRun(purpose, depth: Int(standing.depth))
        let limit = options.limits.issues
        if let refusal = map(plan, onto: target, countsUnusedKeys: isCounted, &run) {
            guard standing.isElement else { return refusal }
            run.report.add(
                issue(
                    refusal.code,
                    [],
                    wanted: plan.target,
                    purpose.resolution,
                    because: refusal.explanation,
                    showsValue: false
                ),
                limit: limit
            )
        } else if run.requiredFailureCount == 0 {
            if isCounted { findings.add(run.report, limit: limit) }
            return nil
        }
        run.report.withdrawFields()
        return MappingRefusal(object: run.report)
    }

    /// Maps this value onto an object that is there already and keeps what the input leaves out.
    func update(_ target: Place, _ plan: MappingPlan, isChanged: inout Bool) -> FieldOutcome {
        var run = MappingRun(standing.purpose, depth: Int(standing.depth))
        if let refusal = map(plan, onto: target, &run) { return .refused(refusal) }
        isChanged = run.report.appliedCount > 0
        findings.add(run.report, limit: options.limits.issues)
        findings.addRequiredFailures(run.requiredFailureCount)
        return .updated
    }

    private func map(
        _ plan: MappingPlan,
        onto target: Place,
        countsUnusedKeys counts: Bool = true,
        _ run: inout MappingRun
    ) -> MappingRefusal? {
        let plan = plan.spelled(options.keyStrategy)
        return findings.lendInner { inner in
            with {
                // What a field says about its own value does not hold for the fields of an object in it.
                $0.settings = nil
                $0.findings = inner
            } _: {
                plan.mapObject($0, onto: target, countsUnusedKeys: counts, &run)
            }
        }
    }
}
