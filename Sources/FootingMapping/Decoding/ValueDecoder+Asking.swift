/// What the containers ask for.
extension ValueDecoder {
    func value<Value: Decodable>(_: Value.Type, for name: String) throws -> Value {
        // The name's place among the keys remembers the type, which saves looking it up.
        let index = index(of: name)
        let type = rememberedType(Value.self, at: index)
        // The way of almost all values, kept free of what only an old value needs.
        if old == nil, let conversion = type.conversion(to: Value.self) {
            let token = token(at: index)
            if token >= 0 {
                return try read(
                    conversion,
                    call.source(token: token, depth: depth &+ 1),
                    Slot(origin: .token(token), step: step(to: name), old: nil)
                )
            }
        }
        let slot = try slot(for: name)
        if index < 0 { return try asItIs { try value(Value.self, slot, type) } }
        return try value(Value.self, slot, type)
    }

    func valueIfPresent<Value: Decodable>(_: Value.Type, for name: String) throws -> Value? {
        let index = index(of: name)
        let type = rememberedType(Value.self, at: index)
        let slot = try slot(for: name)
        if index < 0 { return try asItIs { try valueIfPresent(Value.self, slot, type) } }
        return try valueIfPresent(Value.self, slot, type)
    }

    /// Converts the member under `name` to a type that is known where this is compiled.
    @inline(__always)
    func scalar<Value: MappingConvertible>(_: Value.Type, for name: String) throws -> Value {
        let token = token(at: index(of: name))
        if token >= 0, let value = try scalar(Value.self, at: token, name, Value.self) {
            return value
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
        let token = token(at: index(of: name))
        if token == Members.absent, old == nil, call.context != nil { return nil }
        if token >= 0, let value = try scalar(Value?.self, at: token, name, Value?.self) {
            return value
        }
        let slot = try slot(for: name)
        func convert() throws -> Value? {
            try converted(optional: StoredConversion<Value?>(), slot)
        }
        return shape?.isOwn == false ? try asItIs(convert) : try convert()
    }

    /// Converts the member at a token, kept free of what only a failure needs; `nil` if it fails.
    @inline(__always)
    private func scalar<Value: MappingConvertible>(
        _: Value.Type,
        at token: Int,
        _ name: String,
        _ type: Any.Type
    ) throws -> Value? {
        let source = try call.source(token: token, depth: depth &+ 1)
        let kind: MappingNote.Kind
        let value: Value
        switch Value.converted(from: source) {
        case .exact(let made): (value, kind) = (made, .applied)
        case .converted(let made): (value, kind) = (made, .converted)
        case .rounded(let made): (value, kind) = (made, .rounded)
        case .fallback(let made): (value, kind) = (made, .fallbackCase)
        case .refused: return nil
        }
        settle(kind, Slot(origin: .token(token), step: step(to: name), old: nil), type, source)
        return value
    }

    @inline(never)
    func scalar<Value: MappingConvertible>(_: Value.Type, _ slot: Slot) throws -> Value {
        try converted(StoredConversion<Value>(), slot)
    }

    /// The type, remembered with the key at `index` if that is one of the type's own.
    private func rememberedType<Value: Decodable>(_: Value.Type, at index: Int) -> DecodableType {
        guard index >= 0, let shape else { return call.type(Value.self) }
        if let type = shape.types[index], type.type == Value.self { return type }
        let type = call.type(Value.self)
        shape.remember(type, at: index)
        return type
    }

    func contains(_ name: String) -> Bool {
        guard let slot = try? slot(for: name) else { return false }
        if case .absent = slot.origin { return slot.old != nil }
        return true
    }

    /// Whether there is a null, or nothing at all.
    func isNil(_ slot: Slot) throws -> Bool {
        try call.checkThatCallLasts()
        if case .absent = slot.origin {
            if slot.old != nil { return false }
            guard case .key = slot.step else { return true }
            throw error(MappingRefusal(.missing), slot, Any.self)
        }
        return try withSource(of: slot) { $0.isNull } ?? false
    }

    /// A decoder for a value in this one.
    func inner(_ slot: Slot) throws -> ValueDecoder {
        try call.checkThatCallLasts()
        let decoder = call.decoder(for: slot, in: self, nil)
        decoder.isPart = true
        decoder.keepsKinds = keepsKinds
        inner.append(decoder)
        if let limit = decoder.limitOfTrying() { throw decoder.error(MappingRefusal(limit)) }
        return decoder
    }

    /// A container for a value in this one, opened by `open`.
    ///
    /// If it can't be opened, an update goes on in the old value.
    func inner<Container>(
        _ slot: Slot,
        _ open: (ValueDecoder) throws -> Container
    ) throws -> Container {
        if slot.isOpenEnded { throw error(MappingRefusal(.missing), slot, Any.self) }
        let decoder = try inner(slot)
        do {
            return try open(decoder)
        } catch {
            // One that is of another kind is asked for again, with conversions.
            guard slot.old != nil, !decoder.hasRefusedKinds else { throw error }
            decoder.report(error, .keptOldValue)
            decoder.origin = .absent
            return try open(decoder)
        }
    }
}
