/// The first phase of mapping: finding the values of the fields' keys, in whatever order they come.
extension MappingPlan {
    /// Finds the members of `object` and of every object that key paths go through.
    ///
    /// - Returns: `false` if `object` has too many members.
    func locate(
        _ members: Members,
        in object: borrowing MappingSource,
        countsUnknownKeys counts: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        // Listed once it is known which aliases are unused.
        let listsLater = counts && object.options.listsUnknownKeys
        let counts = counts && !listsLater
        guard locate(0, members, in: object, counts && unknownMembers == nil, &run) else {
            return false
        }
        for index in objects.indices.dropFirst() {
            guard let entry = objects[index].entry else { continue }
            let standing = MappingSource.Standing(
                run.purpose,
                depth: run.depth &+ objects[index].depth
            )
            if let source = members.source(at: entry, standing, in: object.context) {
                guard source.kind != .null else { continue }
                if hasIndexes, locateElements(index, of: entry, members, in: source) { continue }
                let isFound =
                    source.isObject && Int(standing.depth) <= source.maximumDepth
                    && locate(index, members, in: source, counts && !entries[entry].isShared, &run)
                if isFound { continue }
            }
            guard members[entry] != Members.absent else { continue }
            let obstacle = members.obstacle(of: entry) ?? entry
            for inner in entryRange(of: index) { members.block(inner, by: obstacle) }
        }
        if listsLater { listUnknownKeys(members, in: object, &run) }
        return true
    }

    /// Lists and counts the keys of each object that no field reads, in the order of the input.
    @inline(never)
    private func listUnknownKeys(
        _ members: Members,
        in object: borrowing MappingSource,
        _ run: inout MappingRun
    ) {
        for field in fields.indices { _ = usedEntry(field, members, object.context) }
        let standing = MappingSource.Standing(run.purpose, depth: run.depth)
        for index in objects.indices {
            let entries = entryRange(of: index)
            let unread = entries.filter { !self.entries[$0].leadsToObject && members.isUnused($0) }
            let read = entries.filter { !unread.contains($0) }
            let table = KeyTable(
                read.map { objects[index].table.names[$0 - entries.lowerBound] },
                isCaseInsensitive: isCaseInsensitive
            )
            if let entry = objects[index].entry {
                guard !self.entries[entry].isShared,
                    members.obstacle(of: entries.lowerBound) == nil,
                    let source = members.source(at: entry, standing, in: object.context)
                else { continue }
                source.countUnknownKeys(
                    beyond: [table],
                    &run.report,
                    at: run.path + path(of: entry, members),
                    isSensitive: objects[index].isSensitive
                )
            } else if unknownMembers == nil {
                object.countUnknownKeys(beyond: [table], &run.report, at: run.path)
            } else {
                continue
            }
            unread.forEach(members.markUsed)
        }
    }

    /// Finds the elements that key paths lead to.
    ///
    /// - Returns: `false` if the value of `entry` is not an array, or no key path leads into one.
    private func locateElements(
        _ object: Int,
        of entry: Int,
        _ members: Members,
        in list: borrowing MappingSource
    ) -> Bool {
        let range = entryRange(of: object)
        guard list.isList, range.contains(where: { entries[$0].listIndex != nil }),
            list.exceededLimit(count: list.elementCount) == nil
        else { return false }
        for inner in range {
            if let index = entries[inner].listIndex {
                members.setElement(index, of: list, for: inner)
            } else {
                members.block(inner, by: entry)
            }
        }
        members.markAsList(entry)
        return true
    }

    private func entryRange(of object: Int) -> Range<Int> {
        let first = objects[object].firstEntry
        return first..<first &+ objects[object].table.names.count
    }

    private func locate(
        _ object: Int,
        _ members: Members,
        in source: borrowing MappingSource,
        _ countsUnused: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        let table = objects[object].table
        let outer = run.path
        func path() -> [MappingPath.Component] {
            outer + (objects[object].entry.map { self.path(of: $0, members) } ?? [])
        }
        let counts = members.read(
            source,
            table,
            from: objects[object].firstEntry,
            &run.report,
            at: path()
        )
        guard let counts else { return false }
        if countsUnused { run.report.unknownKeyCount &+= counts.unwanted }
        return true
    }

    /// Counts the unknown keys that can't be determined from a single object of the plan: unused
    /// aliases, and keys of an object that several fields read.
    @inline(never)
    func countUnknownKeys(
        _ members: Members,
        _ context: ContextReference,
        _ run: inout MappingRun
    ) {
        let standing = MappingSource.Standing(run.purpose, depth: run.depth)
        for entry in entries.indices where hasAliases && !entries[entry].leadsToObject {
            guard members.isUnused(entry),
                let source = members.source(at: entry, standing, in: context)
            else { continue }
            // A key of a dictionary is counted once, although several entries may be equal to it.
            if let twin = entries[entry].twin, members.isOneKey(entry, twin) { continue }
            let path = path(of: entry, members)
            guard case .key(let name)? = path.last else { continue }
            run.report.unknownKeyCount &+= 1
            guard source.options.listsUnknownKeys else { continue }
            // The name is declared by the mapping, so it isn't a secret of the input.
            run.report.addUnknownKey(
                source.isSensitive ? nil : name,
                source.kind,
                in: run.path + path.dropLast(),
                source.options.limits
            )
        }
        for entry in entries.indices where entries[entry].isShared {
            guard let source = members.source(at: entry, standing, in: context) else {
                continue
            }
            source.countUnknownKeys(
                beyond: entries[entry].readers,
                &run.report,
                at: run.path + path(of: entry, members),
                isSensitive: entries[entry].isSensitive
            )
        }
    }
}
