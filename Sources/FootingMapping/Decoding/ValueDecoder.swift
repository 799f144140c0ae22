/// The decoder of one value: its location in the input.
///
/// Its ``ObjectMembers`` are made if an initializer opens it as an object, and ``Attempts`` limit
/// how often its value is decoded.
final class ValueDecoder {
    let call: DecodingCall
    private(set) var parent: ValueDecoder?
    private(set) var step = Step.root
    private(set) var origin = Origin.absent
    /// The type to decode, or `nil` for a container without a type of its own.
    private(set) var type: DecodableType?
    /// The number of enclosing objects and arrays, including the value itself if it is one.
    private(set) var depth = 0
    /// The number of enclosing decoders of this same value.
    private(set) var repeatCount = 0
    /// The path to this value, cached by the first error that needs it: an initializer that tries
    /// many types receives an error for each.
    private var keptPath: [any CodingKey]?
    /// Whether the value is an element of a list or dictionary.
    var isElement = false
    /// Whether this is a nested container rather than a `Decodable` value.
    private(set) var isNestedContainer = false
    /// Whether the value was decoded as an object.
    private(set) var isKeyed = false
    /// Whether `allKeys` left out a key because of the key strategy.
    private(set) var leavesOutKeys = false
    var attempt = ValueAttempt()
    /// Of the errors of failed attempts, the one that occurred deepest in the input.
    ///
    /// It is not part of ``attempt``, because the compiler checks every access to a property that
    /// holds an error.
    var deepestError: (error: DecodingError, reach: Int)?
    // Exclusive access to the following is not checked, because the checks cost time for each
    // object. Accesses don't overlap: each is a single statement, which runs no code of a decoded
    // type.

    /// The members of the value, if it is open as an object.
    @safe @exclusivity(unchecked) private var members: ObjectMembers?
    /// The members of the same value in other keyed containers, such as that of a superclass.
    @safe @exclusivity(unchecked) private var otherMembers: [ObjectMembers] = []
    /// The decoders of inner values that were requested as decoders or containers.
    @safe @exclusivity(unchecked) private var inner: [ValueDecoder] = []

    init(_ call: DecodingCall) {
        self.call = call
    }

    func begin(_ slot: Slot, in parent: ValueDecoder, _ type: DecodableType?) {
        self.parent = parent
        step = slot.step
        origin = slot.origin
        self.type = type
        if case .same = slot.step {
            depth = parent.depth
            repeatCount = parent.repeatCount &+ 1
            isElement = parent.isElement
        } else {
            depth = parent.depth &+ 1
            repeatCount = 0
            isElement = false
        }
    }

    /// Resets the decoder, so that the next value finds it as if it were new.
    func reset(before next: ValueDecoder?) {
        parent = next
        origin = .absent
        type = nil
        isKeyed = false
        isNestedContainer = false
        leavesOutKeys = false
        attempt = ValueAttempt()
        if deepestError != nil { deepestError = nil }
        keptPath = nil
        // A decoder of the same value may have to count the keys that were not requested.
        if isKnownUniquelyReferenced(&members) { members?.close() } else { members = nil }
        if !otherMembers.isEmpty { otherMembers = [] }
    }

    /// The decoder for a container or superclass at a slot inside this value.
    ///
    /// For one of the type's own keys, it is the same decoder each time, so that keys that any of
    /// its containers requests are not unknown.
    func inner(_ slot: Slot) throws -> ValueDecoder {
        try call.checkIsRunning()
        var known: ValueDecoder?
        if case .key(_, isOwn: true) = slot.step { known = inner.first { $0.step == slot.step } }
        let decoder = known ?? call.decoder(for: slot, in: self, nil)
        if known == nil {
            decoder.isNestedContainer = true
            decoder.attempt.readsUnconverted = attempt.readsUnconverted
            inner.append(decoder)
        }
        if let limit = decoder.exceededLimit() { throw decoder.error(MappingRefusal(limit)) }
        return decoder
    }

