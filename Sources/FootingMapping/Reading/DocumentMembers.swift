import FootingBytes

/// A member of an object in a document.
struct DocumentMember {
    /// The key, or `nil` if it can't be compared.
    let key: String?
    /// The token of the value.
    var token: Int
    var refusal: MappingRefusal?
}

extension MappingSource {
    /// The members of an object in a document, one for each distinct key that isn't in `table`.
    func documentMembers(
        beyond table: KeyTable?,
        _ duplicateKeyCount: inout Int
    ) -> [DocumentMember] {
        let document = document
        let count = memberCount
        guard count > 0, count <= options.limits.elements else { return [] }
        var members: [DocumentMember] = []
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
                members.append(DocumentMember(key: key, token: value, refusal: refusal))
            }
        }
        return members
    }

    /// The index of the member with this key, or `nil`.
    ///
    /// For a new key, records `key` for the member that is appended next.
    private func earlier(
        _ key: String,
        in members: [DocumentMember],
        _ indexes: inout [String: Int]?
    ) -> Int? {
        guard indexes != nil else { return members.firstIndex { $0.key == key } }
        let earlier = indexes?.updateValue(members.count, forKey: key)
        if let earlier { indexes?[key] = earlier }
        return earlier
    }

    private func key(_ token: JSONToken, in document: JSONDocument) -> (String?, MappingRefusal?) {
        // An escape uses at most six bytes for one.
        let minimumLength = token.isEscaped ? token.extent / 6 : token.extent
        guard minimumLength <= options.limits.stringBytes else {
            return (nil, MappingRefusal(.stringBytes))
        }
        guard let key = document.text(of: token) else {
            return (nil, MappingRefusal(.invalidFormat))
        }
        let refusal = refusal(ofKey: key)
        return (refusal == nil ? key : nil, refusal)
    }

    /// The reason why a key can't be compared, or `nil`.
    func refusal(ofKey key: String) -> MappingRefusal? {
        guard key.utf8.count <= options.limits.stringBytes else {
            return MappingRefusal(.stringBytes)
        }
        return key.isSlowToCompare ? MappingRefusal(.combiningMarks) : nil
    }
}
