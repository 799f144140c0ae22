import FootingFormats

/// Where the members of an object are.
extension ValueDecoder {
    /// Finds the members that are likely to be asked for, or returns why none may be.
    func findMembers(_ shape: KeyShape) throws -> MappingRefusal? {
        nextName = 0
        lateNameCount = 0
        let refusal = try withSource { source -> MappingRefusal? in
            guard shape.isOwn else { return findAllMembers(source) }
            shape.updateTable()
            let table = shape.table
            store.reset(to: table.names.count, Members.absent, hasNatives: source.isNative)
            let read = store.members.read(source, table, from: 0, &call.report, at: path)
            guard let read else {
                let isWithinLimits = call.mayTry(min(source.options.limits.elements, 1 << 32))
                return MappingRefusal(isWithinLimits ? .elements : .attempts)
            }
            counts = read
            return call.mayTry(read.all) ? nil : MappingRefusal(.attempts)
        }
        if refusal == nil { store.reset(to: 0, Members.absent, hasNatives: false) }
        return refusal ?? nil
    }

    /// Finds all members, of a type whose keys can be any.
    private func findAllMembers(_ source: borrowing MappingSource) -> MappingRefusal? {
        counts = Members.Counts()
        guard !source.isNative else {
            guard case .object(let members) = source.native else { return nil }
            counts.all = members.count
            let isTooMany = counts.all > source.options.limits.elements
            guard call.mayTry(counts.all) else { return MappingRefusal(.attempts) }
            return isTooMany ? MappingRefusal(.elements) : nil
        }
        guard let list = source.members(&call.report.duplicateKeyCount) else {
            _ = call.mayTry(min(source.options.limits.elements, 1 << 32))
            return MappingRefusal(.elements)
        }
        counts.all = list.count
        guard call.mayTry(list.count) else { return MappingRefusal(.attempts) }
        var members: [String: MappingSource.Member] = [:]
        members.reserveCapacity(min(list.count, 1 << 16))
        for member in list {
            // It can't be compared with any other, so none could be told to be missing.
            guard let key = member.key else {
                return member.refusal ?? MappingRefusal(.invalidFormat)
            }
            members[key] = member
        }
        memberNames = list.compactMap(\.key)
        self.members = members
        return nil
    }

    /// The place of `name` among the type's own keys, or -1 if its keys can be any.
    @inline(__always)
    func index(of name: String) -> Int {
        guard let shape, shape.isOwn else { return -1 }
        return shape.index(of: name, hint: nextName)
    }

    /// Where the value of a JSON document is that the key at `index` stands for, if that takes no
    /// detour; otherwise a negative number.
    @inline(__always)
    func token(at index: Int) -> Int {
        guard index >= 0, index < store.members.count, case .token = origin else {
            return Members.unknown
        }
        nextName = index &+ 1
        return store.members.ask(index)
    }

    /// The value that `name` stands for.
    func slot(for name: String) throws -> Slot {
        try call.checkThatCallLasts()
        return Slot(origin: origin(of: name), step: step(to: name), old: old?.member(name))
    }

