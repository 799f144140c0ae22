import FootingBytes

/// Lookup of the members of an object.
extension ValueDecoder {
    /// Finds the members that are likely to be requested.
    ///
    /// Returns the reason if the object can't be read, or `nil`.
    func findMembers(_ shape: KeyShape) throws -> MappingRefusal? {
        nameHint = 0
        unexpectedNameCount = 0
        return try withSource { source -> MappingRefusal? in
            guard shape.isOwn else { return findAllMembers(source) }
            shape.updateTable()
            let table = shape.table
            store.reset(to: table.names.count, Members.absent, hasNatives: source.isNative)
            let read = store.members.read(source, table, from: 0, &call.report, at: path)
            // The scanner has kept none of too many members, so no work is counted.
            guard let read else { return MappingRefusal(.elements) }
            counts = read
            return call.countAttempts(read.all) ? nil : MappingRefusal(.attempts)
        } ?? nil
    }

    /// Finds all members, for a type whose keys are not fixed.
    private func findAllMembers(_ source: borrowing MappingSource) -> MappingRefusal? {
        counts = Members.Counts()
        guard !source.isNative else {
            guard case .object(let members) = source.native else { return nil }
            counts.all = members.count
            guard counts.all <= source.options.limits.elements else {
                return MappingRefusal(.elements)
            }
            return call.countAttempts(counts.all) ? nil : MappingRefusal(.attempts)
        }
        guard let list = source.members(&call.report.duplicateKeyCount) else {
            return MappingRefusal(.elements)
        }
        counts.all = list.count
        guard call.countAttempts(list.count) else { return MappingRefusal(.attempts) }
        var members: [String: MappingSource.Member] = [:]
        members.reserveCapacity(min(list.count, 1 << 16))
        for member in list {
            // A key that can't be compared might be any key, so none could be reported as missing.
            guard let key = member.key else {
                return member.refusal ?? MappingRefusal(.invalidFormat)
            }
            members[key] = member
        }
        memberNames = list.compactMap(\.key)
        self.members = members
        return nil
    }

    /// The index of `name` among the type's keys, or -1 if they are not fixed.
    @inline(__always)
    func index(of name: String) -> Int {
        guard let shape, shape.isOwn else { return -1 }
        return shape.index(of: name, hint: nameHint)
    }

    /// The token of the value for the key at `index`, if the value is in a JSON document and has
    /// been looked up; otherwise a negative number.
    @inline(__always)
    func token(at index: Int) -> Int {
        guard index >= 0, index < store.members.count, case .token = origin else {
            return Members.unknown
        }
        nameHint = index &+ 1
        return store.members.usePosition(index)
    }

    /// The slot of the value for `name`.
    func slot(for name: String) throws -> Slot {
        try call.checkIsRunning()
        return Slot(origin: origin(of: name), step: step(to: name))
    }

    /// The step to the value for `name`, in the spelling of the input.
    func step(to name: String) -> Step {
        guard let shape else { return .key(name, isOwn: true) }
        return .key(shape.spelled(name), isOwn: shape.isOwn)
    }

    private func origin(of name: String) -> Origin {
        guard let shape else { return .absent }
        switch origin {
        case .absent, .duplicated:
            return .absent
        case .token where !shape.isOwn:
            requestedNames.insert(name)
            guard let member = members?[name] else { return .absent }
            return member.refusal == nil ? .token(member.token) : .duplicated
        case .native(.object(let members)) where !shape.isOwn:
            guard let value = members[name] else { return .absent }
            requestedNames.insert(name)
            return .native(NativeValue(value))
        case .token, .native(.object):
            let index = shape.index(of: name, hint: nameHint)
            nameHint = index &+ 1
            if index >= store.members.count || store.members[index] == Members.unknown {
                findUnexpected(index, shape)
            }
            _ = store.members.usePosition(index)
            return store.members.origin(at: index)
        case .native:
            return .absent
        }
    }

