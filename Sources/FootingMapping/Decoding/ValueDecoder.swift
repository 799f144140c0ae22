import FootingFormats
import FootingThreadStack

/// The decoder of one value, and the container of its members if it has any.
final class ValueDecoder {
    let session: DecodingSession
    private(set) var parent: ValueDecoder?
    private(set) var step = Step.root
    var place = Place.hole
    private(set) var old: OldValue?
    /// What is decoded, or `nil` for a container without a type of its own.
    private(set) var type: DecodableType?
    /// How many objects and arrays the value is in, itself included if it is one.
    private var depth = 0
    /// The number that the value has in ``Flaws``, or a negative one for none yet.
    var number = -1
    /// How many decoders in a row are for this one value.
    private var repeatCount = 0
    /// What is done about a value inside that can't be used.
    var resolution: MappingIssue.Resolution
    /// Whether it is left out of its list if it is an object that can't be made.
    var isElement = false
    /// Whether what is decoded in this one's place is not converted for now.
    var keepsKinds = false
    /// Whether something in this one's place was refused because of that.
    var hasRefusedKinds = false
    /// Whether it is no value with an initializer, but a container that one has opened.
    var isPart = false
    /// Whether its value is of a kind that its type does not take, which is no issue yet.
    var isOfOtherKind = false
    /// Whether it was decoded as an object.
    private(set) var isKeyed = false

    var shape: KeyShape?
    var positions = MemberPositions()
    /// Which key is most likely to be asked for next.
    var nextName = 0
    var memberCount = 0
    var repeatedCount = 0
    /// The members of an object by their names, if the type's keys are not known beforehand.
    var members: [String: MappingSource.Member]? { didSet { isUnusual = true } }
    /// The members of a dictionary by their names in small letters, if that is what is asked for.
    var foldedMembers: [String: [(key: String, value: Any)]]? { didSet { isUnusual = true } }
    var memberList: [MappingSource.Member] = [] { didSet { isUnusual = true } }
    var asked: Set<String> = [] { didSet { isUnusual = true } }
    var asksForAllKeys = false { didSet { isUnusual = true } }
    /// Other containers of the same value, as a superclass has.
    var siblings: [ValueDecoder] = [] { didSet { isUnusual = true } }
    /// The decoders of values inside that were taken out as decoders or containers.
    var inner: [ValueDecoder] = [] { didSet { isUnusual = true } }
    /// Whether any of these seven was set, which few values need.
    private(set) var isUnusual = false

    init(_ session: DecodingSession, _ resolution: MappingIssue.Resolution) {
        self.session = session
        self.resolution = resolution
    }

    func begin(_ slot: Slot, in parent: ValueDecoder, _ type: DecodableType?) {
        self.parent = parent
        step = slot.step
        place = slot.place
        old = slot.old
        self.type = type
        resolution = parent.resolution
        number = -1
        if case .same = slot.step {
            depth = parent.depth
            repeatCount = parent.repeatCount &+ 1
            isElement = parent.isElement
        } else {
            depth = parent.depth &+ 1
            repeatCount = 0
            isElement = false
        }
        // Something made up has no end of its own.
        if case .hole = slot.place { repeatCount = parent.repeatCount &+ 1 }
    }

    /// Forgets everything, so that the next value finds a decoder as if it were new; one that is
    /// unusual never is.
    func end(before next: ValueDecoder?) {
        parent = next
        place = .hole
        old = nil
        type = nil
        isKeyed = false
        keepsKinds = false
        hasRefusedKinds = false
        isPart = false
        isOfOtherKind = false
        shape = nil
        nextName = 0
        memberCount = 0
        repeatedCount = 0
    }

    /// The steps from the whole input to this value.
    var path: [MappingPath.Component] {
        var path: [MappingPath.Component] = []
        var decoder = self
        while let parent = decoder.parent {
            if let component = component(of: decoder.step) { path.append(component) }
            decoder = parent
        }
        return path.reversed()
    }

    func component(of step: Step) -> MappingPath.Component? {
        switch step {
        case .root, .same: return nil
        case .index(let index): return .index(index)
        case .key(let name, let isOwn):
            if isOwn { return .key(name) }
            guard let run = unsafe session.run else { return .undeclaredKey }
            return unsafe run.pointee.component(forInputKey: name)
        }
    }

    func path(to slot: Slot) -> [MappingPath.Component] {
        let path = path
        return component(of: slot.step).map { path + [$0] } ?? path
    }

    func codingPath(to step: Step = .same) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var steps = [step]
        var decoder = self
        while let parent = decoder.parent {
            steps.append(decoder.step)
            decoder = parent
        }
        for step in steps.reversed() {
            switch step {
            case .root, .same: break
            case .key(let name, let isOwn): path.append(PathKey(name, isOwn: isOwn))
            case .index(let index): path.append(PathKey(index))
            }
        }
        return path
    }

    /// The run, as long as the call lasts.
    func liveRun() throws -> UnsafeMutablePointer<MappingRun> {
        if let run = unsafe session.run { return unsafe run }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath(),
                debugDescription: "The decoder was used after the call that made it."
            )
        )
    }

    /// Why nothing may be decoded by this, or `nil`: too many decoders are for one value, because its
    /// initializer asks for itself, the stack is almost used up, or enough has been tried.
    func limitOfTrying() -> BrokenLimit? {
        if repeatCount > 16 { return .depth }
        if unsafe session.run?.pointee.stack.isReached == true { return .stack }
        return session.mayTry(place) ? nil : .attempts
    }

    /// How many objects and arrays the values in this one are in.
    var depthOfParts: Int { depth }
}

