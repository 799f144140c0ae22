import FootingBytes

/// The decoder of one value, and the container of its members if it has any.
final class ValueDecoder {
    let call: DecodingCall
    private(set) var parent: ValueDecoder?
    private(set) var step = Step.root
    /// The path to this value, cached by the first error that needs it: an initializer that tries
    /// many types receives an error for each.
    private var keptPath: [any CodingKey]?
    var origin = Origin.absent
    /// The type to decode, or `nil` for a container without a type of its own.
    private(set) var type: DecodableType?
    /// The number of enclosing objects and arrays, including the value itself if it is one.
    private(set) var depth = 0
    /// The number of enclosing decoders of this same value.
    private var repeatCount = 0
    /// Whether the value is an element of a list or dictionary.
    var isElement = false
    /// Whether the initializer's containers read values without conversions between kinds.
    var readsUnconverted = false
    /// Whether a value was refused because of that.
    var hasUnconvertedRefusal = false
    /// Whether this is a nested container rather than a `Decodable` value.
    var isNestedContainer = false
    /// Whether the value was decoded as an object.
    private(set) var isKeyed = false
    /// Of the errors of failed attempts at this value, the one that occurred deepest in the input.
    var deepestError: (error: DecodingError, reach: Int)?

    var shape: KeyShape?
    // Exclusive access is not checked, because the check costs time for each member. Accesses don't
    // overlap: each is a single call of the store, which runs no code of a decoded type.
    @safe @exclusivity(unchecked) var store = MemberStore()
    /// The index of the key that is most likely to be requested next.
    var nameHint = 0
    var counts = Members.Counts()
    /// The members of an object by key, if the type's keys are not fixed.
    var members: MembersByKey? { didSet { isUnusual = true } }
    var requestedNames: Set<String> = [] { didSet { isUnusual = true } }
    var requestsAllKeys = false { didSet { isUnusual = true } }
    /// Whether `allKeys` left out a key because of the key strategy.
    var leavesOutKeys = false { didSet { isUnusual = true } }
    /// Other keyed containers of the same value, such as that of a superclass.
    var siblings: [ValueDecoder] = [] { didSet { isUnusual = true } }
    /// The decoders of inner values that were requested as decoders or containers.
    var inner: [ValueDecoder] = [] { didSet { isUnusual = true } }
    /// Whether any of the observed properties above was set, which few values need.
    private(set) var isUnusual = false

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
    ///
    /// An unusual decoder is never reused.
    func reset(before next: ValueDecoder?) {
        parent = next
        origin = .absent
        type = nil
        isKeyed = false
        readsUnconverted = false
        hasUnconvertedRefusal = false
        isNestedContainer = false
        deepestError = nil
        keptPath = nil
        shape = nil
        nameHint = 0
        counts = Members.Counts()
        store.clear()
    }

    /// Releases the inner decoders, which retain this one.
    func releaseInnerDecoders() {
        guard isUnusual else { return }
        let held = inner + siblings
        (inner, siblings) = ([], [])
        for decoder in held where decoder !== self { decoder.releaseInnerDecoders() }
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
            case .key(let name, let isOwn): path.append(PathKey.name(name, isOwn: isOwn))
            case .index(let index): path.append(PathKey.index(index))
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

    /// The limit that forbids decoding this value, or `nil`.
    ///
    /// There may be too many decoders of the same value, because its initializer decodes itself;
    /// too little stack; or too many attempts.
    func exceededLimit() -> BrokenLimit? {
        if repeatCount > 16 { return .depth }
        if call.context?.findings.isStackUsedUp == true { return .stack }
        switch origin {
        case .value: return call.countAttempts() ? nil : .attempts
        case .absent, .duplicated: return nil
        }
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
        return KeyedDecodingContainer(KeyedContainer<Key>(decoder: try keyed(by: shape)))
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
    func keyed(by shape: KeyShape) throws -> ValueDecoder {
        try call.checkIsRunning()
        if let known = self.shape {
            if known === shape { return self }
            let slot = Slot(origin: origin, step: .same)
            let sibling = call.decoder(for: slot, in: self, type)
            sibling.isKeyed = true
            sibling.isNestedContainer = true
            sibling.readsUnconverted = readsUnconverted
            sibling.shape = shape
            if let refusal = try sibling.findMembers(shape) { throw error(refusal) }
            first.siblings.append(sibling)
            return sibling
        }
        markAsObject()
        if let refusal = try openingRefusal() ?? findMembers(shape) { throw error(refusal) }
        self.shape = shape
        if case .same = step { first.siblings.append(self) }
        return self
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
            if readsUnconverted, source.isList {
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

    /// Removes the containers that a failed attempt at this value, by `decoder`, has opened.
    func removeContainers(of decoder: ValueDecoder) {
        let first = first
        guard !first.siblings.isEmpty else { return }
        first.siblings.removeAll { container in
            var container = container
            while container !== decoder {
                guard container.step.isSame, let parent = container.parent else { return false }
                container = parent
            }
            return true
        }
    }

    /// The elements of the list that this value is, or that the options convert it to.
    func elements() throws -> ElementList {
        if let missingRefusal { throw error(missingRefusal) }
        var refusal = MappingRefusal(.typeMismatch)
        let elements = try withSource { source -> ElementList? in
            guard source.isList else {
                if source.isNull {
                    refusal = MappingRefusal(.null)
                } else if source.isReadAsList {
                    if !readsUnconverted { return ElementList(one: source.value) }
                    rememberUnconvertedRefusal()
                }
                return nil
            }
            let count = source.elementCount
            if let limit = source.exceededLimit(count: count) {
                refusal = MappingRefusal(limit)
                return nil
            }
            if !call.countAttempts(count) { refusal = MappingRefusal(.attempts) }
            return ElementList(source, count: count)
        }
        guard let elements, let elements else { throw error(refusal) }
        return elements
    }
}
