import FootingFormats

/// Keys of the objects that are mapped that no field reads.
extension MappingPlan {
    /// Lists the key at `token`, which none of the object's names is.
    @inline(never)
    func noteUnusedKey(
        _ token: Int,
        of object: Int,
        in document: JSONDocument,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        let path = objects[object].entry.map { entries[$0].path } ?? []
        let isSensitive = objects[object].isSensitive
        unsafe note(token, in: document, path, isSensitive: isSensitive, run)
    }

    private func note(
        _ token: Int,
        in document: JSONDocument,
        _ path: [MappingPath.Component],
        isSensitive: Bool,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        let limit = unsafe run.pointee.options.limits.keyBytes
        let kind = unsafe run.pointee.kind(at: token &+ 1)
        unsafe run.pointee.noteUnusedKey(
            document.text(of: document[token], limit: limit),
            kind,
            in: path,
            isSensitive: isSensitive
        )
    }

    /// Counts a key that is there for a field that has found an alias before it.
    func countUnusedAlias(
        _ entry: Int,
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe run.pointee.report.unusedKeyCount &+= 1
        guard unsafe run.pointee.listsUnusedKeys, let position = positions.value(of: entry),
            case .key(let name)? = entries[entry].path.last
        else { return }
        let kind = unsafe run.pointee.kind(at: position)
        // The name is declared, so that it is no secret.
        unsafe run.pointee.noteUnusedKey(
            name,
            kind,
            in: Array(entries[entry].path.dropLast()),
            isSensitive: false
        )
    }

    /// Counts the keys of an object with several readers that none of them wants.
    func countUnusedKeys(
        of entry: Int,
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        guard let position = positions.value(of: entry) else { return }
        let (path, readers) = (entries[entry].path, entries[entry].readers)
        let isSensitive = entries[entry].isSensitive
        guard let document = unsafe run.pointee.document else {
            guard case .object(let dictionary) = unsafe run.pointee.values[position] else { return }
            let used = dictionary.indexes(ofKeysIn: readers)
            unsafe run.pointee.report.unusedKeyCount &+= dictionary.count &- used.count
            guard used.count < dictionary.count, unsafe run.pointee.listsUnusedKeys else { return }
            unsafe run.pointee.noteUnusedKeys(
                of: dictionary,
                beyond: readers,
                in: path,
                isSensitive: isSensitive
            )
            return
        }
        guard document[position].kind == .object else { return }
        var token = position &+ 1
        while token < document[position].extent {
            let key = document[token]
            if !readers.contains(where: { $0.index(of: key, in: document, hint: 0) != nil }) {
                unsafe run.pointee.report.unusedKeyCount &+= 1
                if unsafe run.pointee.listsUnusedKeys {
                    unsafe note(token, in: document, path, isSensitive: isSensitive, run)
                }
            }
            token = document.index(after: token &+ 1)
        }
    }
}

extension MappingRun {
    /// Lists the keys of a dictionary that none of `tables` has, in the order of their bytes.
    mutating func noteUnusedKeys(
        of dictionary: [String: Any],
        beyond tables: [KeyTable],
        in path: [MappingPath.Component],
        isSensitive: Bool
    ) {
        guard report.notes.count < options.limits.issues else { return }
        let used = dictionary.indexes(ofKeysIn: tables)
        let unused = dictionary.indices.filter { !used.contains($0) }
            .map { dictionary[$0] }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (key, value) in unused.prefix(options.limits.issues) {
            noteUnusedKey(key, NativeValue(value).kind, in: path, isSensitive: isSensitive)
        }
    }
}

extension [String: Any] {
    /// Where the members are that one of `tables` has a name for.
    ///
    /// Only our names are hashed.
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