extension ValueDecoder: Decoder {
    var codingPath: [any CodingKey] { codingPath() }
    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    func container<Key>(keyedBy key: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let shape: KeyShape
        if let known = type?.shape, known.id == ObjectIdentifier(key) {
            shape = known
        } else {
            shape = session.shape(key)
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
        let run = try unsafe liveRun()
        if let known = self.shape {
            if known === shape { return self }
            let sibling = session.decoder(
                for: Slot(place: place, step: .same, old: old),
                in: self,
                type
            )
            sibling.isKeyed = true
            sibling.isPart = true
            sibling.keepsKinds = keepsKinds
            sibling.shape = shape
            if let failure = unsafe sibling.findMembers(shape, run) { throw refusal(failure) }
            origin.siblings.append(sibling)
            return sibling
        }
        markAsObject()
        if let failure = unsafe openingFailure(run) ?? findMembers(shape, run) {
            throw refusal(failure)
        }
        self.shape = shape
        if case .same = step { origin.siblings.append(self) }
        return self
    }

    private func markAsObject() {
        if isElement, let run = unsafe session.run, unsafe run.pointee.leavesOutObjects {
            resolution = .droppedElement
        }
        isKeyed = true
        var decoder = self
        while case .same = decoder.step, let parent = decoder.parent {
            parent.isKeyed = true
            decoder = parent
        }
    }

    func openingFailure(_ run: UnsafeMutablePointer<MappingRun>) -> MappingIssue.Code? {
        switch place {
        case .hole: return nil
        case .duplicated: return .duplicateKey
        case .absent: return old == nil ? .missing : nil
        case .token(let position):
            guard unsafe run.pointee.isObject(at: position) else {
                return unsafe run.pointee.isNull(at: position) ? .null : .typeMismatch
            }
            // What is no object is an empty list that the options take for one.
            if unsafe run.pointee.document?[position].kind != .object, keepsThisKind() {
                return .typeMismatch
            }
        case .native(.object): break
        case .native(.array(let list)):
            guard list.isEmpty, unsafe run.pointee.options.treatsEmptyArrayAsObject,
                !keepsThisKind()
            else { return .typeMismatch }
        case .native(.null): return .null
        case .native: return .typeMismatch
        }
        return unsafe depth > run.pointee.maximumDepth ? run.pointee.beyond(.depth) : nil
    }

    /// Whether this value is not taken for another kind for now, which is remembered then.
    private func keepsThisKind() -> Bool {
        if keepsKinds { rememberRefusedKinds() }
        return keepsKinds
    }

    /// The first decoder for this value, which answers for the keys that nobody asks for.
    private var origin: ValueDecoder {
        var decoder = self
        while case .same = decoder.step, let parent = decoder.parent { decoder = parent }
        return decoder
    }

    /// The elements of the list that the value is, or that the options take it for.
    func elements() throws -> ElementCursor {
        let run = try unsafe liveRun()
        let failure: MappingIssue.Code
        switch place {
        case .hole:
            return ElementCursor(.none)
        case .duplicated:
            failure = .duplicateKey
        case .absent:
            if let old { return ElementCursor(.old(old.elements)) }
            failure = .missing
        case .token(let position):
            guard let document = unsafe run.pointee.document else { return ElementCursor(.none) }
            let kind = document[position].kind
            let options = unsafe run.pointee.options
            if kind == .array {
                let count = document.elementCount(of: position)
                session.countAsTried(count)
                let isWithinLimits =
                    unsafe count <= options.limits.elements && depth <= run.pointee.maximumDepth
                if isWithinLimits {
                    return ElementCursor(.tokens(next: position &+ 1, count: count))
                }
                failure = unsafe run.pointee.beyond(
                    count > options.limits.elements ? .elements : .depth
                )
            } else if kind == .null {
                failure = .null
            } else if options.convertsKinds, !keepsThisKind() {
                return ElementCursor(.one(place))
            } else {
                failure = .typeMismatch
            }
        case .native(let value):
            let options = unsafe run.pointee.options
            if case .array(let list) = value {
                session.countAsTried(list.count)
                let isWithinLimits =
                    unsafe list.count <= options.limits.elements
                    && depth <= run.pointee.maximumDepth
                if isWithinLimits { return ElementCursor(.natives(list)) }
                failure = unsafe run.pointee.beyond(
                    list.count > options.limits.elements ? .elements : .depth
                )
            } else if case .null = value {
                failure = .null
            } else if options.convertsKinds, !keepsThisKind() {
                return ElementCursor(.one(place))
            } else {
                failure = .typeMismatch
            }
        }
        throw refusal(failure)
    }
}
