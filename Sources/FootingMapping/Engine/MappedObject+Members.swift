/// The first phase of mapping: finding the values of the fields' keys, in whatever order they come.
extension MappedObject {
    /// Finds the members of `object` and of every object that key paths go through.
    ///
    /// - Returns: `false` if `object` has too many members.
    func locate(
        in object: borrowing MappingSource,
        countsUnknownKeys counts: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        // Listed once it is known which aliases are unused.
        let listsLater = counts && object.options.listsUnknownKeys
        let counts = counts && !listsLater
        let countsOwn = counts && plan.unknownMembers == nil
        guard locate(0, in: object, countsOwn, &run) else { return false }
        for index in plan.objects.indices.dropFirst() {
            guard let entry = plan.objects[index].entry else { continue }
            let standing = MappingSource.Standing(
                run.purpose,
                depth: run.depth &+ plan.objects[index].depth
            )
            if let source = members.source(at: entry, standing, in: context) {
                guard source.kind != .null else { continue }
                if plan.hasIndexes, locateElements(index, of: entry, in: source) { continue }
                let isFound =
                    source.isObject && Int(standing.depth) <= source.maximumDepth
                    && locate(index, in: source, counts && !plan.entries[entry].isShared, &run)
                if isFound { continue }
            }
            guard members[entry] != Members.absent else { continue }
            let obstacle = members.obstacle(of: entry) ?? entry
            for inner in entryRange(of: index) { members.block(inner, by: obstacle) }
        }
        if listsLater { listUnknownKeys(in: object, &run) }
        return true
    }

    /// Lists and counts the keys of each object that no field reads, in the order of the input.
    @inline(never)
    private func listUnknownKeys(in object: borrowing MappingSource, _ run: inout MappingRun) {
        for field in plan.fields.indices { _ = usedEntry(field) }
        let standing = MappingSource.Standing(run.purpose, depth: run.depth)
        for index in plan.objects.indices {
            let range = entryRange(of: index)
            let unread = range.filter { !plan.entries[$0].leadsToObject && members.isUnused($0) }
            let read = range.filter { !unread.contains($0) }
            let table = KeyTable(
                read.map { plan.objects[index].table.names[$0 - range.lowerBound] },
                isCaseInsensitive: plan.isCaseInsensitive
            )
            if let entry = plan.objects[index].entry {
                guard !plan.entries[entry].isShared,
                    members.obstacle(of: range.lowerBound) == nil,
                    let source = members.source(at: entry, standing, in: context)
                else { continue }
                source.countUnknownKeys(
                    beyond: [table],
                    &run.report,
                    at: run.path + path(of: entry),
                    isSensitive: plan.objects[index].isSensitive
                )
            } else if plan.unknownMembers == nil {
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
        in list: borrowing MappingSource
    ) -> Bool {
        let range = entryRange(of: object)
        guard list.isList, range.contains(where: { plan.entries[$0].listIndex != nil }),
            list.exceededLimit(count: list.elementCount) == nil
        else { return false }
        for inner in range {
            if let index = plan.entries[inner].listIndex {
                members.setElement(index, of: list, for: inner)
            } else {
                members.block(inner, by: entry)
            }
        }
        members.markAsList(entry)
        return true
    }

    private func entryRange(of object: Int) -> Range<Int> {
        let first = plan.objects[object].firstEntry
        return first..<first &+ plan.objects[object].table.names.count
    }

    private func locate(
        _ object: Int,
        in source: borrowing MappingSource,
        _ countsUnused: Bool,
        _ run: inout MappingRun
    ) -> Bool {
        let table = plan.objects[object].table
        let outer = run.path
        func path() -> [MappingPath.Component] {
            outer + (plan.objects[object].entry.map { self.path(of: $0) } ?? [])
        }
        let counts = members.read(
            source,
            table,
            from: plan.objects[object].firstEntry,
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
    func countUnknownKeys(_ run: inout MappingRun) {
        let standing = MappingSource.Standing(run.purpose, depth: run.depth)
        for entry in plan.entries.indices where plan.hasAliases {
            guard !plan.entries[entry].leadsToObject, members.isUnused(entry),
                let source = members.source(at: entry, standing, in: context)
            else { continue }
            // A key of a dictionary is counted once, although several entries may be equal to it.
            if let twin = plan.entries[entry].twin, members.isOneKey(entry, twin) { continue }
            let path = path(of: entry)
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
        for entry in plan.entries.indices where plan.entries[entry].countsSharedKeys {
            guard let source = members.source(at: entry, standing, in: context) else { continue }
            source.countUnknownKeys(
                beyond: plan.entries[entry].readers,
                &run.report,
                at: run.path + path(of: entry),
                isSensitive: plan.entries[entry].isSensitive
            )
        }
    }
}
