/// The requests of the decoding containers.
extension ValueDecoder {
    func value<Value: Decodable>(_: Value.Type, for name: String, in members: ObjectMembers) throws
        -> Value
    {
        // The type is cached at the index of the key, which saves a lookup.
        let index = members.index(of: name)
        let type = members.type(Value.self, at: index, in: call)
        // The path of almost all values.
        if let conversion = type.conversion(to: Value.self) {
            let position = members.position(at: index)
            if position >= 0 {
                return try read(
                    conversion,
                    call.source(at: position, depth: depth &+ 1),
                    members.slot(for: name, at: index)
                )
            }
        }
        let slot = try slot(for: name, in: members)
        if index < 0 { return try readingUnconverted { try value(Value.self, slot, type) } }
        return try value(Value.self, slot, type)
    }

    func valueIfPresent<Value: Decodable>(
        _: Value.Type,
        for name: String,
        in members: ObjectMembers
    ) throws -> Value? {
        let index = members.index(of: name)
        let type = members.type(Value.self, at: index, in: call)
        func read() throws -> Value? {
            let slot = try slot(for: name, in: members, optional: Value.self)
            return try valueIfPresent(Value.self, slot, type)
        }
        return index < 0 ? try readingUnconverted(read) : try read()
    }

    /// Converts the member for `name` to a type that is known at compile time.
    @inline(__always)
    func scalar<Value: MappingConvertible>(
        _: Value.Type,
        for name: String,
        in members: ObjectMembers
    ) throws -> Value {
        let index = members.index(of: name)
        let position = members.position(at: index)
        if position >= 0, let value = try scalar(Value.self, at: position, index, name, members) {
            return value
        }
        let slot = try slot(for: name, in: members)
        if members.hasOwnKeys { return try scalar(Value.self, slot) }
        return try readingUnconverted { try scalar(Value.self, slot) }
    }

    /// Converts the member for `name`; a null or an absent key is `nil`.
    @inline(__always)
    func scalarIfPresent<Value: MappingConvertible>(
        _: Value.Type,
        for name: String,
        in members: ObjectMembers
    ) throws -> Value? {
        let index = members.index(of: name)
        let position = members.position(at: index)
        if position == Members.absent, call.context != nil { return nil }
        if position >= 0, !call.options.treatsFalseAsAbsent,
            let value = try scalar(Value?.self, at: position, index, name, members)
        {
            return value
        }
        func read() throws -> Value? {
            let slot = try slot(for: name, in: members, optional: Value.self)
            return try converted(optional: StoredConversion<Value?>(), slot)
        }
        return members.hasOwnKeys ? try read() : try readingUnconverted(read)
    }

    /// Converts the member at a position; `nil` if that fails, which keeps error handling out of
    /// this function.
    @inline(__always)
    private func scalar<Value: MappingConvertible>(
        _: Value.Type,
        at position: Int,
        _ index: Int,
        _ name: String,
        _ members: ObjectMembers
    ) throws -> Value? {
        let source = try call.source(at: position, depth: depth &+ 1)
        let conversion = Value.converted(from: source)
        guard let value = conversion.value else { return nil }
        countApplied(
            conversion.exactness,
            members.slot(for: name, at: index),
            Value.self,
            source
        )
        return value
    }

    @inline(never)
    func scalar<Value: MappingConvertible>(_: Value.Type, _ slot: Slot) throws -> Value {
        try converted(StoredConversion<Value>(), slot)
    }

    /// The slot of the value for `name`.
    func slot(for name: String, in members: ObjectMembers) throws -> Slot {
        try call.checkIsRunning()
        return members.slot(for: name, in: self)
    }

    /// The slot of the value for `name`, which is absent if the options treat it so.
    private func slot(
        for name: String,
        in members: ObjectMembers,
        optional type: Any.Type
    ) throws -> Slot {
        var slot = try slot(for: name, in: members)
        if call.options.treatsFalseAsAbsent, type != Bool.self,
            try withSource(of: slot, { $0.isFalse }) == true
        {
            // The initializer may want a Boolean.
            guard !call.readsUnconverted else {
                rememberRefusal(of: slot)
                throw error(MappingRefusal(.typeMismatch), slot, type)
            }
            slot.origin = .absent
        }
        return slot
    }

    func contains(_ name: String, in members: ObjectMembers) -> Bool {
        guard let slot = try? slot(for: name, in: members) else { return false }
        if case .absent = slot.origin { return false }
        return true
    }

    /// Whether the value at a slot is null or absent; throws if it is the value of an absent key.
    func isNil(_ slot: Slot) throws -> Bool {
        try call.checkIsRunning()
        if case .absent = slot.origin {
            guard case .key = slot.step else { return true }
            throw error(MappingRefusal(.missing), slot, Any.self)
        }
        return try withSource(of: slot) { source in
            if source.isNull { return true }
            guard source.isTextStandingForNull else { return false }
            // The type that the initializer wants is unknown: it may be a string.
            if attempt.readsUnconverted { rememberUnconvertedRefusal() }
            return !attempt.readsUnconverted
        } ?? false
    }

    /// A container for a value inside this one, opened by `open`.
    func inner<Container>(
        _ slot: Slot,
        _ open: (ValueDecoder) throws -> Container
    ) throws -> Container {
        if slot.isOpenEnded { throw error(MappingRefusal(.missing), slot, Any.self) }
        return try open(inner(slot))
    }
}