    /// A key in a path is as the input spells it.
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
            asked.insert(name)
            guard let member = members?[name] else { return .absent }
            return member.refusal == nil ? .token(member.token) : .duplicated
        case .native(.object(let members)) where !shape.isOwn:
            guard let value = members[name] else { return .absent }
            asked.insert(name)
            return .native(NativeValue(value))
        case .token, .native(.object):
            let index = shape.index(of: name, hint: nextName)
            nextName = index &+ 1
            if index >= store.members.count || store.members[index] == Members.unknown {
                findLate(index, shape)
            }
            _ = store.members.ask(index)
            return store.members.origin(at: index)
        case .native:
            return .absent
        }
    }

    /// Looks for a key that no value of the type has asked for before.
    private func findLate(_ name: Int, _ shape: KeyShape) {
        var isNative = false
        if case .native = origin { isNative = true }
        store.grow(to: name &+ 1, Members.unknown, hasNatives: isNative)
        store.members[name] = Members.absent
        lateNameCount &+= 1
        let spelled = shape.spelledNames[name]
        _ = try? withSource { source in
            let table = shape.table(of: [spelled])
            guard !source.isNative, lateNameCount > 8, counts.all > 32 else {
                let read = store.members.read(source, table, from: name, &call.report, at: path)
                counts.repeated &+= read?.repeated ?? 0
                return
            }
            // From here on, reading all members for each name would be quadratic.
            let known = index ?? MemberIndex(source, counts.all, shape.isCaseInsensitive)
            index = known
            // Handing over the property itself would have every access to it checked.
            var counts = counts
            defer { self.counts = counts }
            for key in known.keys(like: spelled)
            where table.index(of: source.document[key], in: source.document, hint: 0) != nil {
                store.members.take(
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

    /// The keys of the object that are keys of the type, each once.
    func allKeys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        let isOwn = shape?.isOwn ?? true
        // What an update goes on in has the keys as they are declared.
        var shape = shape
        if case .absent = origin { shape = nil }
        var seen: Set<String> = []
        return availableNames.compactMap { name in
            let found = shape.map { $0.key(type, spelled: name) } ?? Key(stringValue: name)
            guard let key = found else { return nil }
            if isOwn {
                guard seen.insert(key.stringValue).inserted else { return nil }
                _ = origin(of: key.stringValue)
            }
            return key
        }
    }

    private var availableNames: [String] {
        guard call.context != nil else { return [] }
        if shape?.isOwn == false { asksForAllKeys = true }
        switch origin {
        case .token(let token):
            guard shape?.isOwn ?? true else { return memberNames }
            let document = call.document
            guard document[token].kind == .object else { return [] }
            let end = document[token].extent
            var names: [String] = []
            var token = token &+ 1
            while token < end {
                // What is longer than any word of a program is not compared.
                if document[token].extent <= 1 << 10, let name = document.text(of: document[token])
                {
                    names.append(name)
                }
                token = document.index(after: token &+ 1)
            }
            return names
        case .native(.object(let members)):
            return Array(members.keys)
        case .absent:
            return old?.memberNames ?? []
        case .native, .duplicated:
            return []
        }
    }

    /// Counts the keys that nobody has asked for, once the value has been decoded.
    func finish() {
        let isPlain = !isUnusual && !call.options.listsUnusedKeys
        if isPlain, step != .same {
            guard let shape, shape.isOwn else { return }
            call.report.unusedKeyCount &+= unaskedCount
            return
        }
        for decoder in inner { decoder.finish() }
        let containers = siblings + (shape == nil || step == .same ? [] : [self])
        guard step != .same, !containers.isEmpty,
            !containers.contains(where: \.asksForAllKeys)
        else { return }
        if containers.count == 1, shape?.isOwn == true, !call.options.listsUnusedKeys {
            call.report.unusedKeyCount &+= unaskedCount
            return
        }
        let tables = containers.map(\.askedKeys)
        let path = call.options.listsUnusedKeys ? path : []
        _ = try? withSource {
            guard $0.kind == .object else { return }
            $0.countUnusedKeys(beyond: tables, &call.report, at: path)
        }
    }

    private var unaskedCount: Int {
        let members = store.members
        let asked = (0..<members.count).count { members.isUsed($0) }
        return max(0, counts.all &- counts.repeated &- asked)
    }

    /// The keys that were asked for, or would be, as the input spells them.
    private var askedKeys: KeyTable {
        guard let shape else { return KeyTable([]) }
        guard shape.isOwn else { return KeyTable(Array(asked)) }
        let names = shape.names.indices
            .filter { $0 < store.members.count && store.members.isUsed($0) }
            .map { shape.spelledNames[$0] }
        return shape.table(of: names)
    }
}

/// Where the members of an object in JSON bytes are, by the hashes of their keys.
///
/// The hashes are seeded, so input can't give many keys the same one.
struct MemberIndex {
    private struct Member {
        let key: Int
        /// The number of the member before it whose key falls into the same place, or -1.
        let previous: Int32
    }

    private var members: [Member] = []
    /// The number of the last member in each place, or -1.
    private var places: [Int32]
    private let isCaseInsensitive: Bool

    init(_ object: borrowing MappingSource, _ count: Int, _ isCaseInsensitive: Bool) {
        self.isCaseInsensitive = isCaseInsensitive
        members.reserveCapacity(count)
        places = Array(repeating: -1, count: 1 << (Int.bitWidth - count.leadingZeroBitCount))
        let document = object.document
        let end = document[object.token].extent
        var key = object.token &+ 1
        while key < end {
            if let place = place(of: document[key], in: document) {
                members.append(Member(key: key, previous: places[place]))
                places[place] = Int32(truncatingIfNeeded: members.count &- 1)
            }
            key = document.index(after: key &+ 1)
        }
    }

    /// The tokens of keys that may be spelled like this, in their order.
    func keys(like name: String) -> [Int] {
        var keys: [Int] = []
        var number = places[place(of: name)]
        while number >= 0 {
            keys.append(members[Int(number)].key)
            number = members[Int(number)].previous
        }
        return keys.reversed()
    }

    private func place(of key: JSONToken, in document: JSONDocument) -> Int? {
        if key.isEscaped || isCaseInsensitive {
            return document.text(of: key).map { place(of: $0) }
        }
        let start = Int(key.start)
        return place(in: document.bytes, from: start, to: start &+ key.extent)
    }

    private func place(of name: String) -> Int {
        let name = isCaseInsensitive ? name.foldingASCII : name
        return name.withBytes { place(in: $0, from: 0, to: $0.count) }
    }

    @inline(__always)
    private func place(in bytes: ByteView, from start: Int, to end: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(end &- start)
        for position in stride(from: start, to: end, by: 8) {
            hasher.combine(bytes.word(at: position, before: end))
        }
        return hasher.finalize() & (places.count &- 1)
    }
}
