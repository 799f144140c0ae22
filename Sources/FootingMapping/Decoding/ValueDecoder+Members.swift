/// Lookup of the members of an object.
extension ValueDecoder {
    /// Finds the members that are likely to be requested.
    ///
    /// Returns the reason if the object can't be read, or `nil`.
    func findMembers(_ shape: KeyShape) throws -> MappingRefusal? {
        nameHint = 0
        return try withSource { source -> MappingRefusal? in
            if shape.isOwn {
                shape.updateTable()
                let read = store.read(source, shape.table, &call.report, at: path)
                // The scanner has kept none of too many members, so no work is counted.
                guard let read else { return MappingRefusal(.elements) }
                counts = read
            } else {
                counts = Members.Counts()
                guard source.memberCount <= source.options.limits.elements else {
                    return MappingRefusal(.elements)
                }
                do throws(MappingRefusal) {
                    let members = try MembersByKey(source, &call.report.duplicateKeyCount)
                    counts.all = members.count
                    self.members = members
                } catch {
                    return error
                }
            }
            return call.countAttempts(counts.all) ? nil : MappingRefusal(.attempts)
        } ?? nil
    }

    /// The index of `name` among the type's keys, or -1 if they are not fixed.
    @inline(__always)
    func index(of name: String) -> Int {
        guard let shape, shape.isOwn else { return -1 }
        return shape.index(of: name, hint: nameHint)
    }

    /// The position of the value for the key at `index`, if that has been looked up; otherwise a
    /// negative number.
    @inline(__always)
    func position(at index: Int) -> Int {
        guard index >= 0, index < store.members.count else { return Members.unknown }
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
        guard let shape, case .value = origin else { return .absent }
        guard shape.isOwn else {
            requestedNames.insert(name)
            return members?[name] ?? .absent
        }
        let index = shape.index(of: name, hint: nameHint)
        nameHint = index &+ 1
        if index >= store.members.count || store.members[index] == Members.unknown {
            let table = shape.table(of: [shape.spelledNames[index]])
            _ = try? withSource { source in
                // Passing the property itself would make the compiler check every access to it.
                var counts = counts
                store.find(table, at: index, in: source, &counts, &call.report, path)
                self.counts = counts
            }
        }
        store.members.markUsed(index)
        return store.members.origin(at: index)
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
        guard shape?.isOwn == false else { return (try? withSource { $0.keys }) ?? [] }
        requestsAllKeys = true
        return call.context == nil ? [] : members?.names ?? []
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
