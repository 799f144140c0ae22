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
        if counts { unsafe run.pointee.report.unusedKeyCount &+= dictionary.count &- usedCount }
        return true
    }

    /// Counts the keys of an object with several readers that none of them wants.
    func countUnusedKeys(
        of entry: Int,
        _ positions: Positions,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        guard let position = positions.value(of: entry) else { return }
        let readers = entries[entry].readers
        guard let document = unsafe run.pointee.document else {
            guard case .object(let dictionary) = unsafe run.pointee.values[position] else { return }
            let used = Set(readers.flatMap(\.names)).count { dictionary[$0] != nil }
            unsafe run.pointee.report.unusedKeyCount &+= dictionary.count &- used
            return
        }
        guard document[position].kind == .object else { return }
        var token = position &+ 1
        while token < document[position].extent {
            let key = document[token]
            if !readers.contains(where: { $0.index(of: key, in: document, hint: 0) != nil }) {
                unsafe run.pointee.report.unusedKeyCount &+= 1
            }
            token = document.index(after: token &+ 1)
        }
    }
}
