/// What the containers ask for.
extension ValueDecoder {
    func value<Value: Decodable>(_: Value.Type, for name: String) throws -> Value {
        // The name's place among the keys remembers the type, which saves looking it up.
        let index = index(of: name)
        let type = rememberedType(Value.self, at: index)
        if index < 0 { return try asItIs { try value(Value.self, slot(for: name), type) } }
        let position = token(at: index)
        guard position >= 0, !session.isCollecting, let run = unsafe session.run else {
            return try value(Value.self, slot(for: name), type)
        }
        // The way of almost all values, kept free of what only a failure or an old value needs.
        guard let conversion = type.conversion(to: Value.self) else {
            if unsafe run.pointee.options.ignoresNull, old != nil {
                return try value(Value.self, slot(for: name), type)
            }
            let start = unsafe run.pointee.report.mark
            let counts = (session.problemCount, session.failureCount)
            var decoder = session.decoder(at: position, name, in: self, type)
            guard decoder.limitOfTrying() == nil else {
                return try value(Value.self, slot(for: name), type)
            }
            do {
                return try decodeOnce(Value.self, type, &decoder)
            } catch {
                let slot = try slot(for: name)
                return unsafe try recovered(
                    Value.self,
                    from: error,
                    slot,
                    type,
                    decoder,
                    false,
                    start,
                    counts,
                    run
                )
            }
        }
        guard unsafe session.mayConvert(at: position, in: run) else {
            return try value(Value.self, slot(for: name), type)
        }
        unsafe run.pointee.prepareForValue(inside: depthOfParts)
        let start = unsafe run.pointee.report.mark
        var outcome = FieldOutcome.exact
        do throws(StoredConversion<Value>.Failure) {
            let source = unsafe MappingSource(run, at: position)
            let value = try conversion.convert(source, &outcome)
            let isPlain =
                unsafe run.pointee.elementFailureCount == 0 && run.pointee.innerStart == nil
                && run.pointee.report.issueCount == start.issueCount
            if isPlain {
                unsafe settle(outcome, position, name, Value.self, run)
                return value
            }
        } catch {}
        // Once more, with care: something inside can't be used.
        unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
        return try value(Value.self, slot(for: name), type)
    }

    func valueIfPresent<Value: Decodable>(_: Value.Type, for name: String) throws -> Value? {
        let index = index(of: name)
        let type = rememberedType(Value.self, at: index)
        let slot = try slot(for: name)
        if index < 0 { return try asItIs { try valueIfPresent(Value.self, slot, type) } }
        return try valueIfPresent(Value.self, slot, type)
    }

    /// The type, remembered with the key at `index` if that is one of the type's own.
    private func rememberedType<Value: Decodable>(_: Value.Type, at index: Int) -> DecodableType {
        guard index >= 0, let shape else { return session.type(Value.self) }
        if let type = shape.types[index], type.type == Value.self { return type }
        let type = session.type(Value.self)
        shape.remember(type, at: index)
        return type
    }

    func contains(_ name: String) -> Bool {
        guard let slot = try? slot(for: name) else { return false }
        switch slot.place {
        case .absent: return slot.old != nil
        case .hole: return false
        case .token, .native, .duplicated: return true
        }
    }

    /// Whether there is a null, or nothing at all.
    func isNil(_ slot: Slot) throws -> Bool {
        let run = try unsafe liveRun()
        switch slot.place {
        case .hole: return session.mayMakeUp()
        case .absent:
            if slot.old != nil { return false }
            guard case .key(let name, let isOwn) = slot.step else { return true }
            if session.isCollecting, isOwn {
                unsafe report(.missing, at: nil, slot, Any.self, run)
                return true
            }
            throw DecodingError.keyNotFound(
                PathKey(name, isOwn: isOwn),
                DecodingError.Context(codingPath: codingPath, debugDescription: "no such key")
            )
        case .duplicated: return false
        case .token(let position): return unsafe run.pointee.isNull(at: position)
        case .native(let value): return value.kind == .null
        }
    }

    /// What to throw where a loop asks for one more than there are, which is no issue unless it escapes.
    func nothing(at slot: Slot, _ wanted: Any.Type) -> any Error {
        if !session.isCollecting { session.failureCount &+= 1 }
        return error(.missing, slot, wanted)
    }

    /// A decoder for a value in this one.
    func inner(_ slot: Slot) throws -> ValueDecoder {
        _ = try unsafe liveRun()
        if case .hole = slot.place, !session.mayMakeUp() { throw error(.missing, slot, Any.self) }
        let decoder = session.decoder(for: slot, in: self, nil)
        decoder.isPart = true
        decoder.keepsKinds = keepsKinds
        inner.append(decoder)
        if let limit = decoder.limitOfTrying() {
            throw decoder.refusal(.limit, because: limit.rawValue)
        }
        return decoder
    }

    /// A container for a value in this one, opened by `open`.
    ///
    /// If it can't be opened, an update goes on in the old value, and a search for issues in nothing.
    func inner<Container>(
        _ slot: Slot,
        _ open: (ValueDecoder) throws -> Container
    ) throws -> Container {
        if slot.isOpenEnded, slot.old == nil { throw nothing(at: slot, Any.self) }
        let decoder = try inner(slot)
        do {
            return try open(decoder)
        } catch {
            if slot.old != nil {
                if !session.isCollecting { session.problemCount &+= 1 }
                decoder.place = .absent
            } else if session.isCollecting {
                decoder.place = .hole
            } else {
                throw error
            }
            return try open(decoder)
        }
    }
}
