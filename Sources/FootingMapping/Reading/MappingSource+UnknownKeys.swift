import FootingBytes

/// Counting of keys that no field reads.
extension MappingSource {
    /// Counts the keys of this object that are in none of `tables`, and lists them if the options
    /// request that.
    @inline(never)
    func countUnknownKeys(
        beyond tables: [KeyTable],
        _ report: inout MappingReport,
        at path: [MappingPath.Component],
        isSensitive: Bool = false
    ) {
        let options = options
        let lists = options.listsUnknownKeys
        let isSensitive = isSensitive || self.isSensitive
        if isNative {
            guard case .object(let dictionary) = native else { return }
            let used = dictionary.indexes(ofKeysIn: tables)
            report.unknownKeyCount &+= dictionary.count &- used.count
            let room = options.limits.issues &- report.notes.count
            guard lists, used.count < dictionary.count, room > 0 else { return }
            let unknown = dictionary.indices.filter { !used.contains($0) }.map { dictionary[$0] }
            for (key, value) in unknown.sorted(by: [String: Any].isInOrder).prefix(room) {
                let shown = isSensitive ? nil : key
                report.addUnknownKey(shown, NativeValue(value).kind, in: path, options.limits)
            }
            return
        }
        let document = document
        guard document[token].kind == .object else { return }
        let end = document[token].extent
        var token = token &+ 1
        while token < end {
            let key = document[token]
            if !tables.contains(where: { $0.index(of: key, in: document, hint: 0) != nil }) {
                report.unknownKeyCount &+= 1
                if lists, report.notes.count < options.limits.issues {
                    let text =
                        isSensitive ? nil : document.text(of: key, limit: options.limits.keyBytes)
                    let kind = document[token &+ 1].kind.sourceKind
                    report.addUnknownKey(text, kind, in: path, options.limits)
                }
            }
            token = document.index(after: token &+ 1)
        }
    }
}

extension MappingSource {
    /// Calls `body` with each member whose key isn't in `table`.
    ///
    /// The third argument is the reason if the member is refused regardless of its value.
    func forEachMember(
        beyond table: KeyTable,
        _ duplicateKeyCount: inout Int,
        _ body: (_ key: String, borrowing MappingSource, MappingRefusal?) -> Void
    ) {
        guard isNative else {
            for member in members(&duplicateKeyCount, beyond: table) ?? [] {
                body(member.key ?? "", inner(token: member.token), member.refusal)
            }
            return
        }
        guard case .object(let dictionary) = native else { return }
        let used = dictionary.indexes(ofKeysIn: [table])
        let unknown = dictionary.indices.filter { !used.contains($0) }.map { dictionary[$0] }
        for (key, value) in unknown.sorted(by: [String: Any].isInOrder) {
            let refusal =
                key.utf8.count > options.limits.stringBytes ? MappingRefusal(.bytes) : nil
            withInner(NativeValue(value)) { body(key, $0, refusal) }
        }
    }
}

extension MappingReport {
    /// Lists a key that no field reads.
    ///
    /// Pass `nil` if the key must not be shown.
    mutating func addUnknownKey(
        _ key: String?,
        _ kind: MappingSourceKind,
        in path: [MappingPath.Component],
        _ limits: MappingOptions.Limits
    ) {
        let step = key.map { MappingPath.Component.key($0.prefix(ofBytes: limits.keyBytes)) }
        add(
            MappingNote(
                path: MappingPath(components: path + [step ?? .hiddenKey]),
                kind: .unknownKey,
                sourceKind: kind,
                target: ""
            ),
            limit: limits.issues
        )
    }
}

extension [String: Any] {
    /// The indexes of the members whose keys are in one of `tables`.
    ///
    /// Unless a table is case-insensitive, only declared names are looked up, so the dictionary's
    /// other keys are not hashed.
    fileprivate func indexes(ofKeysIn tables: [KeyTable]) -> Set<Index> {
        var used = Set(tables.lazy.flatMap(\.names).compactMap { self.index(forKey: $0) })
        guard tables.contains(where: \.isCaseInsensitive) else { return used }
        for index in indices where tables.contains(where: { $0.index(of: self[index].key) != nil })
        {
            used.insert(index)
        }
        return used
    }
}
