import FootingBytes
import FootingFormats

/// Iteration over the members of objects with arbitrary keys.
extension MappingSource {
    /// Calls `body` with each member.
    ///
    /// `body` returns the reason why the member can't be converted, or `nil`.
    ///
    /// Calls `begin` first, with a capped count: the count comes from untrusted input. The members
    /// of a dictionary are visited in any order, until one has an issue or a note; then, `begin` is
    /// called again, and all members are visited in the order of their keys.
    ///
    /// - Returns: The reason why the object can't be converted, or `nil`.
    @usableFromInline
    func forEachMember(
        of type: Any.Type,
        beginning begin: (_ count: Int) -> Void,
        _ body: (String, borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        var failures = MappingReport()
        if !isNative {
            guard let members = members(&failures.duplicateKeyCount) else {
                return MappingRefusal(.elements)
            }
            if let limit = limitOfDepth { return MappingRefusal(limit) }
            let attempt = findings.beginAttempt()
            begin(min(members.count, 1 << 18))
            for member in members {
                let key = member.key ?? ""
                convert(
                    inner(token: member.token),
                    at: component(forInputKey: key),
                    of: type,
                    &failures
                ) {
                    member.refusal ?? body(key, $0)
                }
            }
            if failures.issueCount == 0, failures.duplicateKeyCount > 0 {
                findings.add(failures, limit: 0)
            }
            return outcome(of: failures, attempt)
        }
        var dictionary: [String: Any] = [:]
        if case .object(let members) = native { dictionary = members }
        if let limit = exceededLimit(count: dictionary.count) { return MappingRefusal(limit) }
        let attempt = findings.beginAttempt()
        func visit(_ key: String, _ value: Any) {
            let isTooLong = key.utf8.count > options.limits.stringBytes
            withInner(NativeValue(value)) {
                convert($0, at: component(forInputKey: key), of: type, &failures) {
                    isTooLong ? MappingRefusal(.bytes) : body(key, $0)
                }
            }
        }
        let order = findings.memberOrder
        begin(min(dictionary.count, 1 << 18))
        if order == .sorted || dictionary.count < 2 {
            for (key, value) in dictionary.inOrder { visit(key, value) }
            return outcome(of: failures, attempt)
        }
        findings.memberOrder = .provisional
        let needsOrder = dictionary.contains { key, value in
            visit(key, value)
            // In a provisional pass, a type may look at the whole value.
            return order == .any
                && (failures.issueCount > 0 || findings.hasListed(since: attempt))
        }
        if needsOrder {
            findings.refuse(attempt)
            failures = MappingReport()
            begin(min(dictionary.count, 1 << 18))
            findings.memberOrder = .sorted
            for (key, value) in dictionary.inOrder { visit(key, value) }
        }
        findings.memberOrder = order
        return outcome(of: failures, attempt)
    }

    struct Member {
        /// The key, or `nil` if it can't be compared: it is too long, isn't valid Unicode, or is
        /// slow to compare.
        let key: String?
        /// The token of the value.
        fileprivate(set) var token: Int
        /// The reason if the member is refused regardless of its value, or `nil`.
        fileprivate(set) var refusal: MappingRefusal?
    }

    /// The members of an object in JSON input, one for each distinct key that isn't in `table`;
    /// `nil` if there are too many.
    func members(_ duplicateKeyCount: inout Int, beyond table: KeyTable? = nil) -> [Member]? {
        let document = document
        guard document[token].kind == .object else { return [] }
        // A document counts keys and values as elements.
        let count = document.elementCount(of: token) / 2
        guard count <= options.limits.elements else { return nil }
        var members: [Member] = []
        members.reserveCapacity(count)
        // Up to eight keys are compared one by one, which is faster than hashing.
        var indexes: [String: Int]?
        if count > 8 { indexes = Dictionary(minimumCapacity: count) }
        let end = document[token].extent
        var token = token &+ 1
        while token < end {
            let value = token &+ 1
            let name = document[token]
            token = document.index(after: value)
            if let table, table.index(of: name, in: document, hint: 0) != nil { continue }
            let (key, refusal) = key(name, in: document)
            if let index = key.flatMap({ earlier($0, in: members, &indexes) }) {
                duplicateKeyCount &+= 1
                switch options.duplicateKeys {
                case .first: break
                case .last: members[index].token = value
                case .reject: members[index].refusal = MappingRefusal(.duplicateKey)
                }
            } else {
                members.append(Member(key: key, token: value, refusal: refusal))
            }
        }
        return members
    }

    /// The index of the member with this key, or `nil`.
    ///
    /// If there is none, records `key` for the member that is appended next.
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

    private func key(_ token: JSONToken, in document: JSONDocument) -> (String?, MappingRefusal?) {
        guard token.extent <= options.limits.stringBytes else {
            return (nil, MappingRefusal(.bytes))
        }
        guard let key = document.text(of: token) else {
            return (nil, MappingRefusal(.invalidFormat))
        }
        return key.isSlowToCompare ? (nil, MappingRefusal(.combiningMarks)) : (key, nil)
    }
}

extension [String: Any] {
    /// The members in their order for reports, that of the UTF-8 of their keys.
    var inOrder: [Element] { sorted(by: Self.isInOrder) }

    static func isInOrder(_ first: Element, _ second: Element) -> Bool {
        first.key.utf8.lexicographicallyPrecedes(second.key.utf8)
    }
}

extension String {
    /// Whether the string has so many consecutive combining marks that comparing it takes quadratic
    /// time: more than thirty (Unicode Standard Annex 15, “Stream-Safe Text Format”).
    var isSlowToCompare: Bool { utf8.count > 128 && hasCombiningMarks(moreThan: 30) }
}
