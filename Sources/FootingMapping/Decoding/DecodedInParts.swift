import FootingFormats

/// Lists, dictionaries and optionals of types that decode themselves. The table has all others.
extension Array: DecodedInParts where Element: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> [Element] {
        // A list that is no list leaves nothing out of the list that it is in.
        let isPart = decoder.isElement
        decoder.isElement = false
        let session = decoder.session
        let type = session.type(Element.self)
        var elements = try decoder.elements()
        var list: [Element] = []
        // No further: what a list says of its length costs nothing yet.
        list.reserveCapacity(Swift.min(elements.count, 1 << 12))
        while let slot = elements.slot {
            try decoder.passOver {
                list.append(
                    try decoder.value(Element.self, slot, type, isElement: elements.isList)
                )
            }
            elements.advance(in: session)
        }
        if !isPart { decoder.settleParts([Element].self, isConverted: !elements.isList) }
        return list
    }
}

/// A set is what the list of the same elements is: the good ones, where a list would keep them.
extension Set: DecodedInParts where Element: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> Set<Element> {
        let slot = Slot(place: decoder.place, step: .same, old: nil)
        let type = decoder.session.type([Element].self)
        return Set(
            try decoder.value([Element].self, slot, type, isElement: decoder.isElement)
        )
    }
}

extension Dictionary: DecodedInParts where Key: Decodable, Value: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> [Key: Value] {
        let isPart = decoder.isElement
        decoder.isElement = false
        var dictionary: [Key: Value] = [:]
        if Key.self == String.self {
            let type = decoder.session.type(Value.self)
            try decoder.forEachMember { key, slot in
                guard let key = key as? Key else { return }
                try decoder.passOver {
                    dictionary[key] = try decoder.value(Value.self, slot, type, isElement: true)
                }
            }
            if !isPart { decoder.settleParts([Key: Value].self, isConverted: false) }
            return dictionary
        }
        return try Dictionary(from: decoder)
    }
}

extension Optional: DecodedInParts where Wrapped: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> Wrapped? {
        let slot = Slot(place: decoder.place, step: .same, old: decoder.old)
        if case .hole = decoder.place { return nil }
        if try decoder.takesForNil(slot, Wrapped?.self) { return nil }
        let type = decoder.session.type(Wrapped.self)
        return try decoder.value(Wrapped.self, slot, type, isElement: decoder.isElement)
    }
}

extension ValueDecoder {
    /// Counts a list or dictionary that a value was set to, as the table's own are counted.
    fileprivate func settleParts(_ type: Any.Type, isConverted: Bool) {
        guard let run = unsafe session.run else { return }
        if case .root = step { return }
        unsafe session.withPosition(of: place, in: run) { position in
            guard let position else { return }
            let slot = Slot(place: place, step: .same, old: nil)
            unsafe run.pointee.hasFallenBack = false
            unsafe settle(isConverted ? .converted : .exact, position, slot, type, run)
        }
    }

    /// Decodes an element, and goes on behind one that is left out or that all has been said about.
    @inline(__always)
    fileprivate func passOver(_ decode: () throws -> Void) throws {
        guard session.isCollecting, let run = unsafe session.run, unsafe run.pointee.isLossy else {
            do {
                return try decode()
            } catch {
                if error is LeftOut {
                    session.problemCount &+= 1
                } else if !session.isCollecting {
                    throw error
                }
                return
            }
        }
        let start = unsafe run.pointee.report.mark
        try? decode()
        let end = unsafe run.pointee.report.mark
        unsafe run.pointee.report.tolerateIssues(from: (start, end))
    }

    /// Hands each member of an object to `body`.
    fileprivate func forEachMember(_ body: (String, Slot) throws -> Void) throws {
        let run = try unsafe liveRun()
        let limits = unsafe run.pointee.options.limits
        if let failure = unsafe openingFailure(run) { throw refusal(failure) }
        switch place {
        case .token(let position):
            guard let document = unsafe run.pointee.document,
                document[position].kind == .object
            else { return }
            let source = unsafe MappingSource(run, at: position)
            guard let members = session.members(of: source, document) else {
                throw refusal(.limit, because: "elements")
            }
            for member in members {
                guard let name = member.key else {
                    let error = refusal(member.failure ?? .invalidFormat)
                    if session.isCollecting { continue }
                    throw error
                }
                let place = member.failure == nil ? Place.token(member.position) : .duplicated
                try body(name, Slot(place: place, step: .key(name, isOwn: false)))
            }
        case .native(.object(let members)):
            guard members.count <= limits.elements else {
                throw refusal(.limit, because: "elements")
            }
            session.countAsTried(members.count)
            for (name, value) in members {
                guard name.utf8.count <= limits.stringBytes else {
                    let error = refusal(.limit, because: "bytes")
                    if session.isCollecting { continue }
                    throw error
                }
                let place = Place.native(NativeValue(value))
                try body(name, Slot(place: place, step: .key(name, isOwn: false)))
            }
        default:
            break
        }
    }
}
