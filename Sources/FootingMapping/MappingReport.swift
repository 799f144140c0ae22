/// The result of a mapping: exact counts, and a list of the values that could not be used.
///
/// The report contains no values of the input and no keys but declared ones, so it can be logged.
/// ``MappingOptions/includesKeys``, ``MappingOptions/listsUnknownKeys`` and
/// ``MappingOptions/includesValues`` add some of the input, but nothing of a field that is
/// ``Field/sensitive()``.
public struct MappingReport: Hashable, Sendable {
    /// The values that could not be used, in the order in which the fields are declared.
    ///
    /// Issues inside one value are in the order of the JSON bytes or the array, or in the byte
    /// order of the dictionary's keys. At most ``MappingOptions/Limits-swift.struct/issues`` are
    /// listed; ``issueCount`` counts all.
    public private(set) var issues: [MappingIssue] = []
    /// The fields that were set if ``MappingOptions/listsFields`` is set, and the unknown keys if
    /// ``MappingOptions/listsUnknownKeys`` is set, up to the limit for issues.
    public private(set) var notes: [MappingNote] = []
    /// The number of issues, listed or not.
    public private(set) var issueCount = 0
    /// The number of fields to which a value was applied.
    public internal(set) var appliedCount = 0
    /// The number of fields set from another kind of value or to the nearest value.
    public internal(set) var convertedCount = 0
    /// The number of keys of the mapped objects that no field reads, listed or not.
    public internal(set) var unknownKeyCount = 0
    /// The number of times that a declared key, a key that ``UnknownMembers`` keeps, or any key of
    /// a dictionary occurs again in the same object of JSON bytes.
    public internal(set) var duplicateKeyCount = 0

    /// The number of issues about elements that ``Field/lossy()`` leaves out.
    private var toleratedIssueCount = 0
    /// Whether all issues are about elements that ``Field/lossy()`` leaves out.
    @usableFromInline
    var issuesAreTolerated: Bool { issueCount == toleratedIssueCount }

    /// Whether there are no issues.
    public var isClean: Bool { issueCount == 0 }
    /// The number of issues that are not listed.
    public var omittedIssueCount: Int { issueCount - issues.count }

    /// Counts an issue, and evaluates the argument only if the issue is listed.
    mutating func add(_ issue: @autoclosure () -> MappingIssue, limit: Int) {
        issueCount &+= 1
        if issues.count < limit { issues.append(issue()) }
    }

    /// Lists a note, unless the limit is reached.
    mutating func note(
        _ kind: MappingNote.Kind,
        _ sourceKind: MappingSourceKind,
        at path: @autoclosure () -> [MappingPath.Component],
        target: @autoclosure () -> String = "",
        limit: Int
    ) {
        guard notes.count < limit else { return }
        let path = MappingPath(components: path())
        notes.append(
            MappingNote(path: path, kind: kind, sourceKind: sourceKind, target: target())
        )
    }

    /// Counts a value that was set.
    @inline(__always)
    mutating func countApplied(_ exactness: Exactness) {
        appliedCount &+= 1
        if exactness != .exact { convertedCount &+= 1 }
    }

    /// Adds the report on the value at `path`.
    ///
    /// If `resolution` is given, it replaces that of the issues.
    mutating func add(
        _ inner: MappingReport,
        under path: [MappingPath.Component],
        limit: Int,
        resolution: MappingIssue.Resolution? = nil,
        _ isTolerated: Bool = false
    ) {
        for var issue in inner.issues.prefix(max(0, limit &- issues.count)) {
            issue.path.insert(path)
            if let resolution { issue.resolution = resolution }
            issues.append(issue)
        }
        for var note in inner.notes.prefix(max(0, limit &- notes.count)) {
            note.path.insert(path)
            notes.append(note)
        }
        issueCount &+= inner.issueCount
        toleratedIssueCount &+= isTolerated ? inner.issueCount : inner.toleratedIssueCount
        appliedCount &+= inner.appliedCount
        convertedCount &+= inner.convertedCount
        unknownKeyCount &+= inner.unknownKeyCount
        duplicateKeyCount &+= inner.duplicateKeyCount
    }

    /// The counts of a report at some time.
    struct Mark: Equatable {
        fileprivate var listedIssueCount = 0
        fileprivate var listedNoteCount = 0
        private(set) var issueCount = 0
        fileprivate var toleratedIssueCount = 0
        fileprivate var appliedCount = 0
        fileprivate var convertedCount = 0
        fileprivate var unknownKeyCount = 0
        fileprivate var duplicateKeyCount = 0

