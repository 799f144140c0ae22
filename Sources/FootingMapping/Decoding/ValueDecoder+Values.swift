/// Decoding one value.
extension ValueDecoder {
    /// Decodes the value at a slot.
    func value<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType
    ) throws -> Value {
        if let conversion = type.conversion(to: Value.self) {
            return try converted(conversion, slot)
        }
        switch slot.origin {
        case .absent: throw error(MappingRefusal(.missing), slot, Value.self)
        case .duplicated: throw error(MappingRefusal(.duplicateKey), slot, Value.self)
        case .value: break
        }
        var isObject = false
        return try made(Value.self, slot, type, isObject: &isObject)
    }

    /// Decodes an element.
    ///
    /// Sets `isObject` to whether it was decoded as an object, even if this throws.
    func elementValue<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType,
        isObject: inout Bool
    ) throws -> Value {
        if case .table = type.kind { return try value(Value.self, slot, type) }
        if case .duplicated = slot.origin { return try value(Value.self, slot, type) }
        return try made(Value.self, slot, type, isElement: true, isObject: &isObject)
    }

    /// Decodes the value at a slot by its own initializer, or from its elements.
    private func made<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType,
        isElement: Bool = false,
        isObject: inout Bool
    ) throws -> Value {
        let start = call.report.mark
        let containerCount = slot.step.isSame ? otherContainerCount : 0
        var decoder = try decoder(slot, type)
        if isElement { decoder.isElement = true }
        do {
            return try decodeOnce(Value.self, &decoder)
        } catch {
            isObject = decoder.isKeyed
            if slot.step.isSame { removeContainers(since: containerCount) }
            decoder.releaseInnerDecoders()
            defer { call.recycle(&decoder) }
            return try replacement(for: error, of: decoder, slot, type, since: start)
        }
    }

    /// Returns the replacement for a value that can't be decoded, or throws the error.
    // A separate function, so that `made` need not look up the type of an optional value.
    @inline(never)
    private func replacement<Value>(
        for error: any Error,
        of decoder: ValueDecoder,
        _ slot: Slot,
        _ type: DecodableType,
        since start: MappingReport.Mark
    ) throws -> Value {
        if type.isRaw, let fallback: Value = fallbackCase(error) {
            call.report.remove(since: start)
            countApplied(.fallback, slot, type.type)
            return fallback
        }
        let error = decoder.completed(error, since: start)
        rememberRefusal(of: slot)
        noteReach(of: error, slot)
        throw error
    }

    /// Returns a decoder for the value at a slot, or throws if a limit is exceeded.
    private func decoder(_ slot: Slot, _ type: DecodableType) throws -> ValueDecoder {
        let decoder = call.decoder(for: slot, in: self, type)
        if let limit = isInside(type, slot) ? .depth : decoder.exceededLimit() {
            throw decoder.error(MappingRefusal(limit))
        }
        return decoder
    }

    /// Whether this same value is already being decoded as the type.
    ///
    /// This happens if a value is converted to a list of one element, which is that value.
    private func isInside(_ type: DecodableType, _ slot: Slot) -> Bool {
        guard case .same = slot.step else { return false }
        var decoder = self
        while decoder.type !== type {
            guard case .same = decoder.step, let parent = decoder.parent else { return false }
            decoder = parent
        }
        return true
    }

    private func decodeOnce<Value: Decodable>(
        _: Value.Type,
        _ decoder: inout ValueDecoder
    ) throws -> Value {
        let value: Value
        if case .elements(let list)? = decoder.type?.kind {
            value = try decoded(list, by: decoder)
        } else {
            value = try initialized(by: &decoder)
        }
        decoder.finish()
        decoder.releaseInnerDecoders()
        call.recycle(&decoder)
        return value
    }

    private func decoded<Value, List: DecodedByElements>(
        _: List.Type,
        by decoder: ValueDecoder
    ) throws -> Value {
        let list = try List.decoded(by: decoder)
        precondition(Value.self == List.self)
        // Safe: both names mean the same type.
        return unsafe unsafeBitCast(list, to: Value.self)
    }

    /// The decoder's fallback case, if the error is an initializer's own and not a container's.
    private func fallbackCase<Value>(_ error: any Error) -> Value? {
        guard (error as? DecodingError)?.refused == nil,
            let cases = call.context?.settings?.settings.fallbackCases,
            let fallback = cases.lazy.compactMap({ $0 as? Value }).first
        else { return nil }
        return fallback
    }

    /// Decodes the value at a slot; a null or an absent key is `nil`.
    func valueIfPresent<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType
    ) throws -> Value? {
        if let conversion = type.conversion(toOptional: Value.self) {
            return try converted(optional: conversion, slot)
        }
        if case .absent = slot.origin { return nil }
        if try decodeNil(slot, Value?.self) { return nil }
        return try value(Value.self, slot, type)
    }

    /// Whether the value at a slot is `nil`.
    ///
    /// Counts it in that case.
    func decodeNil(_ slot: Slot, _ type: Any.Type) throws -> Bool {
        let exactness = try withSource(of: slot) { source -> Exactness? in
            if source.isNull { return .exact }
            return source.isTextStandingForNull ? .converted : nil
        }
        guard let exactness, let exactness else { return false }
        if exactness == .converted, call.readsUnconverted {
            rememberRefusal(of: slot)
            throw error(MappingRefusal(.typeMismatch), slot, type)
        }
        countApplied(exactness, slot, type)
        return true
    }

    // MARK: Conversions of the table

    /// Converts the value at a slot.
    func converted<Value>(_ conversion: StoredConversion<Value>, _ slot: Slot) throws -> Value {
        if case .absent = slot.origin { throw error(MappingRefusal(.missing), slot, Value.self) }
        return try read(conversion, slot)
    }

    /// Converts the value at a slot; a null or an absent key is `nil`.
    func converted<Value>(
        optional conversion: StoredConversion<Value?>,
        _ slot: Slot
    ) throws -> Value? {
        if case .absent = slot.origin { return nil }
        return try read(conversion, slot)
    }

    /// Converts a value of the input.
    private func read<Value>(_ conversion: StoredConversion<Value>, _ slot: Slot) throws -> Value {
        let depth = slot.step.isSame ? depth : depth &+ 1
        if case .value(let value) = slot.origin, let position = value.position {
            return try read(conversion, call.source(at: position, depth: depth), slot)
        }
        var result: Result<Value, any Error>?
        _ = try call.withSource(of: slot.origin, depth: depth) { source in
            do { result = .success(try read(conversion, source, slot)) } catch {
                result = .failure(error)
            }
        }
        guard let result else { throw error(MappingRefusal(.duplicateKey), slot, Value.self) }
        return try result.get()
    }

    // Uses no closures and optional results: unspecialized code would look up their types for each
    // value.
    func read<Value>(
        _ conversion: StoredConversion<Value>,
        _ source: borrowing MappingSource,
        _ slot: @autoclosure () -> Slot
    ) throws -> Value {
        let refusal: MappingRefusal
        if type?.isReadAsAnother == true, Value.self == String.self, source.isTextSlowToCompare {
            // The string would be compared with the raw values of cases, or with other elements.
            refusal = .combiningMarks
        } else if call.attempts.count(source.size) {
            do throws(MappingRefusal) {
                var exactness = Exactness.exact
                let value = try conversion.convert(source, &exactness)
                if source.hasFindings { addFindings(of: source, slot()) }
                countApplied(exactness, slot(), Value.self, source)
                return value
            } catch {
                source.findings.discardAll()
                refusal = error
            }
        } else {
            refusal = MappingRefusal(.attempts)
        }
        let slot = slot()
        rememberRefusal(of: slot)
        throw error(refusal, slot, Value.self)
    }

    @inline(never)
    private func addFindings(of source: borrowing MappingSource, _ slot: Slot) {
        let found = source.findings.removeAll().report
        call.report.add(found, under: path(to: slot), limit: source.options.limits.issues)
    }

    /// Counts a value that was set, and adds a note if the options ask for one.
    func countApplied(_ exactness: Exactness, _ slot: Slot, _ type: Any.Type) {
        _ = try? withSource(of: slot) { countApplied(exactness, slot, type, $0) }
    }

    @inline(__always)
    func countApplied(
        _ exactness: Exactness,
        _ slot: @autoclosure () -> Slot,
        _ type: Any.Type,
        _ source: borrowing MappingSource
    ) {
        call.report.countApplied(exactness)
        if source.options.listsFields { note(exactness, slot(), type, source.kind) }
    }

    @inline(never)
    private func note(
        _ exactness: Exactness,
        _ slot: Slot,
        _ type: Any.Type,
        _ sourceKind: MappingSourceKind
    ) {
        // Names the enumeration or set, not the raw value or list that is read for it.
        let isReadAsAnother = slot.step.isSame && self.type?.isReadAsAnother == true
        call.report.note(
            MappingNote.Kind(exactness),
            sourceKind,
            at: path(to: slot),
            target: isReadAsAnother ? self.type?.name ?? "" : TargetType.name(of: type),
            limit: call.options.limits.issues
        )
    }
}
