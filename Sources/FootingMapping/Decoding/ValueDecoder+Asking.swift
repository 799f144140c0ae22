/// What the containers ask for.
extension ValueDecoder {
    func value<Value: Decodable>(_: Value.Type, for name: String) throws -> Value {
        // The name's place among the keys remembers the type, which saves looking it up.
        let type = rememberedType(Value.self, for: name)
        let position = token(of: name)
        guard position >= 0, !session.isCollecting, let run = unsafe session.run else {
            return try value(Value.self, slot(for: name), type)
        }
        // The way of almost all values, kept free of what only a failure or an old value needs.
        guard case .table(let convert, _) = type.kind else {
            if unsafe run.pointee.options.ignoresNull, old != nil {
                return try value(Value.self, slot(for: name), type)
            }
            let start = unsafe run.pointee.report.mark
            let counts = (session.problemCount, session.failureCount)
            var decoder = session.decoder(at: position, name, in: self, type)
            guard !decoder.isEndless else {
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
        return unsafe try withUnsafeTemporaryAllocation(
            byteCount: MemoryLayout<Value>.size,
            alignment: MemoryLayout<Value>.alignment
        ) { memory in
            guard let place = memory.baseAddress else {
                return try value(Value.self, slot(for: name), type)
            }
            unsafe run.pointee.prepareForValue(inside: depthOfParts)
            let start = unsafe run.pointee.report.mark
            let outcome = unsafe convert(MappingSource(run, at: position), place)
            let isPlain =
                unsafe run.pointee.elementFailureCount == 0 && run.pointee.innerStart == nil
                && run.pointee.report.issueCount == start.issueCount
            switch outcome {
            case .failed:
                break
            case _ where !isPlain:
                unsafe place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            default:
                unsafe settle(outcome, position, name, Value.self, run)
                // Safe: the closure is for this type, and has put a value there.
                return unsafe place.assumingMemoryBound(to: Value.self).move()
            }
            // Once more, with care: something inside can't be used.
            unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
            return try value(Value.self, slot(for: name), type)
        }
    }

    func valueIfPresent<Value: Decodable>(_: Value.Type, for name: String) throws -> Value? {
        let type = rememberedType(Value.self, for: name)
        return try valueIfPresent(Value.self, slot(for: name), type)
    }

    private func rememberedType<Value: Decodable>(
        _: Value.Type,
        for name: String
    ) -> DecodableType {
        guard let shape, shape.isOwn else { return session.type(Value.self) }
        let index = shape.index(of: name, hint: nextName)
        if let type = shape.types[index], type.type == Value.self { return type }
        let type = session.type(Value.self)
        shape.types[index] = type
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
        case .hole: return true
        case .absent:
            if slot.old != nil { return false }
            guard case .key(let name, _) = slot.step else { return true }
            throw DecodingError.keyNotFound(
                PathKey(name),
                DecodingError.Context(codingPath: codingPath, debugDescription: "no such key")
            )
        case .duplicated: return false
        case .token(let position): return unsafe run.pointee.isNull(at: position)
        case .native(let value): return value.kind == .null
        }
    }

    /// A decoder for a value in this one.
    func inner(_ slot: Slot) throws -> ValueDecoder {
        _ = try unsafe liveRun()
        let decoder = session.decoder(for: slot, in: self, nil)
        inner.append(decoder)
        return decoder
    }

    /// A container for a value in this one, opened by `open`.
    ///
    /// If it can't be opened, an update goes on in the old value, and a search for issues in nothing.
    func inner<Container>(
        _ slot: Slot,
        _ open: (ValueDecoder) throws -> Container
    ) throws -> Container {
        let decoder = try inner(slot)
        guard !decoder.isEndless else { throw decoder.refusal(.limit, because: "depth") }
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
