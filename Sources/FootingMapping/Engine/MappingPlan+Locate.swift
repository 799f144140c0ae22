import FootingFormats

/// The first phase: find the values of the wanted keys, whatever order they come in.
extension MappingPlan {
    /// Fills `positions` for the object at `position` and every object that key paths go through, or
    /// returns `false` if the object itself is beyond a limit.
    func locate(
        _ positions: Positions,
        from position: Int,
        countingUnusedKeys counts: Bool,
        in run: UnsafeMutablePointer<MappingRun>
    ) -> Bool {
        guard unsafe locate(0, positions, from: position, counts, in: run) else { return false }
        for index in objects.indices.dropFirst() {
            guard let entry = objects[index].entry else { continue }
            let range = entryRange(of: index)
            switch positions[entry] {
            case Positions.absent:
                continue
            case Positions.duplicated:
                for inner in range { positions.block(inner, by: entry) }
            case ..<0:
                let obstacle = positions.obstacle(of: entry) ?? entry
                for inner in range { positions.block(inner, by: obstacle) }
            case let position:
                guard unsafe run.pointee.kind(at: position) != .null else { continue }
                let isFound =
                    unsafe run.pointee.isObject(at: position)
                    && objects[index].depth &+ run.pointee.depth <= run.pointee.maximumDepth
                    && locate(index, positions, from: position, !entries[entry].isShared, in: run)
                if !isFound { for inner in range { positions.block(inner, by: entry) } }
            }
        }
        return true
    }

    private func entryRange(of object: Int) -> Range<Int> {
        let first = objects[object].firstEntry
        return first..<first &+ objects[object].table.names.count
    }

    private func locate(
        _ object: Int,
        _ positions: Positions,
        from position: Int,
        _ counts: Bool,
        in run: UnsafeMutablePointer<MappingRun>
    ) -> Bool {
        if let document = unsafe run.pointee.document {
            unsafe locate(object, positions, from: position, counts, in: document, run)
        } else {
            unsafe locateNative(object, positions, from: position, counts, run)
        }
    }

    /// Reads the members in the order of the text, and looks up each key among ours.
    private func locate(
        _ object: Int,
        _ positions: Positions,
        from position: Int,
        _ counts: Bool,
        in document: JSONDocument,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Bool {
        let first = objects[object].firstEntry
        let limit = unsafe run.pointee.options.limits.elements
        let end = document[position].extent
        var token = position &+ 1
        var hint = 0
        var memberCount = 0
        var unusedCount = 0
        while token < end {
            memberCount &+= 1
            guard memberCount <= limit else {
                for entry in entryRange(of: object) { positions[entry] = Positions.absent }
                return false
            }
            let value = token &+ 1
            if let key = objects[object].table.index(of: document[token], in: document, hint: hint)
            {
                if positions[first &+ key] == Positions.absent {
                    positions[first &+ key] = value
                } else {
                    unsafe repeatKey(first &+ key, positions, at: value, run)
                }
                hint = key &+ 1
            } else {
                unusedCount &+= 1
                if counts, unsafe run.pointee.listsUnusedKeys {
                    unsafe noteUnusedKey(token, of: object, in: document, run)
                }
            }
            token = document.index(after: value)
        }
        if counts { unsafe run.pointee.report.unusedKeyCount &+= unusedCount }
        return true
    }

    private func repeatKey(
        _ entry: Int,
        _ positions: Positions,
        at value: Int,
        _ run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe run.pointee.report.duplicateKeyCount &+= 1
        unsafe run.pointee.note(.duplicateKey, at: value, entries[entry].path, target: "")
        switch unsafe run.pointee.options.duplicateKeys {
        case .first: break
        case .last: positions[entry] = value
        case .reject: positions[entry] = Positions.duplicated
        }
    }

    /// Looks up our keys only: what the dictionary has beyond them is counted, not touched.
    private func locateNative(
        _ object: Int,
        _ positions: Positions,
        from position: Int,
        _ counts: Bool,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Bool {
        guard case .object(let dictionary) = unsafe run.pointee.values[position] else {
            return true
        }
        guard unsafe dictionary.count <= run.pointee.options.limits.elements else { return false }
        let usedCount: Int
        if isCaseInsensitive {
            usedCount = unsafe locateInAnyCase(object, positions, in: dictionary, run)
        } else {
            usedCount = unsafe locateExactly(object, positions, in: dictionary, run)
        }
        guard counts else { return true }
        unsafe run.pointee.report.unusedKeyCount &+= dictionary.count &- usedCount
        if usedCount < dictionary.count, unsafe run.pointee.listsUnusedKeys {
            let path = objects[object].entry.map { entries[$0].path } ?? []
            unsafe run.pointee.noteUnusedKeys(
                of: dictionary,
                beyond: [objects[object].table],
                in: path,
                isSensitive: objects[object].isSensitive
            )
        }
        return true
    }

    @inline(__always)
    private func locateExactly(
        _ object: Int,
        _ positions: Positions,
        in dictionary: [String: Any],
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Int {
        let first = objects[object].firstEntry
        let names = objects[object].table.names
        var usedCount = 0
        for key in names.indices {
            if let twin = entries[first &+ key].twin {
                positions[first &+ key] = positions[twin]
                continue
            }
            guard let value = dictionary[names[key]] else { continue }
            usedCount &+= 1
            unsafe run.pointee.values.append(NativeValue(value))
            positions[first &+ key] = unsafe run.pointee.values.count &- 1
        }
        return usedCount
    }

    /// Goes through the dictionary once, since it can't be asked for a key in any case.
    @inline(never)
    private func locateInAnyCase(
        _ object: Int,
        _ positions: Positions,
        in dictionary: [String: Any],
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Int {
        let first = objects[object].firstEntry
        let table = objects[object].table
        var usedCount = 0
        var members: [Int: [(key: String, value: Any)]] = [:]
        for (key, value) in dictionary {
            guard let name = table.index(of: key) else { continue }
            usedCount &+= 1
            let entry = entries[first &+ name].twin ?? first &+ name
            members[entry, default: []].append((key, value))
        }
        for (name, entry) in zip(table.names, entryRange(of: object)) {
            if let twin = entries[entry].twin {
                positions[entry] = positions[twin]
                continue
            }
            var values = (members[entry] ?? []).filter { $0.key != name }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map(\.value)
            if let index = dictionary.index(forKey: name) {
                values.insert(dictionary[index].value, at: 0)
                // An equal key in other bytes has not been met above.
                if table.index(of: dictionary[index].key) == nil { usedCount &+= 1 }
            }
            for value in values {
                unsafe run.pointee.values.append(NativeValue(value))
                let position = unsafe run.pointee.values.count &- 1
                if positions[entry] == Positions.absent {
                    positions[entry] = position
                } else {
                    unsafe repeatKey(entry, positions, at: position, run)
                }
            }
        }
        return usedCount
    }
}
