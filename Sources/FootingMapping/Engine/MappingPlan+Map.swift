import FootingFormats

/// The second phase: convert and store, in the order in which the fields are declared.
extension MappingPlan {
    /// Maps the value at `position` onto `target`, if it is an object within the limits.
    ///
    /// If it is not, there is an issue, unless it is a null that the options pass over.
    func map(
        _ position: Int,
        onto target: UnsafeMutableRawPointer?,
        isRequired: Bool = true,
        countingUnusedKeys counts: Bool = true,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        let refusal = unsafe mapObject(position, onto: target, countingUnusedKeys: counts, in: run)
        if let refusal { unsafe report(refusal, position, isRequired: isRequired, in: run) }
    }

    /// Reports that a value is no object that can be mapped.
    @inline(never)
    private func report(
        _ refusal: MappingIssue.Code,
        _ position: Int,
        isRequired: Bool,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        if refusal == .null, !isRequired, unsafe run.pointee.options.ignoresNull { return }
        let explanation = unsafe run.pointee.explanation.take()
        unsafe run.pointee.refuse(
            refusal,
            at: position,
            [],
            wanted: self.target,
            isRequired: isRequired,
            because: explanation
        )
    }

    /// Maps the value at `position` onto `target`, or returns why it is no object that can be.
    func mapObject(
        _ position: Int,
        onto target: UnsafeMutableRawPointer?,
        countingUnusedKeys counts: Bool = true,
        in run: UnsafeMutablePointer<MappingRun>
    ) -> MappingIssue.Code? {
        let refusal: (code: MappingIssue.Code, limit: BrokenLimit?)
        if unsafe !run.pointee.isObject(at: position) {
            let isNull = unsafe run.pointee.kind(at: position) == .null
            refusal = (isNull ? .null : .typeMismatch, nil)
        } else if let limit = unsafe run.pointee.limitOfDepth() {
            refusal = (.limit, limit)
        } else if unsafe mapMembers(of: position, onto: target, counts, in: run) {
            return nil
        } else {
            refusal = (.limit, .elements)
        }
        unsafe run.pointee.explanation = refusal.limit?.rawValue
        unsafe run.pointee.hidesNextValue = true
        return refusal.code
    }

