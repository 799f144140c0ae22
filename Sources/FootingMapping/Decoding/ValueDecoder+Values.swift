import FootingFormats

/// Decoding one value that the table has a conversion for.
extension ValueDecoder {
    /// Converts the member under `name` to a type that is known where this is compiled.
    @inline(__always)
    func scalar<Value: MappingConvertible>(_: Value.Type, for name: String) throws -> Value {
        let position = token(at: index(of: name))
        if position >= 0, let run = unsafe session.run {
            switch Value.converted(from: unsafe MappingSource(run, at: position)) {
            case .exact(let value):
                unsafe settle(as: .applied, position, name, Value.self, run)
                return value
            case .converted(let value):
                unsafe settle(as: .converted, position, name, Value.self, run)
                return value
            case .rounded(let value):
                unsafe settle(as: .rounded, position, name, Value.self, run)
                return value
            case .failed:
                break
            }
        }
        let slot = try slot(for: name)
        guard shape?.isOwn == false else { return try scalar(Value.self, slot) }
        return try asItIs { try scalar(Value.self, slot) }
    }

    /// The same, but a null and a key that is not there are `nil`.
    @inline(__always)
    func scalarIfPresent<Value: MappingConvertible>(
        _: Value.Type,
        for name: String
    ) throws -> Value? {
        let position = token(at: index(of: name))
        if position == MemberPositions.absent, old == nil, unsafe session.run != nil { return nil }
        if position >= 0, let run = unsafe session.run {
            switch Value?.converted(from: unsafe MappingSource(run, at: position)) {
            case .exact(let value):
                unsafe settle(as: .applied, position, name, Value?.self, run)
                return value
            case .converted(let value):
                unsafe settle(as: .converted, position, name, Value?.self, run)
                return value
            case .rounded(let value):
                unsafe settle(as: .rounded, position, name, Value?.self, run)
                return value
            case .failed:
                break
            }
        }
        let slot = try slot(for: name)
        guard shape?.isOwn == false else { return try scalarIfPresent(Value.self, slot) }
        return try asItIs { try scalarIfPresent(Value.self, slot) }
    }

    @inline(never)
    func scalar<Value: MappingConvertible>(_: Value.Type, _ slot: Slot) throws -> Value {
        let conversion = StoredConversion<Value>()
        return try converted(Value.self, conversion, slot)
    }

    @inline(never)
    func scalarIfPresent<Value: MappingConvertible>(
        _: Value.Type,
        _ slot: Slot
    ) throws -> Value? {
        let conversion = StoredConversion<Value?>()
        let kept = old == nil ? nil : slot.old?.value(as: Value.self)
        return try converted(
            Value?.self,
            conversion,
            slot,
            whenAbsent: .some(kept),
            whenFailed: old == nil ? nil : .some(kept)
        )
    }

