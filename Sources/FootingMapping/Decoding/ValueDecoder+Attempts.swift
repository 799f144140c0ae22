import FootingFormats

/// Attempts at a value: strictly, where what fails throws, and collecting, where it is reported.
extension ValueDecoder {
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
        if let limit = isInside(type, slot) ? .depth : decoder.limitOfTrying() {
            throw decoder.refusal(.limit, because: limit.rawValue)
        }
        return decoder
    }

    /// Whether a value of the type would have itself for a part, as where one is taken for a list of one.
    private func isInside(_ type: DecodableType, _ slot: Slot) -> Bool {
        guard case .same = slot.step else { return false }
        var decoder = self
        while decoder.type !== type {
            guard case .same = decoder.step, let parent = decoder.parent else { return false }
            decoder = parent
        }
        return true
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

    func strictly<Value: Decodable>(
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
        rememberFlaw(slot, type)
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
        if isElement, unsafe run.pointee.isLossy { decoder.resolution = .droppedElement }
        var isHole = false
        if case .hole = slot.place { isHole = true }
        do {
            return try decodeOnce(Value.self, type, &decoder)
        } catch {
            if decoder.isOfOtherKind { throw error }
            // An initializer that throws because of what is reported already says nothing new.
            if !isHole, unsafe run.pointee.report.issueCount == issueCount {
                decoder.report(error)
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
