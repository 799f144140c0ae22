import FootingFormats

/// The decoder of one value, and the container of its members if it has any.
final class ValueDecoder {
    let call: DecodingCall
    private(set) var parent: ValueDecoder?
    private(set) var step = Step.root
    /// The path to this value, once an error needed it: whoever tries many kinds gets an error of each.
    private var keptPath: [any CodingKey]?
    var origin = Origin.absent
    private(set) var old: OldValue?
    /// What is decoded, or `nil` for a container without a type of its own.
    private(set) var type: DecodableType?
    /// How many objects and arrays the value is in, itself included if it is one.
    private(set) var depth = 0
    /// How many decoders in a row are for this one value.
    private var repeatCount = 0
    /// Whether it is an element of a list or dictionary.
    var isElement = false
    /// Whether what is decoded in this one's place is taken as it is for now.
    var keepsKinds = false
    /// Whether something in this one's place was refused because of that.
    var hasRefusedKinds = false
    /// Whether it is no value with an initializer, but a container that one has opened.
    var isPart = false
    /// Whether it was decoded as an object.
    private(set) var isKeyed = false
    /// Of what was tried in vain in this value's place, the error that came furthest into it.
    var deepestError: (error: DecodingError, reach: Int)?

    var shape: KeyShape?
    // Accesses are not checked, as that takes time for each member. They don't overlap: each is one call
    // of the store, which runs none of a type that is decoded.
    @safe @exclusivity(unchecked) var store = MemberStore()
    /// Which key is most likely to be asked for next.
    var nextName = 0
    var counts = Members.Counts()
    /// The members of an object by their names, if the type's keys are not known beforehand.
    var members: [String: MappingSource.Member]? { didSet { isUnusual = true } }
    var memberNames: [String] = [] { didSet { isUnusual = true } }
    /// Where the members are, once several names were asked for that had not been learnt.
    var index: MemberIndex? { didSet { isUnusual = true } }
    var lateNameCount = 0
    var asked: Set<String> = [] { didSet { isUnusual = true } }
    var asksForAllKeys = false { didSet { isUnusual = true } }
    /// Other containers of the same value, as a superclass has.
    var siblings: [ValueDecoder] = [] { didSet { isUnusual = true } }
    /// The decoders of values inside that were taken out as decoders or containers.
    var inner: [ValueDecoder] = [] { didSet { isUnusual = true } }
    /// Whether any of these was set, which few values need.
    private(set) var isUnusual = false

    init(_ call: DecodingCall) {
        self.call = call
    }

    func begin(_ slot: Slot, in parent: ValueDecoder, _ type: DecodableType?) {
        self.parent = parent
        step = slot.step
        origin = slot.origin
        old = slot.old
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

    /// Forgets everything, so that the next value finds a decoder as if it were new; one that is
    /// unusual never is.
    func end(before next: ValueDecoder?) {
        parent = next
        origin = .absent
        old = nil
        type = nil
        isKeyed = false
        keepsKinds = false
        hasRefusedKinds = false
        isPart = false
        deepestError = nil
        keptPath = nil
        shape = nil
        nextName = 0
        lateNameCount = 0
        counts = Members.Counts()
        store.clear()
    }

    /// Lets go of the decoders inside, which hold this one.
    func letGo() {
        guard isUnusual else { return }
        let held = inner + siblings
        (inner, siblings) = ([], [])
        for decoder in held where decoder !== self { decoder.letGo() }
    }

    /// The steps from the whole input to this value.
    var steps: [Step] {
        var steps: [Step] = []
        var decoder = self
        while let parent = decoder.parent {
            if decoder.step != .same, decoder.step != .root { steps.append(decoder.step) }
            decoder = parent
        }
        return steps.reversed()
    }

    /// The same, as reports have them.
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
            call.context?.component(forInputKey: name) ?? .undeclaredKey
        }
    }

    /// How many keys and indexes lead from the whole input to a step in this value.
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

    /// Lends the value at a slot in this one, if there is one.
    @inline(__always)
    func withSource<Result>(
        of slot: Slot,
        _ body: (borrowing MappingSource) -> Result
    ) throws -> Result? {
        let isSame = slot.step == .same
        return try call.withSource(of: slot.origin, depth: isSame ? depth : depth &+ 1, body)
    }

    /// Lends this value, if there is one.
    func withSource<Result>(_ body: (borrowing MappingSource) -> Result) throws -> Result? {
        try call.withSource(of: origin, depth: depth, body)
    }

    /// Why nothing may be decoded by this, or `nil`: too many decoders are for one value, because its
    /// initializer asks for itself, the stack is almost used up, or enough has been tried.
    func limitOfTrying() -> BrokenLimit? {
        if repeatCount > 16 { return .depth }
        if call.context?.findings.isStackUsedUp == true { return .stack }
        switch origin {
        case .token, .native: return call.mayTry() ? nil : .attempts
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
        try call.checkThatCallLasts()
        if let known = self.shape {
            if known === shape { return self }
            let slot = Slot(origin: origin, step: .same, old: old)
            let sibling = call.decoder(for: slot, in: self, type)
            sibling.isKeyed = true
            sibling.isPart = true
            sibling.keepsKinds = keepsKinds
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

    /// Why this is no object that can be gone into, or `nil`.
    func openingRefusal() throws -> MappingRefusal? {
        let refusal = try withSource { source -> MappingRefusal? in
            if keepsKinds, source.isList {
                if source.isObject { rememberRefusedKinds() }
                return MappingRefusal(.typeMismatch)
            }
            guard source.isObject else {
                return MappingRefusal(source.isNull ? .null : .typeMismatch)
            }
            return source.limitOfDepth.map { MappingRefusal($0) }
        }
        return refusal ?? missingRefusal
    }

    /// Why there is no value, if there is none.
    private var missingRefusal: MappingRefusal? {
        switch origin {
        case .absent: old == nil ? MappingRefusal(.missing) : nil
        case .duplicated: MappingRefusal(.duplicateKey)
        case .token, .native: nil
        }
    }

    /// The first decoder for this value, which answers for the keys that nobody asks for.
    private var first: ValueDecoder {
        var decoder = self
        while case .same = decoder.step, let parent = decoder.parent { decoder = parent }
        return decoder
    }

    /// The elements of the list that the value is, or that the options take it for.
    func elements() throws -> ElementCursor {
        if case .absent = origin, let old { return ElementCursor(.old(old.elements)) }
        if let missingRefusal { throw error(missingRefusal) }
        var refusal = MappingRefusal(.typeMismatch)
        let elements = try withSource { source -> ElementCursor? in
            guard source.isList else {
                if source.isNull {
                    refusal = MappingRefusal(.null)
                } else if source.isTakenForList {
                    if !keepsKinds { return ElementCursor(.one(origin)) }
                    rememberRefusedKinds()
                }
                return nil
            }
            let count = source.elementCount
            if let limit = source.limitOfGoing(into: count) {
                refusal = MappingRefusal(limit)
                return nil
            }
            if !call.mayTry(count) { refusal = MappingRefusal(.attempts) }
            if case .array(let list) = source.native { return ElementCursor(.natives(list)) }
            return ElementCursor(.tokens(next: source.token &+ 1, count: count))
        }
        guard let elements, let elements else { throw error(refusal) }
        return elements
    }
}