    /// Releases the inner decoders, which retain this one.
    func releaseInnerDecoders() {
        guard !inner.isEmpty else { return }
        let held = inner
        inner = []
        for decoder in held { decoder.releaseInnerDecoders() }
    }

    /// The steps from the root of the input to this value.
    var steps: [Step] {
        var steps: [Step] = []
        var decoder = self
        while let parent = decoder.parent {
            if !decoder.step.isSame, decoder.step != .root { steps.append(decoder.step) }
            decoder = parent
        }
        return steps.reversed()
    }

    /// The path to this value, as reports show it.
    var path: [MappingPath.Component] { steps.compactMap { component(of: $0) } }

    func path(to slot: Slot) -> [MappingPath.Component] {
        component(of: slot.step).map { path + [$0] } ?? path
    }

    func component(of step: Step) -> MappingPath.Component? {
        switch step {
        case .root, .same: nil
        case .index(let index): .index(index)
        case .key(let name, isOwn: true): .key(name)
        case .key(let name, isOwn: false):
            call.context?.component(forInputKey: name) ?? .hiddenKey
        }
    }

    /// The number of keys and indexes from the root of the input to a step in this value.
    func reach(of step: Step) -> Int {
        switch step {
        case .root, .same: max(0, depth &- 1)  // The root has an empty path.
        case .key, .index: depth
        }
    }

    func codingPath(to step: Step) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var (next, decoder): (Step, ValueDecoder?) = (step, self)
        while let inner = decoder {
            switch next {
            case .root, .same: break
            case .key, .index: path.append(next)
            }
            if inner.keptPath != nil { break }
            (next, decoder) = (inner.step, inner.parent)
        }
        path.reverse()
        return (decoder?.keptPath ?? []) + path
    }

    /// Calls `body` with the value at a slot inside this one, if there is one.
    @inline(__always)
    func withSource<Result>(
        of slot: Slot,
        _ body: (borrowing MappingSource) -> Result
    ) throws -> Result? {
        let depth = slot.step.isSame ? depth : depth &+ 1
        return try call.withSource(of: slot.origin, depth: depth, body)
    }

    /// Calls `body` with this value, if there is one.
    func withSource<Result>(_ body: (borrowing MappingSource) -> Result) throws -> Result? {
        try call.withSource(of: origin, depth: depth, body)
    }
}

extension ValueDecoder: Decoder {
    var codingPath: [any CodingKey] {
        if let keptPath { return keptPath }
        let path = codingPath(to: .same)
        keptPath = path
        return path
    }

    var userInfo: [CodingUserInfoKey: Any] { call.userInfo }

