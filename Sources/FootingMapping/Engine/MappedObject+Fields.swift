/// The second phase of mapping: converting and storing, in the order in which fields are declared.
extension MappedObject {
    @inline(never)
    func mapFields(_ run: inout MappingRun) {
        let treatsFalseAsAbsent = context.options.treatsFalseAsAbsent
        for index in plan.steps.indices {
            let step = plan.steps[index]
            let standing = MappingSource.Standing(run.purpose, depth: run.depth &+ step.depth)
            if let store = step.store, !treatsFalseAsAbsent,
                let source = members.source(at: step.entry, standing, in: context)
            {
                let outcome = store(target.advanced(by: step.offset), source)
                finish(outcome, index, step.entry, source, &run)
            } else {
                map(index, &run)
            }
        }
        if plan.hasAliases || plan.hasSharedObjects { countUnknownKeys(&run) }
    }

    /// Maps a field that is absent, or that is more than a value to store.
    @inline(never)
    private func map(_ index: Int, _ run: inout MappingRun) {
        let entry = plan.hasAliases ? usedEntry(index) : plan.fields[index].entry
        let depth = run.depth &+ plan.entries[entry].path.count
        let standing = MappingSource.Standing(run.purpose, depth: depth)
        guard let source = members.source(at: entry, standing, in: context) else {
            return handleAbsence(of: index, &run)
        }
        if context.options.treatsFalseAsAbsent, plan.fields[index].treatsAsAbsent(source) {
            guard source.isUnconverted else { return handleAbsence(of: index, &run) }
            return run.refuse(
                source,
                MappingRefusal(.typeMismatch),
                path(of: entry),
                wanted: plan.fields[index].plan.wanted,
                isRequired: plan.fields[index].plan.isRequired
            )
        }
        let storage = target.advanced(by: plan.fields[index].plan.offset)
        if plan.fields[index].plan.settings == nil {
            act(index, entry, source, onto: storage, &run)
        } else {
            actWithSettings(index, entry, source, onto: storage, &run)
        }
    }

    /// The entry that a field with aliases reads, which is marked as used.
    func usedEntry(_ index: Int) -> Int {
        let entry = plan.fields[index].firstPresentEntry(members, context)
        members.markUsed(entry)
        if let twin = plan.entries[entry].twin { members.markUsed(twin) }
        return entry
    }

    /// Performs the field's action on a value, with the field's settings.
    @inline(never)
    private func actWithSettings(
        _ index: Int,
        _ entry: Int,
        _ source: borrowing MappingSource,
        onto storage: Storage,
        _ run: inout MappingRun
    ) {
        let field = plan.fields[index].plan
        func actOrReset(_ source: borrowing MappingSource, _ run: inout MappingRun) {
            guard let reset = field.reset, source.isNull else {
                return act(index, entry, source, onto: storage, &run)
            }
            if !storage.isNone { reset(storage) }
            run.report.appliedCount &+= 1
            note(.defaulted, .null, index, entry, &run)
        }
        source.with {
            // The fields of an object have their own settings.
            if field.action.plan == nil { $0.settings = field.settings }
            if field.isSensitive { $0.isSensitive = true }
        } _: { source in
            guard field.isEmbeddedJSON, source.kind == .string else {
                return actOrReset(source, &run)
            }
            let refusal = source.withEmbeddedDocument { actOrReset($0, &run) }
            guard let refusal else { return }
            run.refuse(
                source,
                refusal,
                path(of: entry),
                wanted: field.wanted,
                isRequired: field.isRequired,
                showsValue: !field.isOfObjects
            )
        }
    }

    /// Performs the field's action on a value.
    @inline(__always)
    private func act(
        _ index: Int,
        _ entry: Int,
        _ source: borrowing MappingSource,
        onto storage: Storage,
        _ run: inout MappingRun
    ) {
        switch plan.fields[index].plan.action {
        case .value(let store):
            finish(store(storage, source), index, entry, source, &run)
        case .object(let inner):
            mapNested(inner, index, entry, source, onto: storage, &run)
        case .accessed(let inner, let lend):
            guard !storage.isNone else {
                return mapNested(inner, index, entry, source, onto: storage, &run)
            }
            lend(storage) { child in
                let before = run.report.appliedCount
                mapNested(inner, index, entry, source, onto: child, &run)
                return run.report.appliedCount != before
            }
        }
    }

    /// Counts and reports the outcome of a value.
    @inline(__always)
    private func finish(
        _ outcome: FieldOutcome,
        _ index: Int,
        _ entry: Int,
        _ source: borrowing MappingSource,
        _ run: inout MappingRun
    ) {
        if case .stored(.exact) = outcome, !source.hasFindings, !source.options.listsFields {
            run.report.appliedCount &+= 1
        } else {
            finishOther(outcome, index, entry, source, &run)
        }
    }

    @inline(never)
    private func finishOther(
        _ outcome: FieldOutcome,
        _ index: Int,
        _ entry: Int,
        _ source: borrowing MappingSource,
        _ run: inout MappingRun
    ) {
        if source.hasFindings { run.addFindings(of: source, path(of: entry), outcome) }
        let kind: MappingNote.Kind
        switch outcome {
        case .stored(let exactness):
            kind = MappingNote.Kind(exactness)
            run.report.countApplied(exactness)
        case .unchanged: kind = .unchanged
        case .updated: return
        case .refused(let refusal):
            return run.refuse(
                source,
                refusal,
                path(of: entry),
                wanted: plan.fields[index].plan.wanted,
                isRequired: plan.fields[index].plan.isRequired,
                showsValue: !plan.fields[index].plan.isOfObjects
            )
        }
        if source.options.listsFields { note(kind, source.kind, index, entry, &run) }
    }

