/// The first phase of mapping: finding the values of the fields' keys, in whatever order they come.
extension MappingPlan {
    /// Finds the members of `object` and of every object that key paths go through.
    ///
    /// - Returns: `false` if `object` has too many members.
    func locate(
        _ members: Members,
        in object: borrowing MappingSource,
        countsUnusedKeys counts: Bool,
        _ run: inout MappingRun
    ) -> Bool {
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
                let isFound =
                    source.isObject && Int(standing.depth) <= source.maximumDepth
                    && locate(index, members, in: source, counts && !entries[entry].isShared, &run)
                if isFound { continue }
            }
            guard members[entry] != Members.absent else { continue }
            let obstacle = members.obstacle(of: entry) ?? entry
            for inner in entryRange(of: index) { members.block(inner, by: obstacle) }
        }
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
            outer + (objects[object].entry.map { entries[$0].path } ?? [])
        }
        let counts = members.read(
            source,
            table,
            from: objects[object].firstEntry,
            &run.report,
            at: path()
        )
        guard let counts else { return false }
        guard countsUnused, counts.unwanted > 0 else { return true }
        if source.options.listsUnusedKeys {
            source.countUnusedKeys(
                beyond: [table],
                &run.report,
                at: path(),
                isSensitive: objects[object].isSensitive
            )
        } else {
            run.report.unusedKeyCount &+= counts.unwanted
        }
        return true
    }

    /// Counts the unused keys that can't be determined from a single object of the plan: unused
    /// aliases, and keys of an object that several fields read.
    @inline(never)
    func countUnusedKeys(
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
            if source.isNative, entries[entry].twin != nil { continue }
            run.report.unusedKeyCount &+= 1
            guard source.options.listsUnusedKeys, case .key(let name)? = entries[entry].path.last
            else { continue }
            // The name is declared by the mapping, so it isn't a secret of the input.
            run.report.addUnusedKey(
                source.isSensitive ? nil : name,
                source.kind,
                in: run.path + entries[entry].path.dropLast(),
                source.options.limits
            )
        }
        for entry in entries.indices where entries[entry].isShared {
            guard let source = members.source(at: entry, standing, in: context) else {
                continue
            }
            source.countUnusedKeys(
                beyond: entries[entry].readers,
                &run.report,
                at: run.path + entries[entry].path,
                isSensitive: entries[entry].isSensitive
            )
        }
    }
}
