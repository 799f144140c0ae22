import FootingFormats

/// Where the members of an object are.
extension ValueDecoder {
    /// Finds the members that are likely to be asked for, or returns why none may be.
    func findMembers(
        _ shape: KeyShape,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> MappingIssue.Code? {
        nextName = 0
        let limit = unsafe run.pointee.options.limits.elements
        switch place {
        case .token(let position):
            guard let document = unsafe run.pointee.document else { return .typeMismatch }
            guard shape.isOwn else { return unsafe findAllMembers(position, document, run) }
            shape.updateTable()
            let table = shape.table
            positions.reset(to: MemberPositions.absent, count: table.names.count)
            let end = document[position].extent
            var token = position &+ 1
            var hint = 0
            var count = 0
            while token < end {
                count &+= 1
                guard count <= limit else {
                    session.countAsTried(count)
                    return unsafe run.pointee.beyond(.elements)
                }
                let value = token &+ 1
                if let index = table.index(of: document[token], in: document, hint: hint) {
                    if positions[index] == MemberPositions.absent {
                        positions[index] = value
                    } else {
                        positions[index] = unsafe repeated(
                            table.names[index],
                            positions[index],
                            value,
                            run
                        )
                    }
                    hint = index &+ 1
                }
                token = document.index(after: value)
            }
            memberCount = count
            session.countAsTried(count)
        case .native(.object(let members)):
            guard members.count <= limit else { return unsafe run.pointee.beyond(.elements) }
            memberCount = members.count
            session.countAsTried(memberCount)
            if shape.strategy == .caseInsensitive {
                foldedMembers = Dictionary(grouping: members) { $0.key.foldingASCII }
            }
            positions.reset(to: MemberPositions.unknown, count: shape.isOwn ? shape.names.count : 0)
        default:
            positions.reset(to: MemberPositions.absent, count: 0)
        }
        return nil
    }

    /// Where to read a key that was there before, at `value` now.
    private func repeated(
        _ name: String,
        _ position: Int,
        _ value: Int,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Int {
        repeatedCount &+= 1
        unsafe run.pointee.report.duplicateKeyCount &+= 1
        if unsafe run.pointee.options.listsFields {
            unsafe run.pointee.note(.duplicateKey, at: value, path + [.key(name)], target: "")
        }
        return switch unsafe run.pointee.options.duplicateKeys {
        case .first: position
        case .last: value
        case .reject: MemberPositions.duplicated
        }
    }

    /// Finds all members, of a type whose keys can be any.
    func findAllMembers(
        _ position: Int,
        _ document: JSONDocument,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> MappingIssue.Code? {
        let source = unsafe MappingSource(run, at: position)
        guard document[position].kind == .object else { return nil }
        guard let list = session.members(of: source, document) else {
            return unsafe run.pointee.beyond(.elements)
        }
        memberCount = list.count
        var members: [String: MappingSource.Member] = [:]
        members.reserveCapacity(min(list.count, 1 << 16))
        for member in list {
            // It can't be compared with any other, so none could be told to be missing.
            guard let key = member.key else {
                if case .limit(let limit) = member.obstacle {
                    return unsafe run.pointee.beyond(limit)
                }
                return member.failure ?? .invalidFormat
            }
            members[key] = member
        }
        memberList = list
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
    /// detour.
    @inline(__always)
    func token(at index: Int) -> Int {
        guard index >= 0, index < positions.count, case .token = place else {
            return MemberPositions.unknown
        }
        nextName = index &+ 1
        return positions.ask(index)
    }

    /// The value that `name` stands for.
    func slot(for name: String) throws -> Slot {
        _ = try unsafe liveRun()
        return Slot(
            place: place(of: name),
            step: step(to: name),
            old: old?.member(name)
        )
    }

    /// A key in a path is as the input spells it.
    func step(to name: String) -> Step {
        guard let shape else { return .key(name, isOwn: true) }
        let isSpelled = shape.strategy == .snakeCase
        return .key(isSpelled ? shape.spelled(name) : name, isOwn: shape.isOwn)
    }

    private func place(of name: String) -> Place {
        switch place {
        case .hole:
            return .hole
        case .absent, .duplicated:
            return .absent
        case .token(let position):
            guard let shape else { return .absent }
            guard shape.isOwn else {
                asked.insert(name)
                guard let member = members?[name] else { return .absent }
                return member.failure == nil ? .token(member.position) : .duplicated
            }
            let index = shape.index(of: name, hint: nextName)
            nextName = index &+ 1
            positions.grow(to: index &+ 1, filling: MemberPositions.unknown)
            if positions[index] == MemberPositions.unknown {
                positions[index] = search(shape, index, from: position)
            }
            let token = positions.ask(index)
            if token >= 0 { return .token(token) }
            return token == MemberPositions.duplicated ? .duplicated : .absent
        case .native(.object(let members)):
            guard let shape, shape.isOwn else {
                guard let value = members[name] else { return .absent }
                asked.insert(name)
                return .native(NativeValue(value))
            }
            let index = shape.index(of: name, hint: nextName)
            nextName = index &+ 1
            positions.grow(to: index &+ 1, filling: MemberPositions.unknown)
            let spelled = shape.spelledNames[index]
            if let foldedMembers {
                return place(among: foldedMembers[spelled.foldingASCII] ?? [], spelled, index)
            }
            guard let value = members[spelled] else { return .absent }
            positions[index] = max(0, positions[index])
            _ = positions.ask(index)
            return .native(NativeValue(value))
        case .native:
            return .absent
        }
    }

    /// The value of one of several keys that differ in case alone; an equal one comes first.
    private func place(
        among members: [(key: String, value: Any)],
        _ name: String,
        _ index: Int
    ) -> Place {
        guard let run = unsafe session.run, !members.isEmpty else { return .absent }
        let sorted = members.sorted {
            ($0.key == name ? 0 : 1, $0.key) < ($1.key == name ? 0 : 1, $1.key)
        }
        var value = sorted[0].value
        if positions[index] < 0 {
            positions[index] = 0
            for member in sorted.dropFirst() {
                unsafe session.withPosition(of: .native(NativeValue(member.value)), in: run) {
                    _ = unsafe repeated(name, 0, $0 ?? 0, run)
                }
            }
        }
        _ = positions.ask(index)
        if sorted.count > 1 {
            switch unsafe run.pointee.options.duplicateKeys {
            case .first: break
            case .last: value = sorted[sorted.count - 1].value
            case .reject: return .duplicated
            }
        }
        return .native(NativeValue(value))
    }

    /// Looks for a key that no value of the type has asked for before.
    private func search(_ shape: KeyShape, _ index: Int, from position: Int) -> Int {
        let name = shape.spelledNames[index]
        guard let run = unsafe session.run, let document = unsafe run.pointee.document else {
            return MemberPositions.absent
        }
        let table = shape.table(of: [name])
        let end = document[position].extent
        var found = MemberPositions.absent
        var token = position &+ 1
        while token < end {
            let value = token &+ 1
            if table.index(of: document[token], in: document, hint: 0) != nil {
                found =
                    found == MemberPositions.absent
                    ? value : unsafe repeated(name, found, value, run)
            }
            token = document.index(after: value)
        }
        return found
    }

    /// The keys of the object that are keys of the type, each once.
    func allKeys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
        let isOwn = shape?.isOwn ?? true
        // What an update goes on in has the keys as they are declared.
        var shape = shape
        if case .absent = place { shape = nil }
        var seen: Set<String> = []
        return availableNames.compactMap { name in
            let found = shape.map { $0.key(type, spelled: name) } ?? Key(stringValue: name)
            guard let key = found else { return nil }
            if isOwn {
                guard seen.insert(key.stringValue).inserted else { return nil }
                _ = place(of: key.stringValue)
            }
            return key
        }
    }

    private var availableNames: [String] {
        guard let run = unsafe session.run else { return [] }
        switch place {
        case .token(let position):
            guard shape?.isOwn ?? true else {
                asksForAllKeys = true
                return memberList.compactMap(\.key)
            }
            guard let document = unsafe run.pointee.document,
                document[position].kind == .object
            else { return [] }
            let end = document[position].extent
            var names: [String] = []
            var token = position &+ 1
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
            if shape?.isOwn == false { asksForAllKeys = true }
            return Array(members.keys)
        case .absent:
            return old?.memberNames ?? []
        case .native, .duplicated, .hole:
            return []
        }
    }

    /// Lets go of the decoders inside, which hold this one.
    func letGo() {
        guard isUnusual else { return }
        let held = inner + siblings
        (inner, siblings) = ([], [])
        for decoder in held where decoder !== self { decoder.letGo() }
    }

    /// Counts the keys that nobody has asked for, once the value has been decoded.
    func finish() {
        if case .same = step {
            for decoder in inner { decoder.finish() }
            return
        }
        if !isUnusual {
            guard let shape, shape.isOwn, let run = unsafe session.run else { return }
            if unsafe !run.pointee.listsUnusedKeys {
                let unused = memberCount &- repeatedCount &- positions.askedCount
                unsafe run.pointee.report.unusedKeyCount &+= max(0, unused)
                return
            }
        }
        for decoder in inner { decoder.finish() }
        guard shape != nil || !siblings.isEmpty, let run = unsafe session.run else { return }
        let containers = siblings + [self]
        guard !containers.contains(where: \.asksForAllKeys) else { return }
        let isSimple =
            siblings.isEmpty && shape?.isOwn == true && foldedMembers == nil
        let unused =
            unsafe isSimple && !run.pointee.listsUnusedKeys
            ? memberCount &- repeatedCount &- positions.askedCount
            : countUnusedKeys(beyond: containers.map(\.askedKeys), run)
        unsafe run.pointee.report.unusedKeyCount &+= max(0, unused)
    }

    /// The keys that were asked for, or would be, as the input spells them.
    private var askedKeys: KeyTable {
        guard let shape else { return KeyTable([]) }
        guard shape.isOwn else { return KeyTable(Array(asked)) }
        let names = shape.names.indices
            .filter { $0 < positions.count && positions.wasAsked($0) }
            .map { shape.spelledNames[$0] }
        return shape.table(of: names)
    }

    /// Counts the keys that none of `tables` has, and lists them if that was asked for.
    private func countUnusedKeys(
        beyond tables: [KeyTable],
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Int {
        let lists = unsafe run.pointee.listsUnusedKeys
        switch place {
        case .native(.object(let members)):
            let unused = members.keys.count { key in
                !tables.contains { $0.index(of: key) != nil || $0.names.contains(key) }
            }
            if unused > 0, lists {
                unsafe run.pointee.noteUnusedKeys(
                    of: members,
                    beyond: tables,
                    in: path,
                    isSensitive: false
                )
            }
            return unused
        case .token(let position):
            guard let document = unsafe run.pointee.document,
                document[position].kind == .object
            else { return 0 }
            let limit = unsafe run.pointee.options.limits.keyBytes
            let path = lists ? path : []
            let end = document[position].extent
            var count = 0
            var token = position &+ 1
            while token < end {
                let key = document[token]
                if !tables.contains(where: { $0.index(of: key, in: document, hint: 0) != nil }) {
                    count &+= 1
                    if lists {
                        let kind = unsafe run.pointee.kind(at: token &+ 1)
                        unsafe run.pointee.noteUnusedKey(
                            document.text(of: key, limit: limit),
                            kind,
                            in: path,
                            isSensitive: false
                        )
                    }
                }
                token = document.index(after: token &+ 1)
            }
            return count
        default:
            return 0
        }
    }
}

extension MappingRun {
    /// Says which limit a value is beyond, and returns the code for that.
    mutating func beyond(_ limit: BrokenLimit) -> MappingIssue.Code {
        explanation = limit.rawValue
        return .limit
    }

    /// Whether objects that can't be made are left out of their lists, or nothing is made at all.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }
}
