import FootingFormats

extension Dictionary: MappingConvertible where Key == String, Value: MappingConvertible {
    /// Takes an object if every value in it can be taken, whatever the keys are.
    ///
    /// One value that can't be taken leaves the whole property alone, unless the field is
    /// ``Field/lossy()``. There is an issue for each such value, with `[*]` for its key.
    ///
    /// Keys that Swift takes for equal are one key: in JSON bytes,
    /// ``MappingOptions/duplicateKeys-swift.property`` says which value counts. A key that would take
    /// very long to compare, because it has more than thirty combining marks in a row (Unicode
    /// Standard Annex 15, “Stream-Safe Text Format”), is beyond the limits.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[String: Value]> {
        guard source.isKeyed else { return .failed(source.isNull ? .null : .typeMismatch) }
        var members: [String: Value] = [:]
        var isConverted = source.isList
        var isRounded = false
        let failure = source.forEachMember(
            of: Value.self,
            makingRoom: { members.reserveCapacity($0) }
        ) { key, member in
            switch Value.converted(from: member) {
            case .exact(let value):
                members[key] = value
            case .converted(let value):
                isConverted = true
                members[key] = value
            case .rounded(let value):
                isRounded = true
                members[key] = value
            case .failed(let code):
                isConverted = true
                return code
            }
            return nil
        }
        if let failure { return .failed(failure) }
        return isRounded ? .rounded(members) : isConverted ? .converted(members) : .exact(members)
    }
}

extension MappingSource {
    /// Whether this is an object, or what the options take for one.
    @usableFromInline
    var isKeyed: Bool { unsafe run.pointee.isObject(at: position) }

    /// Lends each value of the object to `body`, which returns why it can't be taken, or `nil`.
    ///
    /// Before, it asks for room, but not for a million, of which perhaps not one can be taken.
    /// Returns why the object can't be, or `nil`. The failures are kept for the field to report.
    @usableFromInline
    func forEachMember(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (String, borrowing MappingSource) -> MappingIssue.Code?
    ) -> MappingIssue.Code? {
        // What the conversion of this very value has tried before this was in vain.
        unsafe run.pointee.forgetElementFailures()
        guard let document = unsafe run.pointee.document else {
            return forEachNativeMember(of: type, makingRoom: makeRoom, body)
        }
        var isWhole = true
        guard let members = members(of: document) else { return beyond(.elements) }
        if let limit = limitOfDepth { return beyond(limit) }
        makeRoom(min(members.count, 1 << 18))
        for member in members {
            let key = member.key ?? ""
            let isTaken = lend(member.position, at: step(key), of: type) { value in
                switch member.obstacle {
                case nil: body(key, value)
                case .limit(let limit): value.beyond(limit)
                case .code(let code): code
                }
            }
            if !isTaken { isWhole = false }
        }
        return isWhole || isLossy ? nil : .typeMismatch
    }

    /// The same for an object of a dictionary.
    @inline(never)
    private func forEachNativeMember(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (String, borrowing MappingSource) -> MappingIssue.Code?
    ) -> MappingIssue.Code? {
        // An empty list that the options take for an object has no members.
        guard case .object(let dictionary) = native else { return nil }
        guard dictionary.count <= options.limits.elements else { return beyond(.elements) }
        if let limit = limitOfDepth { return beyond(limit) }
        makeRoom(min(dictionary.count, 1 << 18))
        var isWhole = true
        for (key, value) in dictionary {
            let isTooLong = key.utf8.count > options.limits.stringBytes
            let isTaken = lend(NativeValue(value), at: step(key), of: type) { value in
                isTooLong ? value.beyond(.bytes) : body(key, value)
            }
            if !isTaken { isWhole = false }
        }
        return isWhole || isLossy ? nil : .typeMismatch
    }

    /// How a path names a key of the input.
    private func step(_ key: String) -> MappingPath.Component {
        unsafe run.pointee.component(forInputKey: key)
    }

    /// Why a member is refused, whatever its value is.
    enum Obstacle {
        case limit(BrokenLimit)
        case code(MappingIssue.Code)
    }

    struct Member {
        /// The key, or `nil` if it is none that could be compared.
        let key: String?
        var position: Int
        var obstacle: Obstacle?

        var failure: MappingIssue.Code? {
            switch obstacle {
            case nil: nil
            case .limit: .limit
            case .code(let code): code
            }
        }
    }

    /// The members of an object in JSON bytes, each key once; `nil` if they are too many.
    func members(of document: JSONDocument) -> [Member]? {
        // Keys and values are elements alike.
        let count = document.elementCount(of: position) / 2
        guard count <= options.limits.elements else { return nil }
        var members: [Member] = []
        members.reserveCapacity(count)
        // A few keys are compared faster than hashed, and many are hashed once each.
        var indexes: [String: Int]?
        if count > 8 { indexes = Dictionary(minimumCapacity: count) }
        let end = document[position].extent
        var token = position &+ 1
        while token < end {
            let value = token &+ 1
            let (key, obstacle) = key(document[token], in: document)
            token = document.index(after: value)
            if let index = key.flatMap({ earlier($0, in: members, &indexes) }) {
                unsafe run.pointee.report.duplicateKeyCount &+= 1
                switch options.duplicateKeys {
                case .first: break
                case .last: members[index].position = value
                case .reject: members[index].obstacle = .code(.duplicateKey)
                }
            } else {
                members.append(Member(key: key, position: value, obstacle: obstacle))
            }
        }
        return members
    }

    /// Which of `members` has this key; if none has, the next one will.
    private func earlier(
        _ key: String,
        in members: [Member],
        _ indexes: inout [String: Int]?
    ) -> Int? {
        guard indexes != nil else { return members.firstIndex { $0.key == key } }
        let earlier = indexes?.updateValue(members.count, forKey: key)
        if let earlier { indexes?[key] = earlier }
        return earlier
    }

    private func key(
        _ token: JSONToken,
        in document: JSONDocument
    ) -> (String?, Obstacle?) {
        guard token.extent <= options.limits.stringBytes else { return (nil, .limit(.bytes)) }
        guard let key = document.text(of: token) else { return (nil, .code(.invalidFormat)) }
        return key.isSlowToCompare ? (nil, .limit(.combiningMarks)) : (key, nil)
    }
}

extension MappingRun {
    /// How a path names a key of the input.
    func component(forInputKey key: String) -> MappingPath.Component {
        guard options.includesKeys, !isSensitive else { return .undeclaredKey }
        return .key(key.prefix(ofBytes: options.limits.keyBytes))
    }
}

extension String {
    /// Whether so many combining marks are in a row that Swift needs quadratic time to order them.
    fileprivate var isSlowToCompare: Bool {
        guard utf8.count > 128 else { return false }
        var marks = 0
        for scalar in unicodeScalars {
            let isMark =
                !scalar.isASCII && scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks &+ 1 : 0
            if marks > 30 { return true }
        }
        return false
    }
}
