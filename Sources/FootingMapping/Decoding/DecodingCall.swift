import FootingBytes

/// The state of one call of a ``LenientDecoder``, shared by all of its decoders and containers.
// Safe, because the contexts are set only while `decode` runs, which keeps them and the document
// alive, and the call owns the memory of the report. A decoder or container that an initializer has
// stored finds `nil` after that, and throws; it holds neither memory of the document nor a pointer
// of its own. None of them is `Sendable`, so no other thread uses one meanwhile.
@safe
final class DecodingCall {
    /// The contexts of values: with the call's options, and without conversions between kinds.
    private var contexts: (converting: ContextReference, unconverted: ContextReference)?
    let options: MappingOptions
    let userInfo: [CodingUserInfoKey: Any]
    let attempts = Attempts()
    /// Whether values are currently read without conversions between kinds.
    var readsUnconverted = false
    private let reportMemory = UnsafeMutablePointer<MappingReport>.allocate(capacity: 1)
    /// The last errors that initializers threw on their own, with their issues.
    ///
    /// The enclosing values receive the same errors, so the issues are kept here.
    private var thrown: [ThrownError] = []
    private var types: [ObjectIdentifier: DecodableType] = [:]
    private var shapes: [ObjectIdentifier: KeyShape] = [:]
    /// A decoder that can be reused; its `parent` is the next one.
    private var spare: ValueDecoder?
    private var spareCount = 0

    private init(
        _ source: borrowing MappingSource,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        options = source.options
        self.userInfo = userInfo
        unsafe reportMemory.initialize(to: MappingReport())
    }

    deinit {
        unsafe reportMemory.deinitialize(count: 1)
        unsafe reportMemory.deallocate()
    }

    // Every value changes the report. Access through a pointer avoids the checks of exclusive
    // access.
    var report: MappingReport {
        get { unsafe reportMemory.pointee }
        _modify { yield unsafe &reportMemory.pointee }
    }

    /// Decodes the whole input.
    static func decode<Value: Decodable>(
        _: Value.Type,
        _ source: borrowing MappingSource,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) -> (value: Value?, report: MappingReport) {
        let call = DecodingCall(source, userInfo)
        let options = source.options.withoutKindConversions
        let value: Value? = source.with {
            $0.options = options
            $0.isUnconverted = true
        } _: { unconverted in
            call.contexts = (source.context, unconverted.context)
            defer { call.finish() }
            return call.value(Value.self, at: source.value)
        }
        return (value, call.report)
    }

    private func finish() {
        contexts = nil
        spare = nil
        thrown = []
        attempts.inputSize = nil
        // Breaks the retain cycles of recursive types: the keys of a type retain the types of its
        // values.
        for type in types.values { type.shape = nil }
    }

    private func value<Value: Decodable>(_: Value.Type, at root: InputValue) -> Value? {
        let base = ValueDecoder(self)
        defer { base.releaseInnerDecoders() }
        attempts.inputSize = { [self] in
            (try? withSource(of: .value(root), depth: 1) { $0.totalSize }) ?? 0
        }
        let slot = Slot(origin: .value(root), step: .root)
        var value: Value?
        do {
            value = try base.value(Value.self, slot, type(Value.self))
        } catch {
            report.withdrawFields()
            base.report(error, .madeNothing)
        }
        if attempts.areExceeded {
            // The value is discarded: an initializer may have made it without the values that were
            // not tried.
            report = MappingReport()
            base.report(base.error(MappingRefusal(.attempts), slot, Value.self), .madeNothing)
            return nil
        }
        guard options.isAtomic, !report.issuesAreTolerated else { return value }
        report.withdrawFields()
        return nil
    }

    /// Calls `body` with the value at `origin`, if there is one.
    ///
    /// Throws if the call has finished.
    @inline(__always)
    func withSource<Result>(
        of origin: Origin,
        depth: Int,
        _ body: (borrowing MappingSource) -> Result
    ) throws -> Result? {
        guard let contexts else { throw Self.finishedError }
        guard case .value(let value) = origin else { return nil }
        let context = readsUnconverted ? contexts.unconverted : contexts.converting
        return context.withSource(of: value, MappingSource.Standing(.make, depth: depth), body)
    }

    /// A source for the value at a position that ``Members`` or ``InputValue/position`` gave.
    ///
    /// Throws if the call has finished.
    @inline(__always)
    func source(at position: Int, depth: Int) throws -> MappingSource {
        guard let contexts else { throw Self.finishedError }
        return MappingSource(
            token: position,
            MappingSource.Standing(.make, depth: depth),
            in: readsUnconverted ? contexts.unconverted : contexts.converting
        )
    }

    /// The context of values, or `nil` if the call has finished.
    var context: SourceContext? { contexts?.converting.pointee }

    /// The JSON document; empty for a dictionary, and after the call has finished.
    var document: JSONDocument { contexts?.converting.pointee.document ?? .empty }

    func checkIsRunning() throws {
        if contexts == nil { throw Self.finishedError }
    }

    private static let finishedError = DecodingError.dataCorrupted(
        DecodingError.Context(
            codingPath: [],
            debugDescription: "The decoder was used after the call that made it."
        )
    )

    func type<Value: Decodable>(_: Value.Type) -> DecodableType {
        let id = ObjectIdentifier(Value.self)
        if let type = types[id] { return type }
        let type = DecodableType(Value.self)
        types[id] = type
        return type
    }

    func shape<Key: CodingKey>(_: Key.Type) -> KeyShape {
        let id = ObjectIdentifier(Key.self)
        if let shape = shapes[id] { return shape }
        let shape = KeyShape(Key.self, options.keyStrategy)
        shapes[id] = shape
        return shape
    }

    /// A decoder for a value inside the value of `parent`.
    func decoder(for slot: Slot, in parent: ValueDecoder, _ type: DecodableType?) -> ValueDecoder {
        guard let decoder = spare else {
            let decoder = ValueDecoder(self)
            decoder.begin(slot, in: parent, type)
            return decoder
        }
        spare = decoder.parent
        spareCount &-= 1
        decoder.begin(slot, in: parent, type)
        return decoder
    }

    /// The issues of an error that an initializer threw on its own inside the value at `steps`.
    ///
    /// The same error may have been thrown for other values, too.
    func thrown(_ error: any Error, inside steps: [Step]) -> ThrownError? {
        thrown.last { $0.is(error) && $0.steps.starts(with: steps) }
    }

    /// Records the issues of an error that an initializer threw on its own.
    ///
    /// An initializer may throw an error again that it caught some time before, so a few are kept.
    func record(_ error: ThrownError) {
        thrown.removeAll { $0.is(error.error) }
        if thrown.count > 7 { thrown.removeFirst() }
        thrown.append(error)
    }

    /// Removes the errors that were thrown inside the value at `steps`, which is decoded again.
    func removeThrown(inside steps: [Step]) {
        thrown.removeAll { $0.steps.starts(with: steps) }
    }

    /// Keeps a finished decoder for reuse, unless something still retains it.
    func recycle(_ decoder: inout ValueDecoder) {
        guard isKnownUniquelyReferenced(&decoder), spareCount < 64 else { return }
        decoder.reset(before: spare)
        spare = decoder
        spareCount &+= 1
    }
}
