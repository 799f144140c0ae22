public import Foundation

/// Entry points for the public methods: one input, one target, one report.
extension MappingPlan {
    /// The report, and whether every required field was set.
    typealias Completion = (report: MappingReport, isComplete: Bool)

    func run(
        _ dictionary: [String: Any],
        onto target: Storage,
        _ options: MappingOptions,
        for purpose: MappingSource.Purpose
    ) -> Completion {
        SourceContext.lend(.object(dictionary), options, for: purpose) {
            outcome(of: $0, onto: target)
        }
    }

    func run(
        json data: Data,
        onto target: Storage,
        _ options: MappingOptions,
        for purpose: MappingSource.Purpose
    ) -> Result<Completion, MappingError> {
        SourceContext.lend(json: data, options, for: purpose) { outcome(of: $0, onto: target) }
    }

    private func outcome(of source: borrowing MappingSource, onto target: Storage) -> Completion {
        let plan = spelled(source.options.keyStrategy)
        return Self.carryOut(source) { stores, run in
            plan.map(source, onto: stores ? target : .none, &run)
        }
    }

    /// Runs `work`, passing whether to store the converted values.
    ///
    /// With atomic options, `work` first runs without storing, and a second time only if all issues
    /// are tolerated.
    private static func carryOut(
        _ source: borrowing MappingSource,
        _ work: (_ stores: Bool, inout MappingRun) -> Void
    ) -> Completion {
        if source.options.isAtomic {
            var run = MappingRun(source.standing.purpose)
            work(false, &run)
            guard run.report.issuesAreTolerated else {
                run.report.withdrawFields()
                // An atomic call makes nothing if any field fails.
                return (run.report, false)
            }
        }
        var run = MappingRun(source.standing.purpose)
        work(true, &run)
        // Rules for whole objects are checked only in this run.
        if source.options.isAtomic, run.requiredFailureCount > 0 { run.report.withdrawFields() }
        return (run.report, run.requiredFailureCount == 0)
    }

    /// Called for each object of a list, with their number and a closure that maps the object onto
    /// a storage and returns whether every required field was set.
    @usableFromInline
    typealias ObjectVisit = (_ count: Int, _ map: (Storage) -> Bool) -> Void

    @usableFromInline
    func forEachObject(
        json data: Data,
        at path: String?,
        _ options: MappingOptions,
        _ visit: ObjectVisit
    ) throws(MappingError) -> MappingReport {
        try SourceContext.lend(json: data, options, for: Self.purpose(options)) {
            forEachObject(in: $0, at: path, visit)
        }.get()
    }

    @usableFromInline
    func forEachObject(
        in value: Any,
        at path: String? = nil,
        _ options: MappingOptions,
        _ visit: ObjectVisit
    ) -> MappingReport {
        SourceContext.lend(NativeValue(value), options, for: Self.purpose(options)) {
            forEachObject(in: $0, at: path, visit)
        }
    }

    /// With atomic options, a list is made completely or not at all.
    private static func purpose(_ options: MappingOptions) -> MappingSource.Purpose {
        options.isAtomic ? .make : .element
    }

    private func forEachObject(
        in source: borrowing MappingSource,
        at path: String?,
        _ visit: ObjectVisit
    ) -> MappingReport {
        let strategy = source.options.keyStrategy
        let plan = spelled(strategy)
        let listPlan = path.map {
            let field = FieldPlan(key: $0, listOf: self).spelled(strategy)
            return MappingPlan([field], for: "object", nil, nil, strategy)
        }
        return Self.carryOut(source) { stores, run in
            if let listPlan {
                listPlan.withList(in: source, &run) {
                    plan.forEachObject(in: $0, stores: stores, &$1, visit)
                }
            } else {
                plan.forEachObject(in: source, stores: stores, &run, visit)
            }
        }.report
    }

    /// Finds the list at the only key path of this plan, and calls `body` with it; adds an issue if
    /// there is none.
    private func withList(
        in source: borrowing MappingSource,
        _ run: inout MappingRun,
        _ body: (borrowing MappingSource, inout MappingRun) -> Void
    ) {
        func refuse(_ refusal: MappingRefusal) {
            run.refuse(source, refusal, [], wanted: "object")
        }
        guard source.isObject else {
            return refuse(MappingRefusal(source.isNull ? .null : .typeMismatch))
        }
        if let limit = source.limitOfDepth { return refuse(MappingRefusal(limit)) }
        Members.withRoom(for: entries.count, in: source) { members in
            // The objects on the path are not mapped, so their other keys are not counted as
            // unused.
            let mapped = MappedObject(self, members, source.context, .none)
            guard mapped.locate(in: source, countsUnknownKeys: false, &run) else {
                return refuse(MappingRefusal(.elements))
            }
            let path = mapped.path(of: fields[0].entry)
            let standing = MappingSource.Standing(run.purpose, depth: 1 &+ path.count)
            let list = members.source(at: fields[0].entry, standing, in: source.context)
            guard let list else { return mapped.handleAbsence(of: 0, &run) }
            run.path = path
            run.depth = Int(standing.depth)
            body(list, &run)
        }
    }

    /// Visits each object of a list, or maps it without storing.
    private func forEachObject(
        in list: borrowing MappingSource,
        stores: Bool,
        _ run: inout MappingRun,
        _ visit: ObjectVisit
    ) {
        if !list.isList, list.kind == .object, list.options.convertsKinds {
            return lend(list, of: 1, stores: stores, &run, visit)
        }
        let count = list.elementCount
        let refusal: MappingRefusal? =
            if !list.isList {
                MappingRefusal(list.isNull ? .null : .typeMismatch)
            } else if count > list.options.limits.elements {
                MappingRefusal(.elements)
            } else if run.depth > list.maximumDepth {
                MappingRefusal(MappingOptions.Limit.depth)
            } else {
                nil
            }
        if let refusal { return run.refuse(list, refusal, [], wanted: "[\(target)]") }
        run.depth &+= 1
        run.path.append(.index(0))
        let last = run.path.count &- 1
        list.forEachElement { index, element in
            run.path[last] = .index(index)
            lend(element, of: count, stores: stores, &run, visit)
        }
    }

    @inline(__always)
    private func lend(
        _ source: borrowing MappingSource,
        of count: Int,
        stores: Bool,
        _ run: inout MappingRun,
        _ visit: ObjectVisit
    ) {
        guard stores else { return map(source, onto: .none, &run) }
        visit(count) { target in
            let before = run.requiredFailureCount
            let start = run.report.mark
            map(source, onto: target, &run)
            guard run.requiredFailureCount != before else { return true }
            run.report.withdrawFields(since: start)
            return false
        }
    }
}
