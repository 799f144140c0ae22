import FootingFormats

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
        case .absent:
            if let old = slot.old?.value(as: Value.self) { return old }
            if slot.old == nil { throw error(MappingRefusal(.missing), slot, Value.self) }
        case .duplicated:
            let error = error(MappingRefusal(.duplicateKey), slot, Value.self)
            return try keptOld(slot, error, of: self)
        case .token, .native:
            break
        }
        if let kept: Value = keptForNull(slot) { return kept }
        var isObject = false
        return try made(Value.self, slot, type, isObject: &isObject)
    }

    /// Decodes an element, and says whether it was decoded as an object, even if it throws.
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

    /// Makes the value at a slot by its own initializer, or of its parts.
    private func made<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType,
        isElement: Bool = false,
        isObject: inout Bool
    ) throws -> Value {
        let start = call.report.mark
        var decoder = try decoder(slot, type)
        if isElement { decoder.isElement = true }
        do {
            return try decodeOnce(Value.self, &decoder)
        } catch {
            isObject = decoder.isKeyed
            decoder.letGo()
            defer { call.recycle(&decoder) }
            return try replacement(for: error, of: decoder, slot, type, since: start)
        }
    }

    /// What is taken in place of a value that can't be made; otherwise throws why it can't be.
    // Apart from `made`, which then need not look up the type of an optional value.
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
            settle(.fallbackCase, slot, type.type)
            return fallback
        }
        let error = decoder.completed(error, since: start)
        noteReach(of: error, slot)
        return try keptOld(slot, error, of: decoder)
    }

    /// A decoder for the value at a slot, unless values are too deep inside one another.
    private func decoder(_ slot: Slot, _ type: DecodableType) throws -> ValueDecoder {
        var slot = slot
        if slot.old != nil, type.isReplacedWhole { slot.old = nil }
        let decoder = call.decoder(for: slot, in: self, type)
        if let limit = isInside(type, slot) ? .depth : decoder.limitOfTrying() {
            throw decoder.error(MappingRefusal(limit))
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

    private func decodeOnce<Value: Decodable>(
        _: Value.Type,
        _ decoder: inout ValueDecoder
    ) throws -> Value {
        let value: Value
        if case .parts(let parts)? = decoder.type?.kind {
            value = try decoded(parts, by: decoder)
        } else {
            value = try initialized(by: &decoder)
        }
        call.thrown = nil
        decoder.finish()
        decoder.letGo()
        call.recycle(&decoder)
        return value
    }

    private func decoded<Value, Parts: DecodedInParts>(
        _: Parts.Type,
        by decoder: ValueDecoder
    ) throws -> Value {
        let parts = try Parts.decoded(by: decoder)
        precondition(Value.self == Parts.self)
        // Safe: both names mean the same type.
        return unsafe unsafeBitCast(parts, to: Value.self)
    }

    /// Lets a type decode itself: from the value as it is, and only if that fails with conversions.
    ///
    /// A type that tries one kind after the other would otherwise take the first for anything that
    /// converts to it.
    private func initialized<Value: Decodable>(by decoder: inout ValueDecoder) throws -> Value {
        let start = call.report.mark
        if call.keepsKinds {
            do {
                let value = try Value(from: decoder)
                // What was left out inside refuses it too, though only further out.
                if call.report.issueCount != start.issueCount {
                    call.rememberRefusedKinds(of: decoder)
                }
                return value
            } catch {
                call.rememberRefusedKinds(of: decoder)
                throw error
            }
        }
        if call.hasRefusedKinds(of: decoder) { return try Value(from: decoder) }
        decoder.keepsKinds = true
        do {
            return try Value(from: decoder)
        } catch {
            guard decoder.hasRefusedKinds, let parent = decoder.parent, call.mayTry() else {
                throw error
            }
            call.report.remove(since: start)
            let slot = Slot(origin: decoder.origin, step: decoder.step, old: decoder.old)
            let again = call.decoder(for: slot, in: parent, decoder.type)
            again.isElement = decoder.isElement
            decoder.letGo()
            decoder = again
            return try Value(from: decoder)
        }
    }

    /// Decodes something in the place of this value or in it, without conversions if values are to be
    /// kept as they are.
    func asItIs<Value>(_ decode: () throws -> Value) throws -> Value {
        try call.checkThatCallLasts()
        guard keepsKinds else { return try decode() }
        let keptKinds = call.keepsKinds
        call.keepsKinds = true
        defer { call.keepsKinds = keptKinds }
        let start = call.report.mark
        do {
            let value = try decode()
            if call.report.issueCount == start.issueCount { return value }
        } catch {
            rememberRefusedKinds()
            throw error
        }
        // What was left out or kept in place of something refused may be taken as another type.
        call.report.remove(since: start)
        rememberRefusedKinds()
        throw error(MappingRefusal(.typeMismatch))
    }

    /// Something was refused because kinds are kept, also for the decoder that this container is of.
    func rememberRefusedKinds() {
        var decoder = self
        decoder.hasRefusedKinds = true
        while decoder.isPart, let parent = decoder.parent {
            decoder = parent
            decoder.hasRefusedKinds = true
        }
    }

    /// Notes how far something came that was tried in this value's place.
    private func noteReach(of error: any Error, _ slot: Slot) {
        guard slot.step == .same, let error = error as? DecodingError,
            let reach = error.refused?.reach, reach > deepestError?.reach ?? self.reach(of: .same)
        else { return }
        deepestError = (error, reach)
    }

    /// The error that came furthest of those that say why this value can't be made.
    func explained(_ error: any Error) -> any Error {
        guard let deepest = deepestError, let own = (error as? DecodingError)?.refused,
            deepest.reach > own.reach
        else { return error }
        return deepest.error
    }

    /// The case that the decoder has for raw values without one, if nothing else is wrong.
    private func fallbackCase<Value>(_ error: any Error) -> Value? {
        guard (error as? DecodingError)?.refused == nil,
            let cases = call.context?.settings?.settings.fallbackCases,
            let fallback = cases.lazy.compactMap({ $0 as? Value }).first
        else { return nil }
        return fallback
    }

    /// The same, but a null and a key that is not there are `nil`.
    func valueIfPresent<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ type: DecodableType
    ) throws -> Value? {
        if let conversion = type.conversion(toOptional: Value.self) {
            return try converted(optional: conversion, slot)
        }
        if case .absent = slot.origin, slot.old == nil { return nil }
        if try takesForNil(slot, Value?.self) { return nil }
        do {
            return try value(Value.self, slot, type)
        } catch {
            guard old != nil else { throw error }
            report(error, .keptOldValue)
            return nil
        }
    }

    /// Whether a value stands for `nil`; it is counted then.
    func takesForNil(_ slot: Slot, _ type: Any.Type) throws -> Bool {
        let kind = try withSource(of: slot) { source -> MappingNote.Kind? in
            if source.isNull { return .applied }
            return source.isTextStandingForNull ? .converted : nil
        }
        guard let kind, let kind else { return false }
        settle(kind, slot, type)
        return true
    }

    // MARK: By the table

    /// Converts the value at a slot.
    func converted<Value>(_ conversion: StoredConversion<Value>, _ slot: Slot) throws -> Value {
        if case .absent = slot.origin {
            if let value = kept(slot, conversion) { return value }
            throw error(MappingRefusal(.missing), slot, Value.self)
        }
        if let kept: Value = keptForNull(slot) { return kept }
        do {
            return try read(conversion, slot)
        } catch {
            guard let value = kept(slot, conversion) else { throw error }
            report(error, .keptOldValue)
            return value
        }
    }

    /// The same, but a null and a key that is not there are `nil`.
    func converted<Value>(
        optional conversion: StoredConversion<Value?>,
        _ slot: Slot
    ) throws -> Value? {
        if case .absent = slot.origin { return slot.old?.value(as: Value.self) }
        do {
            return try read(conversion, slot)
        } catch {
            guard old != nil else { throw error }
            report(error, .keptOldValue)
            return slot.old?.value(as: Value.self)
        }
    }

    /// Converts a value of the input.
    private func read<Value>(_ conversion: StoredConversion<Value>, _ slot: Slot) throws -> Value {
        let depth = slot.step == .same ? depth : depth &+ 1
        switch slot.origin {
        case .token(let token):
            return try read(conversion, call.source(token: token, depth: depth), slot)
        case .native(let value):
            var result: Result<Value, any Error>?
            _ = try call.withSource(of: .native(value), depth: depth) { source in
                do { result = .success(try read(conversion, source, slot)) } catch {
                    result = .failure(error)
                }
            }
            if let result { return try result.get() }
        case .absent, .duplicated:
            break
        }
        throw error(MappingRefusal(.duplicateKey), slot, Value.self)
    }

    // Without closures and optional results, whose types would have to be looked up for each value.
    func read<Value>(
        _ conversion: StoredConversion<Value>,
        _ source: borrowing MappingSource,
        _ slot: @autoclosure () -> Slot
    ) throws -> Value {
        let refusal: MappingRefusal
        if type?.isReadAsAnother == true, Value.self == String.self, source.isTextSlowToCompare {
            // It would be compared with the cases of an enumeration, or with other elements.
            refusal = .combiningMarks
        } else if call.mayTry(source.size) {
            do throws(MappingRefusal) {
                var kind = MappingNote.Kind.applied
                let value = try conversion.convert(source, &kind)
                if source.hasFindings { takeFindings(of: source, slot()) }
                settle(kind, slot(), Value.self, source)
                return value
            } catch {
                source.findings.forget(since: nil)
                refusal = error
            }
        } else {
            refusal = MappingRefusal(.attempts)
        }
        throw error(refusal, slot(), Value.self)
    }

    @inline(never)
    private func takeFindings(of source: borrowing MappingSource, _ slot: Slot) {
        let found = source.findings.takeAll().report
        call.report.add(found, under: path(to: slot), limit: source.options.limits.issues)
    }

    /// What an update keeps.
    private func kept<Value>(_ slot: Slot, _ conversion: StoredConversion<Value>) -> Value? {
        guard let old = slot.old else { return nil }
        if let value = old.value(as: Value.self) { return value }
        // It was encoded as another type than it is decoded from.
        guard let value = old.value else { return nil }
        let converted = try? call.withSource(of: .native(NativeValue(value)), depth: depth) {
            source in
            defer { source.findings.forget(since: nil) }
            var kind = MappingNote.Kind.applied
            return try? conversion.convert(source, &kind)
        }
        return converted ?? nil
    }

    /// What an update keeps where there is a null, and nothing is to be said about that.
    private func keptForNull<Value>(_ slot: Slot) -> Value? {
        guard slot.old != nil, call.options.ignoresNull,
            (try? withSource(of: slot) { $0.isNull }) == true
        else { return nil }
        return slot.old?.value(as: Value.self)
    }

    /// What an update keeps in place of something that can't be used; otherwise throws that.
    private func keptOld<Value>(
        _ slot: Slot,
        _ error: any Error,
        of decoder: ValueDecoder
    ) throws -> Value {
        guard slot.old != nil, let old = slot.old?.value(as: Value.self) else { throw error }
        decoder.report(error, .keptOldValue)
        return old
    }

    /// Counts a value that was set, and notes it if that was asked for.
    func settle(_ kind: MappingNote.Kind, _ slot: Slot, _ type: Any.Type) {
        _ = try? withSource(of: slot) { settle(kind, slot, type, $0) }
    }

    @inline(__always)
    func settle(
        _ kind: MappingNote.Kind,
        _ slot: @autoclosure () -> Slot,
        _ type: Any.Type,
        _ source: borrowing MappingSource
    ) {
        call.report.appliedCount &+= 1
        if kind != .applied { call.report.convertedCount &+= 1 }
        if source.options.listsFields { note(kind, slot(), type, source.kind) }
    }

    @inline(never)
    private func note(
        _ kind: MappingNote.Kind,
        _ slot: Slot,
        _ type: Any.Type,
        _ sourceKind: MappingSourceKind
    ) {
        // The enumeration or set, if its raw value or a list is read in its place.
        let isReadAsAnother = slot.step == .same && self.type?.isReadAsAnother == true
        let target = isReadAsAnother ? self.type?.name ?? "" : FieldPlan.name(of: type)
        call.report.add(
            MappingNote(
                path: MappingPath(components: path(to: slot)),
                kind: kind,
                sourceKind: sourceKind,
                target: target
            ),
            limit: call.options.limits.issues
        )
    }
}

extension MappingSource {
    /// How many values a conversion may have to look at.
    @inline(__always)
    fileprivate var size: Int {
        guard isNative else { return document.index(after: token) &- token }
        return 1 &+ native.partCount
    }
}
