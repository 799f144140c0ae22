import FootingLocalization
import FootingLocalizationMembers

extension TableFile {
    /// Adds the keys that sources look up in the table and, in a catalog, marks those as stale that
    /// no source uses any more.
    ///
    /// A new key goes where Xcode would insert it; nothing is moved, and no translation is removed.
    /// Entries in the states `manual` and `migrated` are not changed, but for a default with
    /// ``TableUpdate/Options/marksManual``. Keys with interpolations
    /// are not added, since their specifiers aren't known. In `.strings`, missing keys are appended
    /// to the file of the source language.
    ///
    /// - Parameters:
    ///   - keys: The keys of all sources that use the table.
    ///   - options: How entries are marked.
    /// - Returns: The changes, which ``write()`` writes.
    /// - Throws: ``LocalizationToolsError`` if the sources have no call, or if more than half of
    ///   the entries without a state would become stale; the table is then unchanged.
    /// - Complexity: O(*n* log *n*) in the number of calls and entries.
    @discardableResult
    public mutating func update(
        from keys: SourceKeys,
        options: TableUpdate.Options = .standard
    ) throws(LocalizationToolsError) -> TableUpdate {
        let own = keys.calls.filter { $0.table == name }
        return try update(from: keys, calls: own, options: options)
    }

    /// Adds the keys of some calls; the other keys are those that the sources use.
    package mutating func update(
        from keys: SourceKeys,
        calls: [SourceKeys.Call],
        options: TableUpdate.Options
    ) throws(LocalizationToolsError) -> TableUpdate {
        guard !keys.calls.isEmpty else {
            let message =
                "No Swift file looks up a key, so nothing is updated: pass the folders of the "
                + "sources, or the functions that look up keys."
            throw LocalizationToolsError(.noKeys, file: path, message)
        }
        let all = keys.calls.filter { $0.table == nil || $0.table == name }
        let uses = KeyUses.areOfSystem(table: name, path) ? nil : KeyUses(all, in: keys)
        return TableUpdate(changes: try content.update(from: CalledKeys(calls), uses, options))
    }
}

/// The keys of calls, in the order of the sources.
struct CalledKeys {
    struct Key {
        let text: String
        fileprivate(set) var defaultText: String?
        fileprivate(set) var comments: Set<String> = []

        /// The comments, sorted; `nil` if the sources have none.
        var comment: String? {
            comments.isEmpty ? nil : comments.sorted().joined(separator: "\n")
        }
    }

    private(set) var keys: [Key] = []
    private var indices: [KeyBytes: Int] = [:]

    subscript(key: String) -> Key? { indices[KeyBytes(key)].map { keys[$0] } }

    init(_ calls: [SourceKeys.Call]) {
        for call in calls where !call.literal.isPattern && !call.key.isEmpty {
            let index = indices[KeyBytes(call.key)] ?? keys.count
            if index == keys.count {
                indices[KeyBytes(call.key)] = index
                keys.append(Key(text: call.key))
            }
            if keys[index].defaultText == nil { keys[index].defaultText = call.defaultText }
            if let comment = call.comment, !comment.isEmpty { keys[index].comments.insert(comment) }
        }
    }
}