    func container<Key>(keyedBy key: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let shape: KeyShape
        if let known = type?.shape, known.id == ObjectIdentifier(key) {
            shape = known
        } else {
            shape = call.shape(key)
            type?.shape = shape
        }
        let members = try members(shape)
        return KeyedDecodingContainer(KeyedContainer<Key>(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedContainer(decoder: self, elements: try elements())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueContainer(decoder: self)
    }
}

/// Opening the value as an object or a list.
extension ValueDecoder {
    /// The members of the value for a keyed container.
    private func members(_ shape: KeyShape) throws -> ObjectMembers {
        try call.checkIsRunning()
        let isOpen = members?.shape != nil
        if isOpen, let members, members.shape === shape { return members }
        if !isOpen {
            markAsObject()
            if let refusal = try openingRefusal() { throw error(refusal) }
        }
        let opened = isOpen ? ObjectMembers() : members ?? ObjectMembers()
        if let refusal = try opened.open(shape, in: self) { throw error(refusal) }
        if !isOpen { members = opened }
        if isOpen || step.isSame { first.otherMembers.append(opened) }
        return opened
    }

    private func markAsObject() {
        isKeyed = true
        var decoder = self
        while case .same = decoder.step, let parent = decoder.parent {
            parent.isKeyed = true
            decoder = parent
        }
    }

    /// The reason why this value can't be opened as an object, or `nil`.
    func openingRefusal() throws -> MappingRefusal? {
        let refusal = try withSource { source -> MappingRefusal? in
            if attempt.readsUnconverted, source.isList {
                if source.isObject { rememberUnconvertedRefusal() }
                return MappingRefusal(.typeMismatch)
            }
            guard source.isObject else {
                return MappingRefusal(source.isNull ? .null : .typeMismatch)
            }
            return source.limitOfDepth.map { MappingRefusal($0) }
        }
        return refusal ?? missingRefusal
    }

    /// The reason why there is no value, or `nil` if there is one.
    private var missingRefusal: MappingRefusal? {
        switch origin {
        case .absent: MappingRefusal(.missing)
        case .duplicated: MappingRefusal(.duplicateKey)
        case .value: nil
        }
    }

    /// The outermost decoder of this value, which counts the unknown keys of all its containers.
    private var first: ValueDecoder {
        var decoder = self
        while case .same = decoder.step, let parent = decoder.parent { decoder = parent }
        return decoder
    }

    /// The number of keyed containers of this value that count its unknown keys, besides its own.
    var otherContainerCount: Int { first.otherMembers.count }

    /// Removes the keyed containers that a failed attempt at this value has opened: the keys that
    /// only this attempt requested are unknown.
    func removeContainers(since count: Int) {
        let first = first
        if first.otherMembers.count > count { first.otherMembers.removeSubrange(count...) }
    }

    /// Counts the keys that were not requested, once the value has been decoded.
    func finish() {
        for decoder in inner { decoder.finish() }
        guard !step.isSame else { return }
        let listsKeys = call.options.listsUnknownKeys
        let own = members?.shape == nil ? nil : members
        if !listsKeys, otherMembers.isEmpty, let count = own?.unrequestedCount {
            call.report.unknownKeyCount &+= count
            return
        }
        let all = otherMembers + (own.map { [$0] } ?? [])
        guard !all.isEmpty, !all.contains(where: \.requestsAllKeys) else { return }
        let path = listsKeys ? path : []
        let names = all.reduce(into: Set()) { $0.formUnion($1.requestedNames) }
        _ = try? withSource {
            guard $0.kind == .object else { return }
            let tables = all.compactMap(\.requestedKeys)
            $0.countUnknownKeys(beyond: tables, and: names, &call.report, at: path)
        }
    }

    /// Calls `body` with this decoder and, for a nested container, with each decoder up to that of
    /// the initializer that opened it.
    private func forEachOfSameInitializer(_ body: (ValueDecoder) -> Void) {
        var decoder = self
        body(decoder)
        while decoder.isNestedContainer, let parent = decoder.parent {
            decoder = parent
            body(decoder)
        }
    }

    /// Records that a value was refused because of its kind.
    func rememberUnconvertedRefusal() {
        forEachOfSameInitializer { $0.attempt.hasUnconvertedRefusal = true }
    }

    /// Records that the value at a slot was refused, perhaps because an enclosing value reads it
    /// without conversions.
    func rememberRefusal(of slot: Slot) {
        guard call.readsUnconverted, case .key(_, isOwn: true) = slot.step else { return }
        forEachOfSameInitializer { $0.attempt.hasRefusalOfOwnKey = true }
    }

    /// Records that `allKeys` left out a key because of the key strategy.
    func rememberLeftOutKey() { forEachOfSameInitializer { $0.leavesOutKeys = true } }

    /// The elements of the list that this value is, or that the options convert it to.
    func elements() throws -> ElementList {
        if let missingRefusal { throw error(missingRefusal) }
        var refusal = MappingRefusal(.typeMismatch)
        let elements = try withSource { source -> ElementList? in
            guard source.isList else {
                if source.isNull {
                    refusal = MappingRefusal(.null)
                } else if source.isReadAsList {
                    if !attempt.readsUnconverted { return ElementList(one: source.value) }
                    rememberUnconvertedRefusal()
                }
                return nil
            }
            let count = source.elementCount
            let limit = source.exceededLimit(count: count)
            guard limit == nil, call.attempts.count(count) else {
                refusal = MappingRefusal(limit ?? .attempts)
                return nil
            }
            return ElementList(source, count: count)
        }
        guard let elements, let elements else { throw error(refusal) }
        return elements
    }
}
