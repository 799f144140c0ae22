import FootingFormats

/// Decoding one value that has an initializer of its own, or consists of such values.
extension ValueDecoder {
    /// Decodes the value at a slot.
    ///
    /// An element that is left out of its list throws ``LeftOut``.
    func value<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType,
        isElement: Bool = false
    ) throws -> Value {
        if let conversion = type.conversion(to: Value.self) {
            return try converted(Value.self, conversion, slot)
        }
        switch slot.place {
        case .absent:
            if let old = slot.old?.value(as: Value.self) { return old }
            if slot.old == nil { return try unreadable(.missing, slot, type) }
        case .duplicated:
            return try unreadable(.duplicateKey, slot, type)
        case .token, .native, .hole:
            break
        }
        if isPassedOver(slot), let old = slot.old?.value(as: Value.self) { return old }
        guard session.isCollecting else {
            return try strictly(Value.self, slot, type, isElement)
        }
        // What an initializer copes with is no issue, so it first gets what it would have got.
        if case .hole = slot.place {
        } else if !session.hasFlaw(slot.place, type) {
            let problemCount = session.problemCount
            let run = try unsafe liveRun()
            let start = unsafe run.pointee.report.mark
            session.isCollecting = false
            let value = try? strictly(Value.self, slot, type, isElement)
            session.isCollecting = true
            if let value, problemCount == session.problemCount { return value }
            unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
        }
        return try collected(Value.self, slot, type, isElement)
    }

    /// What to give for a value that there is nothing to decode from.
    private func unreadable<Value: Decodable>(
        _ code: MappingIssue.Code,
        _ slot: Slot,
        _ type: DecodableType
    ) throws -> Value {
        let run = try unsafe liveRun()
        let old = slot.old?.value(as: Value.self)
        guard session.isCollecting else {
            if let old {
                session.problemCount &+= 1
                return old
            }
            session.failureCount &+= 1
            throw error(code, slot, Value.self)
        }
        if slot.isOpenEnded, slot.old == nil {
            session.unreported = (path(to: slot), type.name)
            throw error(code, slot, Value.self)
        }
        unsafe report(code, at: nil, slot, Value.self, run)
        if let value = old ?? harmlessCase(of: Value.self) { return value }
        return try collected(
            Value.self,
            Slot(place: .hole, step: slot.step, old: nil),
            type
        )
    }

    /// The same, but a null and a key that is not there are `nil`.
    func valueIfPresent<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType
    ) throws -> Value? {
        if let conversion = type.conversion(toOptional: Value.self) {
            let kept = old == nil ? nil : slot.old?.value(as: Value.self)
            return try converted(
                Value?.self,
                conversion,
                slot,
                whenAbsent: .some(kept),
                whenFailed: old == nil ? nil : .some(kept)
            )
        }
        switch slot.place {
        case .hole: return nil
        case .absent where slot.old == nil: return nil
        default: break
        }
        if try takesForNil(slot, Value?.self) { return nil }
        do {
            return try value(Value.self, slot, type)
        } catch {
            if session.isCollecting { return nil }
            guard old != nil else { throw error }
            session.problemCount &+= 1
            return nil
        }
    }

    /// Whether a value stands for `nil`; it is counted then.
    func takesForNil(_ slot: Slot, _ type: Any.Type) throws -> Bool {
        let run = try unsafe liveRun()
        return unsafe session.withPosition(of: slot.place, in: run) { position in
            guard let position else { return false }
            let source = unsafe MappingSource(run, at: position)
            let isConverted = !source.isNull
            if isConverted, !source.isTextStandingForNull { return false }
            unsafe settle(
                isConverted ? .converted : .exact,
                position,
                slot,
                type,
                run
            )
            return true
        }
    }

    private func isPassedOver(_ slot: Slot) -> Bool {
        guard slot.old != nil, let run = unsafe session.run,
            unsafe run.pointee.options.ignoresNull
        else { return false }
        return switch slot.place {
        case .token(let position): unsafe run.pointee.isNull(at: position)
        case .native(.null): true
        default: false
        }
    }

    func decodeOnce<Value: Decodable>(
        _: Value.Type,
        _ type: DecodableType,
        _ decoder: inout ValueDecoder
    ) throws -> Value {
        let problemCount = session.problemCount
        let value: Value
        do {
            if case .parts(let parts) = type.kind {
                value = try decoded(parts, by: decoder)
            } else {
                value = try initialized(by: &decoder)
            }
        } catch {
            decoder.letGo()
            throw error
        }
        if session.problemCount != problemCount { session.rememberFlaw(decoder.place, type) }
        decoder.finish()
        decoder.letGo()
        session.recycle(&decoder)
        return value
    }

    /// Lets a type decode itself: from the value as it is, and only if that fails with conversions.
    ///
    /// A type that tries one kind after the other would otherwise take the first for anything that
    /// converts to it.
    private func initialized<Value: Decodable>(by decoder: inout ValueDecoder) throws -> Value {
        guard !session.isCollecting, !session.isKeepingKinds else {
            return try Value(from: decoder)
        }
        let run = try unsafe liveRun()
        let start = unsafe run.pointee.report.mark
        let counts = (session.problemCount, session.failureCount)
        decoder.keepsKinds = true
        do {
            return try Value(from: decoder)
        } catch {
            guard decoder.hasRefusedKinds, let parent = decoder.parent else { throw error }
            unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
            (session.problemCount, session.failureCount) = counts
            let slot = Slot(place: decoder.place, step: decoder.step, old: decoder.old)
            let again = session.decoder(for: slot, in: parent, decoder.type)
            (again.isElement, again.disposition) = (decoder.isElement, decoder.disposition)
            decoder.letGo()
            decoder = again
            return try Value(from: decoder)
        }
    }

    private func decoded<Value, Parts: DecodedInParts>(
        _: Parts.Type,
        by decoder: ValueDecoder
    ) throws -> Value {
        let parts = try Parts.decoded(by: decoder)
        guard Value.self == Parts.self else { throw LeftOut() }
        // Safe: both names mean the same type.
        return unsafe unsafeBitCast(parts, to: Value.self)
    }

    /// A decoder for the value at a slot, unless values are too deep inside one another.
    private func decoder(
        _ slot: Slot,
        _ type: DecodableType,
        _ isElement: Bool
    ) throws -> ValueDecoder {
        var slot = slot
        if slot.old != nil, type.isReplacedWhole { slot.old = nil }
        if case .hole = slot.place, !mayMakeUp(type) { throw error(.missing, slot, type.type) }
        let decoder = session.decoder(for: slot, in: self, type)
        decoder.isElement = decoder.isElement || isElement
        guard !decoder.isEndless else { throw decoder.refusal(.limit, because: "depth") }
        return decoder
    }

    /// Whether something of a type may be made up here: not inside of the same thing made up.
    private func mayMakeUp(_ type: DecodableType) -> Bool {
        var decoder = self
        while case .hole = decoder.place, let parent = decoder.parent {
            if decoder.type === type { return false }
            decoder = parent
        }
        return session.mayMakeUp()
    }

    private func strictly<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType,
        _ isElement: Bool
    ) throws -> Value {
        let run = try unsafe liveRun()
        let start = unsafe run.pointee.report.mark
        let counts = (session.problemCount, session.failureCount)
        var decoder = try decoder(slot, type, isElement)
        do {
            return try decodeOnce(Value.self, type, &decoder)
        } catch {
            return unsafe try recovered(
                Value.self,
                from: error,
                slot,
                type,
                decoder,
                isElement,
                start,
                counts,
                run
            )
        }
    }

    /// What there is in place of a value that could not be decoded, while decoding strictly.
    @inline(never)
    func recovered<Value: Decodable>(
        _: Value.Type,
        from error: any Error,
        _ slot: Slot,
        _ type: DecodableType,
        _ decoder: ValueDecoder,
        _ isElement: Bool,
        _ start: MappingReport.Mark,
        _ counts: (problems: Int, failures: Int),
        _ run: UnsafeMutablePointer<MappingRun>
    ) throws -> Value {
        unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
        session.problemCount = counts.problems
        if type.isRaw, session.failureCount == counts.failures,
            let fallback = fallbackCase(Value.self)
        {
            try unsafe noteFallback(slot, type, run)
            return fallback
        }
        session.failureCount = counts.failures &+ 1
        session.rememberFlaw(slot.place, type)
        if let old = slot.old?.value(as: Value.self) {
            session.problemCount &+= 1
            return old
        }
        if isElement, unsafe decoder.isKeyed || run.pointee.isLossy { throw LeftOut() }
        throw error
    }

    /// Decodes a value of which it is known that something in it can't be used, to find all of that.
    func collected<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType,
        _ isElement: Bool = false
    ) throws -> Value {
        if let conversion = type.conversion(to: Value.self) {
            return try converted(Value.self, conversion, slot)
        }
        let run = try unsafe liveRun()
        let issueCount = unsafe run.pointee.report.issueCount
        var decoder = try decoder(slot, type, isElement)
        if isElement, unsafe run.pointee.isLossy { decoder.disposition = .dropped }
        var isHole = false
        if case .hole = slot.place { isHole = true }
        do {
            return try decodeOnce(Value.self, type, &decoder)
        } catch {
            // An initializer that throws because of what is reported already says nothing new.
            if !isHole, unsafe run.pointee.report.issueCount == issueCount {
                decoder.reject(error)
            }
            if let old = slot.old?.value(as: Value.self) { return old }
            if let value = harmlessCase(of: Value.self) { return value }
            if isHole { throw error }
            return try collected(
                Value.self,
                Slot(place: .hole, step: slot.step, old: nil),
                type
            )
        }
    }

    /// A case to go on with: the declared one, or the first of those that the type lists.
    func harmlessCase<Value>(of type: Value.Type) -> Value? {
        func first<Cases: CaseIterable>(_: Cases.Type) -> Value? {
            Cases.allCases.first as? Value
        }
        return fallbackCase(type) ?? (type as? any CaseIterable.Type).flatMap { first($0) }
    }

    private func fallbackCase<Value>(_: Value.Type) -> Value? {
        guard let run = unsafe session.run, let settings = unsafe run.pointee.settings else {
            return nil
        }
        for fallback in settings.settings.fallbackCases {
            if let fallback = fallback as? Value { return fallback }
        }
        return nil
    }

    private func noteFallback(
        _ slot: Slot,
        _ type: DecodableType,
        _ run: UnsafeMutablePointer<MappingRun>
    ) throws {
        unsafe session.withPosition(of: slot.place, in: run) { position in
            guard let position else { return }
            unsafe run.pointee.hasFallenBack = true
            unsafe settle(.converted, position, slot, type.type, run)
        }
    }
}

