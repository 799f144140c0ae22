import FootingFormats

/// One call of a ``LenientDecoder``, which all of its decoders and containers share.
// Safe, because the contexts are set for the time of `perform` only, which keeps them and the document
// alive, and the memory of the report belongs to the call. A decoder or container that an initializer has put by finds `nil` after that, and throws; it
// holds neither memory of the document nor a pointer of its own. None of them is `Sendable`, so none
// is used meanwhile by another thread.
@safe
final class DecodingCall {
    /// What values have in common, as the options have it, and without conversions between kinds.
    private var contexts: (converting: ContextReference, keeping: ContextReference)?
    let options: MappingOptions
    let purpose: MappingSource.Purpose
    let userInfo: [CodingUserInfoKey: Any]
    /// Whether values are taken as they are for now, without conversions between kinds.
    var keepsKinds = false
    private let reportMemory = UnsafeMutablePointer<MappingReport>.allocate(capacity: 1)
    /// What is to be said about an error that an initializer has thrown by itself and that has not been
    /// reported yet: the outer ones see that very error.
    var thrown: (issues: MappingReport, earlier: MappingReport?)?
    private var types: [ObjectIdentifier: DecodableType] = [:]
    private var shapes: [ObjectIdentifier: KeyShape] = [:]
    /// A decoder that nobody holds any more; its parent is the next such one.
    private var spare: ValueDecoder?
    private var spareCount = 0

    private init(
        _ source: borrowing MappingSource,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        options = source.options
        purpose = source.standing.purpose
        self.userInfo = userInfo
        unsafe reportMemory.initialize(to: MappingReport())
    }

    deinit {
        unsafe reportMemory.deinitialize(count: 1)
        unsafe reportMemory.deallocate()
    }

    // Each value changes it: behind a pointer, that costs no check of exclusive access.
    var report: MappingReport {
        get { unsafe reportMemory.pointee }
        _modify { yield unsafe &reportMemory.pointee }
    }

    /// Decodes the whole input.
    static func decode<Value: Decodable>(
        _: Value.Type,
        _ source: borrowing MappingSource,
        old: OldValue?,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) -> (value: Value?, report: MappingReport) {
        let call = DecodingCall(source, userInfo)
        let value: Value? = source.withKindsKept { keeping in
            call.contexts = (source.context, keeping.context)
            defer { call.end() }
            let origin = source.isNative ? Origin.native(source.native) : .token(source.token)
            return call.value(Value.self, at: origin, old: old)
        }
        return (value, call.report)
    }

    private func end() {
        contexts = nil
        spare = nil
        // A type that holds itself is a type of its own keys.
        for type in types.values { type.shape = nil }
    }

    private func value<Value: Decodable>(
        _: Value.Type,
        at origin: Origin,
        old: OldValue?
    ) -> Value? {
        let base = ValueDecoder(self)
        defer { base.letGo() }
        uncountedInput = origin
        var value: Value?
        do {
            let slot = Slot(origin: origin, step: .root, old: old)
            value = try base.value(Value.self, slot, type(Value.self))
        } catch {
            report.withdrawFields()
            base.report(error, purpose.resolution)
        }
        if hasTriedEnough {
            // What an initializer makes of parts that were not tried is not what it would make of them.
            report = MappingReport()
            let slot = Slot(origin: origin, step: .root, old: nil)
            let error = base.error(MappingRefusal(.attempts), slot, Value.self)
            base.report(error, purpose.resolution)
            return nil
        }
        guard options.isAtomic, !report.issuesAreTolerated else { return value }
        report.withdrawFields()
        return nil
    }

    /// Lends the value at `origin`, if there is one; throws after the call.
    @inline(__always)
    func withSource<Result>(
        of origin: Origin,
        depth: Int,
        _ body: (borrowing MappingSource) -> Result
    ) throws -> Result? {
        guard let contexts else { throw Self.endedError }
        let context = keepsKinds ? contexts.keeping : contexts.converting
        let standing = MappingSource.Standing(purpose, depth: depth)
        switch origin {
        case .token(let token):
            return body(MappingSource(token: token, standing, in: context))
        case .native(let value):
            return context.withSource(value, standing, body)
        case .absent, .duplicated:
            return nil
        }
    }