    /// Converts the value at a slot by `conversion`.
    ///
    /// If there is nothing in the input, that is the old value or else `whenAbsent`; if it can't be
    /// used, the old value or else `whenFailed`.
    func converted<Value>(
        _: Value.Type,
        _ conversion: StoredConversion<Value>,
        _ slot: Slot,
        whenAbsent: Value? = nil,
        whenFailed: Value? = nil
    ) throws -> Value {
        let run = try unsafe liveRun()
        switch slot.place {
        case .hole:
            if let value = whenAbsent { return value }
            if session.mayMakeUp(), let value = unsafe madeUp(Value.self, conversion, run) {
                return value
            }
            throw error(.missing, slot, Value.self)
        case .absent:
            if let value = unsafe whenAbsent ?? kept(slot, conversion, run) { return value }
        case .duplicated, .token, .native:
            break
        }
        return try unsafe session.withPosition(of: slot.place, in: run) { position in
            let start = unsafe run.pointee.report.mark
            var failure: MappingIssue.Code
            if let position, unsafe session.mayConvert(at: position, in: run) {
                unsafe run.pointee.prepareForValue(inside: depthOfParts)
                let (value, outcome) = unsafe read(conversion, position, run)
                if unsafe run.pointee.innerStart.take() != nil {
                    unsafe run.pointee.report.insert(path(to: slot), at: 0, since: start.listed)
                }
                if let value {
                    unsafe run.pointee.forgetFailedObject()
                    if unsafe run.pointee.elementFailureCount != 0 {
                        let dropped = unsafe run.pointee.report.mark
                        unsafe run.pointee.reportElements(path(to: slot), .droppedElement)
                        let end = unsafe run.pointee.report.mark
                        unsafe run.pointee.report.tolerateIssues(from: (dropped, end))
                    }
                    let issueCount = unsafe run.pointee.report.issueCount
                    if issueCount != start.issueCount { session.problemCount &+= 1 }
                    unsafe settle(outcome, position, slot, Value.self, run)
                    return value
                }
                failure = if case .failed(let code) = outcome { code } else { .typeMismatch }
            } else if position != nil {
                unsafe run.pointee.prepareForValue(inside: depthOfParts)
                failure = unsafe run.pointee.beyond(.attempts)
            } else {
                failure = if case .duplicated = slot.place { .duplicateKey } else { .missing }
            }
            if session.isCollecting, slot.isOpenEnded, whenFailed == nil, slot.old == nil {
                // A loop may ask on until there is nothing more, which is no issue unless it escapes.
            } else if session.isCollecting, whenFailed == nil, failure == .typeMismatch,
                unsafe isAlternative(slot, run)
            {
                // Another kind may be asked for, so neither is this one.
            } else if session.isCollecting {
                let isPassedOver =
                    unsafe failure == .null && run.pointee.options.ignoresNull && slot.old != nil
                if !isPassedOver {
                    unsafe report(failure, at: position, slot, Value.self, run)
                }
                let value = unsafe whenFailed ?? kept(slot, conversion, run) ?? whenAbsent
                if let value { return value }
                if session.mayMakeUp(), let value = unsafe madeUp(Value.self, conversion, run) {
                    return value
                }
            } else {
                unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
                if let value = unsafe whenFailed ?? kept(slot, conversion, run) {
                    let isPassedOver = unsafe failure == .null && run.pointee.options.ignoresNull
                    if !isPassedOver { session.problemCount &+= 1 }
                    return value
                }
                session.failureCount &+= 1
            }
            throw error(failure, slot, Value.self)
        }
    }

    /// Whether what has failed is asked for in this value's own place, and is nothing but of another
    /// kind.
    private func isAlternative(_ slot: Slot, _ run: UnsafeMutablePointer<MappingRun>) -> Bool {
        guard case .same = slot.step, slot.old == nil, mayHaveAlternatives else { return false }
        return unsafe run.pointee.elementFailureCount == 0 && run.pointee.failedObject == nil
    }

    /// Adds what there is to say about a value that can't be used.
    func report(
        _ code: MappingIssue.Code,
        at position: Int?,
        _ slot: Slot,
        _ wanted: Any.Type,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        let explanation = unsafe run.pointee.explanation.take()
        if code == .typeMismatch, unsafe run.pointee.elementFailureCount != 0 {
            unsafe run.pointee.reportElements(path(to: slot), resolution)
        } else if unsafe run.pointee.failedObject.take() == nil {
            unsafe run.pointee.refuse(
                code,
                at: position,
                path(to: slot),
                wanted: target(slot, wanted),
                resolution: resolution,
                because: explanation
            )
        }
    }