    /// Looks up a key that no value of the type requested before.
    private func findUnexpected(_ name: Int, _ shape: KeyShape) {
        var isNative = false
        if case .native = origin { isNative = true }
        store.grow(to: name &+ 1, Members.unknown, hasNatives: isNative)
        store.members[name] = Members.absent
        unexpectedNameCount &+= 1
        let spelled = shape.spelledNames[name]
        _ = try? withSource { source in
            let table = shape.table(of: [spelled])
            guard !source.isNative, unexpectedNameCount > 8, counts.all > 32 else {
                let read = store.members.read(source, table, from: name, &call.report, at: path)
                counts.repeated &+= read?.repeated ?? 0
                return
            }
            // With more names than this, reading all members for each would be quadratic.
            let known = index ?? MemberIndex(source, counts.all, shape.isCaseInsensitive)
            index = known
            // Passing the property itself would make the compiler check every access to it.
            var counts = counts
            defer { self.counts = counts }
            for key in known.keys(like: spelled)
            where table.index(of: source.document[key], in: source.document, hint: 0) != nil {
                store.members.record(
                    key &+ 1,
                    for: name,
                    spelled,
                    source,
                    &counts,
                    &call.report,
                    path
                )
            }
        }
    }

    /// The keys of the object that are keys of the type, without duplicates.
    func allKeys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        let isOwn = shape?.isOwn ?? true
        var seen: Set<String> = []
        let strategy = shape?.strategy ?? .exact
        return availableNames.compactMap { name in
            guard let key = strategy.key(type, spelled: name) else {
                if strategy != .exact { forEachOfSameType { $0.leavesOutKeys = true } }
                return nil
            }
            if isOwn {
                guard seen.insert(key.stringValue).inserted else { return nil }
                _ = origin(of: key.stringValue)
            }
            return key
        }
    }

    private var availableNames: [String] {
        guard call.context != nil else { return [] }
        if shape?.isOwn == false { requestsAllKeys = true }
        switch origin {
        case .token(let token):
            guard shape?.isOwn ?? true else { return memberNames }
            let document = call.document
            guard document[token].kind == .object else { return [] }
            let end = document[token].extent
            var names: [String] = []
            var token = token &+ 1
            while token < end {
                // Declared keys are assumed to be shorter, so a longer key is not compared.
                if document[token].extent <= 1 << 10, let name = document.text(of: document[token])
                {
                    names.append(name)
                }
                token = document.index(after: token &+ 1)
            }
            return names
        case .native(.object(let members)):
            // An initializer ends at its first error, so the order decides which one is reported.
            return members.inOrder.map(\.key)
        case .absent, .native, .duplicated:
            return []
        }
    }

    /// Counts the keys that were not requested, once the value has been decoded.
    func finish() {
        let isPlain = !isUnusual && !call.options.listsUnknownKeys
        if isPlain, !step.isSame {
            guard let shape, shape.isOwn else { return }
            call.report.unknownKeyCount &+= unrequestedCount
            return
        }
        for decoder in inner { decoder.finish() }
        let containers = siblings + (shape == nil || step.isSame ? [] : [self])
        guard !step.isSame, !containers.isEmpty,
            !containers.contains(where: \.requestsAllKeys)
        else { return }
        if containers.count == 1, shape?.isOwn == true, !call.options.listsUnknownKeys {
            call.report.unknownKeyCount &+= unrequestedCount
            return
        }
        let tables = containers.map(\.requestedKeys)
        let path = call.options.listsUnknownKeys ? path : []
        _ = try? withSource {
            guard $0.kind == .object else { return }
            $0.countUnknownKeys(beyond: tables, &call.report, at: path)
        }
    }

    private var unrequestedCount: Int {
        let members = store.members
        let usedCount = (0..<members.count).count { members.isUsed($0) }
        return max(0, counts.all &- counts.repeated &- usedCount)
    }

    /// The keys that were requested, in the spelling of the input.
    private var requestedKeys: KeyTable {
        guard let shape else { return KeyTable([]) }
        guard shape.isOwn else { return KeyTable(Array(requestedNames)) }
        let names = shape.names.indices
            .filter { $0 < store.members.count && store.members.isUsed($0) }
            .map { shape.spelledNames[$0] }
        return shape.table(of: names)
    }
}