    /// A source for the value at a token; throws after the call.
    @inline(__always)
    func source(token: Int, depth: Int) throws -> MappingSource {
        guard let contexts else { throw Self.endedError }
        return MappingSource(
            token: token,
            MappingSource.Standing(purpose, depth: depth),
            in: keepsKinds ? contexts.keeping : contexts.converting
        )
    }

    /// What values have in common, as long as the call lasts.
    var context: SourceContext? { contexts?.converting.context }

    /// The document of JSON bytes, as long as the call lasts.
    var document: JSONDocument { contexts?.converting.document ?? .empty }

    func checkThatCallLasts() throws {
        if contexts == nil { throw Self.endedError }
    }

    private static let endedError = DecodingError.dataCorrupted(
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

    /// A decoder for a value in the one that `parent` is for.
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

    /// Takes back a decoder that has done its work, unless somebody has kept it.
    func recycle(_ decoder: inout ValueDecoder) {
        guard isKnownUniquelyReferenced(&decoder), !decoder.isUnusual, spareCount < 64 else {
            return
        }
        decoder.end(before: spare)
        spare = decoder
        spareCount &+= 1
    }

    // MARK: What initializers may try

    // One that tries one type after the other at each level doubles its work with each level, and
    // nothing in the input need be large for that. So whatever is tried counts: each value, with what
    // has to be looked at to begin with it. A good value needs a few attempts for each value in it.

    private var attemptsLeft = 10_000
    /// What allows for more attempts, 32 for each value in it, until it has been counted.
    private var uncountedInput: Origin?
    /// Whether something was not tried any more.
    private(set) var hasTriedEnough = false

    /// Counts an attempt that has to look at so many values, and returns whether it may be made.
    @inline(__always)
    func mayTry(_ count: Int = 1) -> Bool {
        attemptsLeft &-= count
        return attemptsLeft >= 0 || mayTryMore()
    }

    // Most calls never get here, so that their input need not be counted.
    @inline(never)
    private func mayTryMore() -> Bool {
        if let origin = uncountedInput {
            uncountedInput = nil
            attemptsLeft &+= size(of: origin) &* 32
            if attemptsLeft >= 0 { return true }
        }
        hasTriedEnough = true
        return false
    }

    private func size(of origin: Origin) -> Int {
        switch origin {
        case .token(let token):
            return document.index(after: token) &- token
        case .native(let value):
            var count = 1
            var containers = [value]
            // A list of Foundation's can have itself for an element.
            while count < 1 << 24, let container = containers.popLast() {
                let parts = container.parts
                count &+= parts.count
                containers += parts.lazy.map { NativeValue($0) }.filter { $0.partCount > 0 }
            }
            return count
        case .absent, .duplicated:
            return 0
        }
    }

    // MARK: What was refused as it is

    /// Values that a type could not be made of without conversions, which need not be tried again at
    /// each level around them.
    private struct RefusedKinds: Hashable {
        let path: [Step]
        let type: ObjectIdentifier
    }
    private var refusedKinds: Set<RefusedKinds> = []

    func rememberRefusedKinds(of decoder: ValueDecoder) {
        guard let type = decoder.type else { return }
        refusedKinds.insert(RefusedKinds(path: decoder.steps, type: ObjectIdentifier(type)))
    }

    func hasRefusedKinds(of decoder: ValueDecoder) -> Bool {
        guard !refusedKinds.isEmpty, let type = decoder.type else { return false }
        return refusedKinds.contains(
            RefusedKinds(path: decoder.steps, type: ObjectIdentifier(type))
        )
    }
}

extension MappingSource {
    /// Lends the same value where no value of one kind is taken for another.
    fileprivate func withKindsKept<Result>(_ body: (borrowing MappingSource) -> Result) -> Result {
        var options = options
        options.convertsKinds = false
        options.acceptsBoolAsNumber = false
        options.acceptsBoolAsString = false
        options.treatsEmptyArrayAsObject = false
        return with {
            $0.options = options
        } _: {
            body($0)
        }
    }
}

extension NativeValue {
    fileprivate var parts: [Any] {
        switch self {
        case .array(let list): list
        case .object(let members): Array(members.values)
        default: []
        }
    }

    /// How many elements or members it has.
    var partCount: Int {
        switch self {
        case .array(let list): list.count
        case .object(let members): members.count
        default: 0
        }
    }
}