    private func read<Value>(
        _ conversion: StoredConversion<Value>,
        _ position: Int,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> (Value?, FieldOutcome) {
        var outcome = FieldOutcome.exact
        do throws(StoredConversion<Value>.Failure) {
            let source = unsafe MappingSource(run, at: position)
            return (try conversion.convert(source, &outcome), outcome)
        } catch {
            return (nil, .failed(error.code))
        }
    }

    /// Counts a value that was set, and notes it if that was asked for.
    @inline(__always)
    private func settle(
        as kind: MappingNote.Kind,
        _ position: Int,
        _ name: String,
        _ type: Any.Type,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe run.pointee.report.appliedCount &+= 1
        if kind != .applied { unsafe run.pointee.report.convertedCount &+= 1 }
        guard unsafe run.pointee.options.listsFields else { return }
        let target = FieldPlan.name(of: type)
        let slot = Slot(place: .token(position), step: step(to: name), old: nil)
        unsafe run.pointee.note(kind, at: position, path(to: slot), target: target)
    }

    func settle(
        _ outcome: FieldOutcome,
        _ position: Int,
        _ slot: Slot,
        _ type: Any.Type,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        let kind = unsafe outcome.noteKind(hasFallenBack: run.pointee.hasFallenBack)
        unsafe run.pointee.report.appliedCount &+= 1
        if kind != .applied { unsafe run.pointee.report.convertedCount &+= 1 }
        guard unsafe run.pointee.options.listsFields else { return }
        let target = target(slot, type)
        unsafe run.pointee.note(kind, at: position, path(to: slot), target: target)
    }

    /// Counts a value that was set, and notes it if that was asked for.
    @inline(__always)
    func settle(
        _ outcome: FieldOutcome,
        _ position: Int,
        _ name: String,
        _ type: Any.Type,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe settle(
            as: outcome.noteKind(hasFallenBack: run.pointee.hasFallenBack),
            position,
            name,
            type,
            run
        )
    }

    /// What is wanted at a slot: the enumeration or set, if its raw value or a list is read in its place.
    func target(_ slot: Slot, _ wanted: Any.Type) -> String {
        if case .same = slot.step, let type, type.isReadAsAnother { return type.name }
        return FieldPlan.name(of: wanted)
    }

    /// What an update keeps.
    private func kept<Value>(
        _ slot: Slot,
        _ conversion: StoredConversion<Value>,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Value? {
        guard let old = slot.old else { return nil }
        if let value = old.value(as: Value.self) { return value }
        // It was encoded as another type than it is decoded from.
        guard let value = old.value else { return nil }
        return unsafe silently(conversion, NativeValue(value), run)
    }

    /// A value without meaning, so that decoding goes on.
    private func madeUp<Value>(
        _: Value.Type,
        _ conversion: StoredConversion<Value>,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Value? {
        if let value = harmlessCase(of: Value.self) { return value }
        for value in NativeValue.harmless {
            if let value = unsafe silently(conversion, value, run) { return value }
        }
        return nil
    }

    /// Converts a value that is not of the input.
    private func silently<Value>(
        _ conversion: StoredConversion<Value>,
        _ value: NativeValue,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Value? {
        let document = unsafe run.pointee.document.take()
        let start = unsafe run.pointee.report.mark
        unsafe run.pointee.prepareForValue(inside: depthOfParts)
        defer {
            unsafe run.pointee.document = document
            unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
            unsafe run.pointee.prepareForValue(inside: depthOfParts)
        }
        return unsafe session.withPosition(of: .native(value), in: run) { position in
            position.flatMap { unsafe read(conversion, $0, run).0 }
        }
    }
}

extension FieldOutcome {
    /// What there is to be noted of a value that was set.
    @inline(__always)
    fileprivate func noteKind(hasFallenBack: Bool) -> MappingNote.Kind {
        switch self {
        case .converted: hasFallenBack ? .fallbackCase : .converted
        case .rounded: .rounded
        default: .applied
        }
    }
}

extension MappingRun {
    /// Forgets what earlier conversions have left.
    mutating func prepareForValue(inside depth: Int) {
        forgetElementFailures()
        hasFallenBack = false
        explanation = nil
        innerStart = nil
        failedObject = nil
        self.depth = 1
        fieldDepth = depth
    }
}
