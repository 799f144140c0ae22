/// The members of an object, as a keyed container sees them.
///
/// A decoder makes one when its initializer opens a keyed container, and keeps it for the objects
/// that it decodes later.
final class ObjectMembers {
    /// The keys that the container's type requests, or `nil` if no object is open.
    private(set) var shape: KeyShape?
    // Exclusive access to the store and to the requested names is not checked, because the check
    // costs time for each member. Accesses don't overlap: each is a single call of the store or the
    // set, which runs no code of a decoded type.
    @safe @exclusivity(unchecked) private var store = MemberStore()
    /// The index of the key that is most likely to be requested next.
    private var nameHint = 0
    private var counts = Members.Counts()
    /// All members by key, if the type's keys are not fixed.
    private var byKey: MembersByKey?
    /// The keys that were requested, if the type's keys are not fixed.
    @safe @exclusivity(unchecked) private(set) var requestedNames: Set<String> = []
    private(set) var requestsAllKeys = false

    /// Whether the container's type has fixed keys.
    var hasOwnKeys: Bool { shape?.isOwn == true }

    /// Opens the object that `decoder` decodes, and finds the members that are likely to be
    /// requested.
    ///
    /// Returns the reason if the object can't be read, or `nil`.
    func open(_ shape: KeyShape, in decoder: ValueDecoder) throws -> MappingRefusal? {
        let call = decoder.call
        nameHint = 0
        counts = Members.Counts()
        let refusal = try decoder.withSource { source -> MappingRefusal? in
            if shape.isOwn {
                shape.updateTable()
                let start = call.report.mark
                let read = store.read(source, shape.table, &call.report, at: decoder.path)
                // The scanner has kept none of too many members, so no work is counted.
                guard let read else { return MappingRefusal(.elements) }
                counts = read
                if counts.repeated > 0 {
                    // Only requested keys count as duplicates, and earlier values may have
                    // requested more than this one does.
                    call.report.remove(since: start)
                    store.forgetRepeated()
                    counts.repeated = 0
                }
            } else {
                guard source.memberCount <= source.options.limits.elements else {
                    return MappingRefusal(.elements)
                }
                do throws(MappingRefusal) {
                    let members = try MembersByKey(source, &call.report.duplicateKeyCount)
                    counts.all = members.names.count
                    byKey = members
                } catch {
                    return error
                }
            }
            return call.attempts.count(counts.all) ? nil : MappingRefusal(.attempts)
        }
        if let refusal, let refusal { return refusal }
        self.shape = shape
        return nil
    }

    /// Discards the object, but keeps the memory.
    func close() {
        shape = nil
        store.clear()
        if byKey != nil { byKey = nil }
        if !requestedNames.isEmpty { requestedNames = [] }
        requestsAllKeys = false
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

    /// The slot of the value for `name` at a position that was found.
    @inline(__always)
    func slot(for name: String, at index: Int) -> Slot {
        Slot(origin: store.members.origin(at: index), step: step(to: name))
    }

    /// The slot of the value for `name`.
    func slot(for name: String, in decoder: ValueDecoder) -> Slot {
        Slot(origin: origin(of: name, in: decoder), step: step(to: name))
    }

    /// The step to the value for `name`, in the spelling of the input.
    private func step(to name: String) -> Step {
        guard let shape else { return .key(name, isOwn: true) }
        return .key(shape.spelled(name), isOwn: shape.isOwn)
    }

    private func origin(of name: String, in decoder: ValueDecoder) -> Origin {
        guard let shape, case .value = decoder.origin else { return .absent }
        guard shape.isOwn else {
            requestedNames.insert(name)
            return byKey?[name] ?? .absent
        }
        let index = shape.index(of: name, hint: nameHint)
        nameHint = index &+ 1
        if index >= store.members.count || store.members[index] == Members.unknown {
            let table = shape.table(of: [shape.spelledNames[index]])
            let path = decoder.path
            _ = try? decoder.withSource { source in
                // Passing the property itself would make the compiler check every access to it.
                var counts = counts
                store.find(table, at: index, in: source, &counts, &decoder.call.report, path)
                self.counts = counts
            }
        }
        store.members.markUsed(index)
        return store.members.origin(at: index)
    }

    /// The type that is decoded for the key at `index`, cached if the type's keys are fixed.
    func type<Value: Decodable>(
        _: Value.Type,
        at index: Int,
        in call: DecodingCall
    ) -> DecodableType {
        guard index >= 0, let shape else { return call.type(Value.self) }
        if let type = shape.types[index], type.type == Value.self { return type }
        let type = call.type(Value.self)
        shape.remember(type, at: index)
        return type
    }

    /// The keys of the object that are keys of the type, without duplicates.
    func allKeys<Key: CodingKey>(_ type: Key.Type, in decoder: ValueDecoder) -> [Key] {
        guard let shape, decoder.call.context != nil else { return [] }
        guard shape.isOwn else {
            requestsAllKeys = true
            return (byKey?.names ?? []).compactMap { Key(stringValue: $0) }
        }
        var names: [String] = []
        var duplicateKeyCount = 0
        _ = try? decoder.withSource { object in
            object.forEachMember(&duplicateKeyCount) { key, _, _ in
                // Longer keys are not declared ones.
                if let key, key.utf8.count <= 1 << 10 { names.append(key) }
            }
        }
        var seen: Set<String> = []
        return names.compactMap { name in
            guard let key = shape.strategy.key(type, spelled: name) else {
                if shape.strategy != .exact { decoder.rememberLeftOutKey() }
                return nil
            }
            guard seen.insert(key.stringValue).inserted else { return nil }
            _ = origin(of: key.stringValue, in: decoder)
            return key
        }
    }

    /// The number of keys that were not requested, or `nil` if only reading the keys again tells.
    var unrequestedCount: Int? {
        guard hasOwnKeys else { return nil }
        let members = store.members
        let usedCount = (0..<members.count).count { members.isUsed($0) }
        return max(0, counts.all &- counts.repeated &- usedCount)
    }

    /// The keys that were requested, in the spelling of the input, if the type's keys are fixed.
    var requestedKeys: KeyTable? {
        guard let shape, shape.isOwn else { return nil }
        let names = shape.names.indices
            .filter { $0 < store.members.count && store.members.isUsed($0) }
            .map { shape.spelledNames[$0] }
        return shape.table(of: names)
    }
}