    @inline(never)
    private func mapMembers(
        of position: Int,
        onto target: UnsafeMutableRawPointer?,
        _ counts: Bool,
        in run: UnsafeMutablePointer<MappingRun>
    ) -> Bool {
        let valueCount = unsafe run.pointee.values.count
        // What a field says about its own value does not hold for the fields of an object in it.
        let settings = unsafe run.pointee.settings.take()
        defer {
            if settings != nil { unsafe run.pointee.settings = settings }
            let count = unsafe run.pointee.values.count
            if count > valueCount { unsafe run.pointee.values.removeLast(count &- valueCount) }
        }
        return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: entries.count) {
            let positions = unsafe Positions($0)
            guard
                unsafe locate(positions, from: position, countingUnusedKeys: counts, in: run)
            else { return false }
            for index in fields.indices {
                unsafe map(index, onto: target, positions, in: run)
            }
            if hasAliases || hasSharedObjects { unsafe countUnusedKeys(positions, in: run) }
            return true
        }
    }

    /// Counts the keys that only the fields together can tell to be unused.
    @inline(never)
    private func countUnusedKeys(
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        if hasAliases {
            for entry in entries.indices
            where positions.isUnused(entry) && !entries[entry].leadsToObject {
                // One key of a dictionary is counted once, however many spellings it has here.
                let isCounted = unsafe entries[entry].twin != nil && run.pointee.document == nil
                if !isCounted { unsafe countUnusedAlias(entry, positions, in: run) }
            }
        }
        if hasSharedObjects {
            for entry in entries.indices where entries[entry].isShared {
                unsafe countUnusedKeys(of: entry, positions, in: run)
            }
        }
    }

    private func map(
        _ index: Int,
        onto target: UnsafeMutableRawPointer?,
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        var entry = fields[index].entry
        if hasAliases {
            entry = fields[index].firstPresentEntry(positions)
            if positions.value(of: entry) != nil {
                positions.markUsed(entry)
                if let twin = entries[entry].twin, unsafe run.pointee.document == nil {
                    positions.markUsed(twin)
                }
            }
        }
        guard let position = positions.value(of: entry) else {
            unsafe reportAbsence(of: index, positions, in: run)
            return
        }
        let place = unsafe target.map { unsafe $0 + fields[index].plan.offset }
        if fields[index].plan.settings == nil {
            unsafe act(index, entry, position, onto: place, in: run)
        } else {
            unsafe actInForm(index, entry, position, onto: place, in: run)
        }
    }

    /// Does what the field is there for with the value at `position`.
    @inline(__always)
    func act(
        _ index: Int,
        _ entry: Int,
        _ position: Int,
        onto place: UnsafeMutableRawPointer?,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        let source = unsafe MappingSource(run, at: position)
        switch fields[index].plan.action {
        case .value(let store):
            unsafe run.pointee.forgetElementFailures()
            if unsafe run.pointee.explanation != nil { unsafe run.pointee.explanation = nil }
            unsafe run.pointee.fieldDepth = entries[entry].path.count
            let outcome = unsafe store(place, source)
            if let start = unsafe run.pointee.innerStart {
                unsafe finishObjects(outcome, entry, since: start, in: run)
            }
            switch outcome {
            case .exact:
                unsafe run.pointee.report.appliedCount &+= 1
                unsafe note(.applied, index, entry, position, in: run)
            case .converted:
                unsafe run.pointee.report.appliedCount &+= 1
                unsafe run.pointee.report.convertedCount &+= 1
                let hasFallenBack = unsafe run.pointee.hasFallenBack
                let kind = hasFallenBack ? MappingNote.Kind.fallbackCase : .converted
                unsafe note(kind, index, entry, position, in: run)
            case .rounded:
                unsafe run.pointee.report.appliedCount &+= 1
                unsafe run.pointee.report.convertedCount &+= 1
                unsafe note(.rounded, index, entry, position, in: run)
            case .updated:
                break
            case .unchanged:
                unsafe note(.unchanged, index, entry, position, in: run)
            case .failed(let code):
                unsafe reportFailure(code, index, entry, position, in: run)
            }
        case .object(let plan):
            unsafe mapObject(plan, index, entry, position, onto: place, in: run)
        case .accessed(let plan, let lend):
            guard let place = unsafe place else {
                return unsafe mapObject(plan, index, entry, position, onto: nil, in: run)
            }
            unsafe lend(place) { child in
                let before = unsafe run.pointee.report.appliedCount
                unsafe mapObject(plan, index, entry, position, onto: child, in: run)
                return unsafe run.pointee.report.appliedCount != before
            }
        }
    }

    /// Reports that a field could not be set.
    @inline(never)
    private func reportFailure(
        _ code: MappingIssue.Code,
        _ index: Int,
        _ entry: Int,
        _ position: Int,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        let isRequired = fields[index].plan.isRequired
        let explanation = unsafe run.pointee.explanation.take()
        if fields[index].plan.isOfObjects { unsafe run.pointee.hidesNextValue = true }
        if code == .typeMismatch, unsafe run.pointee.elementFailureCount != 0 {
            unsafe run.pointee.refuseElements(entries[entry].path, isRequired: isRequired)
            return
        }
        if unsafe run.pointee.failedObject.take() != nil {
            if isRequired { unsafe run.pointee.requiredFailureCount &+= 1 }
            return
        }
        if code == .null, !isRequired, unsafe run.pointee.options.ignoresNull { return }
        unsafe run.pointee.refuse(
            code,
            at: position,
            entries[entry].path,
            wanted: fields[index].plan.wanted,
            isRequired: isRequired,
            because: explanation
        )
    }

    /// Completes what was reported on objects inside the value of a field.
    @inline(never)
    private func finishObjects(
        _ outcome: FieldOutcome,
        _ entry: Int,
        since start: MappingReport.Listed,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe run.pointee.innerStart = nil
        if case .failed = outcome {} else { unsafe run.pointee.forgetFailedObject() }
        unsafe run.pointee.insert(entries[entry].path, since: start)
    }

    private func mapObject(
        _ plan: MappingPlan,
        _ index: Int,
        _ entry: Int,
        _ position: Int,
        onto target: UnsafeMutableRawPointer?,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        let path = entries[entry].path
        unsafe run.pointee.path += path
        unsafe run.pointee.depth &+= path.count
        unsafe plan.map(
            position,
            onto: target,
            isRequired: fields[index].plan.isRequired,
            countingUnusedKeys: !entries[entry].isShared,
            in: run
        )
        unsafe run.pointee.depth &-= path.count
        unsafe run.pointee.path.removeLast(path.count)
    }

    /// A field without a value: nothing at all to say unless it is required, or its key path met
    /// something that is no object.
    func reportAbsence(
        of index: Int,
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        let isRequired = fields[index].plan.isRequired
        // Almost always there is nothing to say, and a patch leaves out almost everything.
        if positions[fields[index].entry] == Positions.absent, !isRequired, !hasAliases { return }
        let field = fields[index]
        for entry in [field.entry] + field.aliases {
            switch positions[entry] {
            case Positions.absent:
                continue
            case Positions.reported:
                if isRequired { unsafe run.pointee.requiredFailureCount &+= 1 }
                return
            case Positions.duplicated:
                unsafe run.pointee.refuse(
                    .duplicateKey,
                    at: nil,
                    entries[entry].path,
                    wanted: field.plan.wanted,
                    isRequired: isRequired
                )
                return
            default:
                guard let obstacle = positions.obstacle(of: entry) else { continue }
                unsafe reportObstacle(obstacle, isRequired: isRequired, positions, in: run)
                return
            }
        }
        guard isRequired else { return }
        unsafe run.pointee.refuse(
            .missing,
            at: nil,
            entries[field.entry].path,
            wanted: field.plan.wanted,
            isRequired: true
        )
    }

    /// Reports what is in the way once, however many fields lie behind it.
    private func reportObstacle(
        _ obstacle: Int,
        isRequired: Bool,
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        for entry in entries.indices where positions.obstacle(of: entry) == obstacle {
            positions[entry] = Positions.reported
        }
        unsafe run.pointee.hidesNextValue = true
        let position = positions.value(of: obstacle)
        let isObject = position.map { unsafe run.pointee.isObject(at: $0) } ?? false
        let depth = unsafe run.pointee.depth &+ entries[obstacle].path.count
        let limit: BrokenLimit =
            unsafe depth > run.pointee.maximumDepth ? .depth : .elements
        unsafe run.pointee.refuse(
            position == nil ? .duplicateKey : isObject ? .limit : .typeMismatch,
            at: position,
            entries[obstacle].path,
            wanted: "object",
            isRequired: isRequired,
            because: isObject ? limit.rawValue : nil
        )
    }

    private func note(
        _ kind: MappingNote.Kind,
        _ index: Int,
        _ entry: Int,
        _ position: Int,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        guard unsafe run.pointee.options.listsFields, unsafe !run.pointee.isRehearsal else {
            return
        }
        unsafe run.pointee.note(
            kind,
            at: position,
            entries[entry].path,
            target: fields[index].plan.target
        )
    }
}

extension MappingPlan.Field {
    /// The first of the field's keys that is there, whatever its value is worth.
    fileprivate func firstPresentEntry(_ positions: Positions) -> Int {
        guard positions.value(of: entry) == nil else { return entry }
        // A key that is there twice, and refused for that, is there.
        guard positions[entry] != Positions.duplicated else { return entry }
        return aliases.first {
            positions.value(of: $0) != nil || positions[$0] == Positions.duplicated
        } ?? entry
    }
}
