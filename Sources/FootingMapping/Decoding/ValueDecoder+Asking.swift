/// What the containers ask for.
extension ValueDecoder {
    func value<Value: Decodable>(_: Value.Type, for name: String) throws -> Value {
        // The name's place among the keys remembers the type, which saves looking it up.
        let type = rememberedType(Value.self, for: name)
        return try value(Value.self, slot(for: name), type)
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
