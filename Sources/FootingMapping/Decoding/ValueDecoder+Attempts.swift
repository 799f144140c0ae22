/// Attempts at one value: first without conversions, then with them, and with several types.
extension ValueDecoder {
    /// The limit that forbids decoding this value, or `nil`.
    ///
    /// There may be too many decoders of the same value, because its initializer decodes itself;
    /// too little stack; or too many attempts.
    func exceededLimit() -> MappingOptions.Limit? {
        if repeatCount > 16 { return .depth }
        if call.context?.findings.isStackUsedUp == true { return .stack }
        switch origin {
        case .value: return call.attempts.count() ? nil : .attempts
        case .absent, .duplicated: return nil
        }
    }

    /// Decodes a type by its own initializer: without conversions between kinds and, if that fails,
    /// with them.
    ///
    /// An initializer that tries several types would otherwise succeed with the first one that the
    /// value converts to.
    func initialized<Value: Decodable>(by decoder: inout ValueDecoder) throws -> Value {
        if !call.readsUnconverted, call.attempts.hasUnconvertedRefusal(of: decoder) {
            return try Value(from: decoder)
        }
        decoder.attempt.readsUnconverted = true
        let start = call.report.mark
        let containerCount = decoder.step.isSame ? otherContainerCount : 0
        do {
            return try Value(from: decoder)
        } catch {
            if call.readsUnconverted {
                // With conversions, values for the type's own keys may be complete, and the first
                // attempt may succeed.
                if !decoder.attempt.hasRefusalOfOwnKey, call.report.issueCount == start.issueCount {
                    call.attempts.rememberUnconvertedRefusal(of: decoder)
                }
                throw error
            }
            guard decoder.attempt.hasUnconvertedRefusal, let parent = decoder.parent,
                call.attempts.count()
            else { throw error }
            call.attempts.rememberUnconvertedRefusal(of: decoder)
            call.report.remove(since: start)
            call.removeThrown(inside: decoder.steps)
            let slot = Slot(origin: decoder.origin, step: decoder.step)
            let again = call.decoder(for: slot, in: parent, decoder.type)
            again.isElement = decoder.isElement
            if slot.step.isSame { removeContainers(since: containerCount) }
            decoder.releaseInnerDecoders()
            decoder = again
            return try Value(from: decoder)
        }
    }

    /// Decodes this value, or one inside it, without conversions between kinds if
    /// `readsUnconverted` is set.
    func readingUnconverted<Value>(_ decode: () throws -> Value) throws -> Value {
        try call.checkIsRunning()
        guard attempt.readsUnconverted else { return try decode() }
        let outer = call.readsUnconverted
        call.readsUnconverted = true
        defer { call.readsUnconverted = outer }
        let start = call.report.mark
        do {
            let value = try decode()
            if call.report.issueCount == start.issueCount { return value }
        } catch {
            rememberUnconvertedRefusal()
            throw error
        }
        // The value was decoded incompletely, so another type may match it better.
        call.report.remove(since: start)
        rememberUnconvertedRefusal()
        throw error(MappingRefusal(.typeMismatch))
    }

    /// Records the error of a failed attempt at this value if it occurred deeper than earlier ones.
    func noteReach(of error: any Error, _ slot: Slot) {
        let least = deepestError?.reach ?? reach(of: .same)
        guard slot.step.isSame, let error = error as? DecodingError,
            let reach = error.refused?.reach, reach > least
        else { return }
        deepestError = (error, reach)
    }

    /// The deepest of the errors that explain why this value can't be decoded.
    func explained(_ error: any Error) -> any Error {
        guard let deepest = deepestError, let own = (error as? DecodingError)?.refused,
            deepest.reach > own.reach
        else { return error }
        return deepest.error
    }
}