/// An element can't be made, and is left out of its list.
struct LeftOut: Error {}

/// Saying what is wrong with the value itself.
extension ValueDecoder {
    /// Reports that this value can't be used, if that is the time for it, and returns what to throw.
    func refusal(_ code: MappingIssue.Code, because explanation: String? = nil) -> any Error {
        let slot = Slot(place: place, step: .same, old: nil)
        let wanted = type?.name ?? "object"
        if session.isCollecting {
            let limit = unsafe session.run?.pointee.explanation.take()
            // What is made up is no issue of the input.
            if case .hole = place { return error(code, slot, type?.type ?? Any.self) }
            report(code, wanted, because: explanation ?? limit)
        } else {
            unsafe session.run?.pointee.explanation = nil
            session.failureCount &+= 1
        }
        let wantedType = type?.type ?? Any.self
        switch step {
        case .root, .same: return error(code, slot, wantedType)
        case .key, .index:
            let outer = Slot(place: place, step: step, old: nil)
            return (parent ?? self).error(code, outer, wantedType)
        }
    }

    /// Reports an error that an initializer has thrown by itself.
    fileprivate func reject(_ error: any Error) {
        if let unreported = session.unreported.take(), error is DecodingError {
            guard let run = unsafe session.run else { return }
            unsafe run.pointee.refuse(
                .missing,
                at: nil,
                unreported.path,
                wanted: unreported.wanted,
                disposition: disposition
            )
        } else if type?.isRaw == true {
            report(.unknownCase, type?.name ?? "", because: nil)
        } else {
            let thrown = FieldPlan.name(of: Swift.type(of: error))
            report(.rejected, type?.name ?? "", because: thrown)
        }
    }

    private func report(_ code: MappingIssue.Code, _ wanted: String, because reason: String?) {
        guard let run = unsafe session.run else { return }
        unsafe session.withPosition(of: place, in: run) { position in
            unsafe run.pointee.refuse(
                code,
                at: position,
                path,
                wanted: wanted,
                disposition: disposition,
                because: reason
            )
        }
    }

    /// The error that an initializer sees for an issue.
    func error(_ code: MappingIssue.Code, _ slot: Slot, _ wanted: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath(to: slot.step),
            debugDescription: "\(code.reason) (wanted \(FieldPlan.name(of: wanted)))"
        )
        switch code {
        case .missing:
            guard case .key(let name, _) = slot.step else {
                return .valueNotFound(wanted, context)
            }
            let parent = DecodingError.Context(
                codingPath: codingPath(),
                debugDescription: context.debugDescription
            )
            return .keyNotFound(PathKey(name), parent)
        case .null: return .valueNotFound(wanted, context)
        case .typeMismatch: return .typeMismatch(wanted, context)
        default: return .dataCorrupted(context)
        }
    }
}