        /// The mark of an empty report.
        static let beginning = Mark()
    }

    var mark: Mark {
        Mark(
            listedIssueCount: issues.count,
            listedNoteCount: notes.count,
            issueCount: issueCount,
            toleratedIssueCount: toleratedIssueCount,
            appliedCount: appliedCount,
            convertedCount: convertedCount,
            unknownKeyCount: unknownKeyCount,
            duplicateKeyCount: duplicateKeyCount
        )
    }

    /// Removes everything that was added since `start`.
    @inline(never)
    mutating func remove(since start: Mark) {
        issues.removeSubrange(start.listedIssueCount...)
        notes.removeSubrange(start.listedNoteCount...)
        issueCount = start.issueCount
        toleratedIssueCount = start.toleratedIssueCount
        appliedCount = start.appliedCount
        convertedCount = start.convertedCount
        unknownKeyCount = start.unknownKeyCount
        duplicateKeyCount = start.duplicateKeyCount
    }

    /// Removes everything that was added since `start`, and returns it.
    mutating func split(at start: Mark) -> MappingReport {
        var later = MappingReport()
        later.issues = Array(issues[start.listedIssueCount...])
        later.notes = Array(notes[start.listedNoteCount...])
        later.issueCount = issueCount &- start.issueCount
        later.toleratedIssueCount = toleratedIssueCount &- start.toleratedIssueCount
        later.appliedCount = appliedCount &- start.appliedCount
        later.convertedCount = convertedCount &- start.convertedCount
        later.unknownKeyCount = unknownKeyCount &- start.unknownKeyCount
        later.duplicateKeyCount = duplicateKeyCount &- start.duplicateKeyCount
        remove(since: start)
        return later
    }

    /// Removes everything that was added between two marks.
    @inline(never)
    mutating func remove(from start: Mark, to end: Mark) {
        let later = split(at: end)
        remove(since: start)
        add(later, under: [], limit: .max)
    }

    /// Whether there are no issues, unknown keys or duplicate keys.
    var hasNoFindings: Bool { issueCount == 0 && unknownKeyCount == 0 && duplicateKeyCount == 0 }

    /// Removes the counts and notes of fields that were set, because their object was dropped.
    mutating func withdrawFields(since start: Mark? = nil) {
        appliedCount = start?.appliedCount ?? 0
        convertedCount = start?.convertedCount ?? 0
        let first = start?.listedNoteCount ?? 0
        guard notes.count > first else { return }
        notes.replaceSubrange(first..., with: notes[first...].filter(\.kind.isOfAKey))
    }

    /// Inserts steps at the beginning of the paths of all issues from index `first` on.
    mutating func insert(_ steps: [MappingPath.Component], sinceIssue first: Int) {
        for index in first..<issues.count { issues[index].path.insert(steps) }
    }

    /// Inserts `step` at the beginning of the paths of all issues and notes added since `start`.
    mutating func insert(_ step: MappingPath.Component, since start: Mark) {
        for index in start.listedIssueCount..<issues.count { issues[index].path.insert([step]) }
        for index in start.listedNoteCount..<notes.count { notes[index].path.insert([step]) }
    }
}

extension MappingReport: CustomStringConvertible {
    /// The counts in one line: `2 values applied (1 converted), 1 issue, 0 unknown keys`.
    public var description: String {
        "\(appliedCount) \(appliedCount == 1 ? "value" : "values") applied "
            + "(\(convertedCount) converted), "
            + "\(issueCount) \(issueCount == 1 ? "issue" : "issues"), "
            + "\(unknownKeyCount) unknown \(unknownKeyCount == 1 ? "key" : "keys")"
    }
}

extension MappingReport {
    /// Throws an error with this report if it has an issue.
    ///
    /// Elements that ``Field/lossy()`` leaves out are issues, too. To set nothing if there is an
    /// issue, apply the mapping with ``MappingOptions/isAtomic``.
    ///
    /// - Throws: ``MappingError`` with the code ``MappingError/Code/notClean`` if the report is not
    ///   ``isClean``.
    public func requireClean() throws(MappingError) {
        guard isClean else { throw MappingError(self) }
    }
}