    /// Notes how a field was set, if the options ask for that.
    @inline(never)
    private func note(
        _ kind: MappingNote.Kind,
        _ sourceKind: MappingSourceKind,
        _ index: Int,
        _ entry: Int,
        _ run: inout MappingRun
    ) {
        guard context.options.listsFields else { return }
        run.report.note(
            kind,
            sourceKind,
            at: run.path + path(of: entry),
            target: plan.fields[index].plan.target,
            limit: context.options.limits.issues
        )
    }

    /// Maps a value onto the object that a property holds.
    private func mapNested(
        _ inner: MappingPlan,
        _ index: Int,
        _ entry: Int,
        _ source: borrowing MappingSource,
        onto target: Storage,
        _ run: inout MappingRun
    ) {
        let path = path(of: entry)
        run.path += path
        run.depth &+= path.count
        let refusal = inner.mapObject(
            source,
            onto: target,
            countsUnknownKeys: !plan.entries[entry].isShared,
            &run
        )
        if let refusal {
            let isRequired = plan.fields[index].plan.isRequired
            run.refuse(source, refusal, [], wanted: inner.target, isRequired: isRequired)
        }
        run.depth &-= path.count
        run.path.removeLast(path.count)
    }

    /// Handles a field without a value.
    ///
    /// Does nothing unless the field is required or has a default value, or its key path goes
    /// through a value that isn't an object.
    @inline(never)
    func handleAbsence(of index: Int, _ run: inout MappingRun) {
        let isRequired = plan.fields[index].plan.isRequired
        // The common case, since an update usually omits most keys.
        let hasDefault = run.purpose != .update && plan.fields[index].plan.reset != nil
        let isAbsent = members[plan.fields[index].entry] == Members.absent
        if isAbsent, !isRequired, !plan.hasAliases, !hasDefault { return }
        let field = plan.fields[index]
        for entry in [field.entry] + field.aliases {
            switch members[entry] {
            case Members.absent:
                continue
            case Members.reported:
                if isRequired { run.requiredFailureCount &+= 1 }
                return
            case Members.duplicated:
                let wanted = field.plan.wanted
                return refuse(.duplicateKey, entry, wanted, isRequired: isRequired, &run)
            default:
                guard let obstacle = members.obstacle(of: entry) else { continue }
                return report(obstacle, isRequired: isRequired, &run)
            }
        }
        if hasDefault, let reset = field.plan.reset {
            if !target.isNone { reset(target.advanced(by: field.plan.offset)) }
            run.report.appliedCount &+= 1
            note(.defaulted, .absent, index, field.entry, &run)
        } else if isRequired {
            refuse(.missing, field.entry, field.plan.wanted, isRequired: true, &run)
        }
    }

    /// Adds the issue for the value of an entry that is missing or not unique.
    private func refuse(
        _ code: MappingIssue.Code,
        _ entry: Int,
        _ wanted: String,
        isRequired: Bool,
        _ run: inout MappingRun
    ) {
        if isRequired { run.requiredFailureCount &+= 1 }
        let resolution = run.resolution(isRequired: isRequired, context.options)
        let path = run.path + path(of: entry)
        run.report.add(
            MappingIssue(MappingRefusal(code), absentAt: path, wanted: wanted, resolution),
            limit: context.options.limits.issues
        )
    }

    /// Reports a value that blocks a key path, once for all fields behind it.
    private func report(_ obstacle: Int, isRequired: Bool, _ run: inout MappingRun) {
        for entry in plan.entries.indices where members.obstacle(of: entry) == obstacle {
            members[entry] = Members.reported
        }
        let path = path(of: obstacle)
        let standing = MappingSource.Standing(run.purpose, depth: run.depth &+ path.count)
        guard let source = members.source(at: obstacle, standing, in: context) else {
            return refuse(.duplicateKey, obstacle, "object", isRequired: isRequired, &run)
        }
        let isDeep = Int(standing.depth) > source.maximumDepth
        let limit: MappingOptions.Limit? =
            if source.isObject {
                isDeep ? .depth : .elements
            } else if plan.hasIndexes, source.isList {
                source.exceededLimit(count: source.elementCount)
            } else {
                nil
            }
        run.refuse(
            source,
            limit.map { MappingRefusal($0) } ?? MappingRefusal(.typeMismatch),
            path,
            wanted: "object",
            isRequired: isRequired
        )
    }
}

extension MappingPlan.Field {
    /// The first of the field's keys that the object has, whatever its value, unless the options
    /// treat the value as absent.
    fileprivate func firstPresentEntry(_ members: Members, _ context: ContextReference) -> Int {
        let skipsFalse = context.options.treatsFalseAsAbsent && !context.pointee.isUnconverted
        func isPresent(_ entry: Int) -> Bool {
            // A duplicate key counts as present even if the options reject it.
            guard members.hasValue(entry) else { return members[entry] == Members.duplicated }
            guard skipsFalse else { return true }
            guard let source = members.source(at: entry, .init(.update, depth: 0), in: context)
            else { return true }
            guard treatsAsAbsent(source) else { return true }
            // Its key is not unknown, although no field has the value.
            members.markUsed(entry)
            return false
        }
        return ([entry] + aliases).first(where: isPresent) ?? entry
    }

    /// Whether a value is a false that means that there is no value.
    @inline(never)
    fileprivate func treatsAsAbsent(_ source: borrowing MappingSource) -> Bool {
        plan.mayBeFalse && source.isFalse
    }
}
