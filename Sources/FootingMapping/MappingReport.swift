/// The result of a mapping: exact counts, and a list of the values that could not be used.
///
/// The report holds no value of the input and no key but those that the mapping declares, so it can
/// go into a log; ``MappingOptions/includesKeys``, ``MappingOptions/listsUnusedKeys`` and
/// ``MappingOptions/includesValues`` let in some of the input, but nothing of what is
/// ``Field/sensitive()``.
public struct MappingReport: Hashable, Sendable {
    /// The values that could not be used, in the order in which the fields are declared.
    ///
    /// Inside one value, the order is that of JSON bytes and lists, and of the UTF-8 of the keys of
    /// a dictionary.
    ///
    /// The list ends at ``MappingOptions/Limits-swift.struct/issues``; ``issueCount`` goes on.
    public private(set) var issues: [MappingIssue] = []
    /// The fields that were set, if ``MappingOptions/listsFields`` asks for them, and the unused
    /// keys, if ``MappingOptions/listsUnusedKeys`` does, as far as the limit for issues allows.
    public private(set) var notes: [MappingNote] = []
    /// The number of issues, listed or not.
    public private(set) var issueCount = 0
    /// The number of fields that were set.
    public internal(set) var appliedCount = 0
    /// The number of fields set from another kind of value or to the nearest value.
    public internal(set) var convertedCount = 0
    /// The number of keys of the mapped objects that belong to no field, listed or not.
    public internal(set) var unusedKeyCount = 0
    /// The number of times that a declared key, a key that ``UnknownMembers`` keeps, or any key of
    /// a dictionary occurs again in the same object of JSON bytes.
    public internal(set) var duplicateKeyCount = 0

    /// The number of issues about values that a field leaves out on purpose.
    private var toleratedIssueCount = 0
    /// Whether nothing is wrong but values that a field leaves out on purpose.
    @usableFromInline
    var issuesAreTolerated: Bool { issueCount == toleratedIssueCount }

    /// Whether there were no issues.
    public var isClean: Bool { issueCount == 0 }
    /// The number of issues that the list leaves out.
    public var omittedIssueCount: Int { issueCount - issues.count }

    /// Counts an issue, and lists it if there is room: only then is it made.
    mutating func add(_ issue: @autoclosure () -> MappingIssue, limit: Int) {
        issueCount &+= 1
        if issues.count < limit { issues.append(issue()) }
    }

    /// Lists a note, if there is room.
    mutating func add(_ note: @autoclosure () -> MappingNote, limit: Int) {
        if notes.count < limit { notes.append(note()) }
    }

    /// Adds what a report says on the value at `path`.
    ///
    /// A resolution takes the place of the one that the issues have.
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
        unusedKeyCount &+= inner.unusedKeyCount
        duplicateKeyCount &+= inner.duplicateKeyCount
    }

    /// How far a report had grown at some time.
    struct Mark: Equatable {
        fileprivate var listedIssueCount = 0
        fileprivate var listedNoteCount = 0
        private(set) var issueCount = 0
        fileprivate var toleratedIssueCount = 0
        fileprivate var appliedCount = 0
        fileprivate var convertedCount = 0
        fileprivate var unusedKeyCount = 0
        fileprivate var duplicateKeyCount = 0

        /// The beginning of every report.
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
            unusedKeyCount: unusedKeyCount,
            duplicateKeyCount: duplicateKeyCount
        )
    }

    /// Removes what was added since `start`.
    @inline(never)
    mutating func remove(since start: Mark) {
        issues.removeSubrange(start.listedIssueCount...)
        notes.removeSubrange(start.listedNoteCount...)
        issueCount = start.issueCount
        toleratedIssueCount = start.toleratedIssueCount
        appliedCount = start.appliedCount
        convertedCount = start.convertedCount
        unusedKeyCount = start.unusedKeyCount
        duplicateKeyCount = start.duplicateKeyCount
    }

    /// Removes what was added since `start`, and returns it.
    mutating func take(since start: Mark) -> MappingReport {
        var taken = MappingReport()
        taken.issues = Array(issues[start.listedIssueCount...])
        taken.notes = Array(notes[start.listedNoteCount...])
        taken.issueCount = issueCount &- start.issueCount
        taken.toleratedIssueCount = toleratedIssueCount &- start.toleratedIssueCount
        taken.appliedCount = appliedCount &- start.appliedCount
        taken.convertedCount = convertedCount &- start.convertedCount
        taken.unusedKeyCount = unusedKeyCount &- start.unusedKeyCount
        taken.duplicateKeyCount = duplicateKeyCount &- start.duplicateKeyCount
        remove(since: start)
        return taken
    }

    /// Removes what was added between two marks.
    @inline(never)
    mutating func remove(from start: Mark, to end: Mark) {
        let later = take(since: end)
        remove(since: start)
        add(later, under: [], limit: .max)
    }

    /// Whether there were issues since `start`, or notes that are listed.
    func hasListed(since start: Mark) -> Bool {
        issueCount != start.issueCount || notes.count != start.listedNoteCount
    }

    /// Whether nothing was found but fields that were set.
    var saysNothing: Bool { issueCount == 0 && unusedKeyCount == 0 && duplicateKeyCount == 0 }

    /// Takes back that fields were set, because the object that they are in was not taken.
    mutating func withdrawFields(since start: Mark? = nil) {
        appliedCount = start?.appliedCount ?? 0
        convertedCount = start?.convertedCount ?? 0
        let first = start?.listedNoteCount ?? 0
        guard notes.count > first else { return }
        notes.replaceSubrange(first..., with: notes[first...].filter(\.kind.isOfAKey))
    }

    /// Inserts steps at the beginning of the path of every issue from one on.
    mutating func insert(_ steps: [MappingPath.Component], sinceIssue first: Int) {
        for index in first..<issues.count { issues[index].path.insert(steps) }
    }

    /// Inserts `step` at the beginning of the path of everything that was added since `start`.
    mutating func insert(_ step: MappingPath.Component, since start: Mark) {
        for index in start.listedIssueCount..<issues.count { issues[index].path.insert([step]) }
        for index in start.listedNoteCount..<notes.count { notes[index].path.insert([step]) }
    }
}

extension MappingReport: CustomStringConvertible {
    /// The counts in one line.
    public var description: String {
        "\(appliedCount) applied (\(convertedCount) converted), \(issueCount) refused, "
            + "\(unusedKeyCount) unknown keys"
    }
}

extension MappingReport {
    /// Throws an error with this report if it has an issue.
    ///
    /// ``Field/lossy()`` reports the elements that it drops as issues, too. To set nothing if there
    /// is an issue, apply the mapping with ``MappingOptions/isAtomic``.
    ///
    /// - Throws: ``MappingError`` with the code ``MappingError/Code/notClean`` if the report is not
    ///   ``isClean``.
    public func throwIfFailed() throws(MappingError) {
        guard isClean else { throw MappingError(self) }
    }
}
