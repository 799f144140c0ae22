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
        } else if !hasFlaw(slot, type) {
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
        // A loop may ask on until there is nothing more, which is no issue unless it escapes.
        if slot.isOpenEnded, slot.old == nil { throw error(code, slot, Value.self) }
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
        if session.problemCount != problemCount {
            let slot = Slot(place: decoder.place, step: decoder.step, old: nil)
            decoder.parent?.rememberFlaw(slot, type)
        }
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
        if session.isKeepingKinds {
            let problemCount = session.problemCount
            do {
                let value = try Value(from: decoder)
                // What is left out inside refuses it too, though only further out.
                if session.problemCount != problemCount { decoder.rememberRefusal() }
                return value
            } catch {
                decoder.rememberRefusal()
                throw error
            }
        }
        // What was refused as it is, is so again.
        if session.isCollecting || decoder.hasBeenRefused { return try Value(from: decoder) }
        let run = try unsafe liveRun()
        let start = unsafe run.pointee.report.mark
        let counts = (session.problemCount, session.failureCount)
        decoder.keepsKinds = true
        do {
            return try Value(from: decoder)
        } catch {
            guard decoder.hasRefusedKinds, let parent = decoder.parent,
                session.mayTry(decoder.place)
            else { throw error }
            unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
            (session.problemCount, session.failureCount) = counts
            let slot = Slot(place: decoder.place, step: decoder.step, old: decoder.old)
            let again = session.decoder(for: slot, in: parent, decoder.type)
            (again.isElement, again.resolution) = (decoder.isElement, decoder.resolution)
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
}
