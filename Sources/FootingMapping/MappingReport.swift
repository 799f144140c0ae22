/// What a mapping did: exact counts, and a list of what could not be used.
///
/// The report holds no value of the input and no key but those that the mapping declares, so it can
/// go into a log; ``MappingOptions/includesKeys``, ``MappingOptions/listsUnusedKeys`` and
/// ``MappingOptions/includesValues`` let in some of the input, but nothing of what is
/// ``Field/sensitive()``.
public struct MappingReport: Hashable, Sendable {
    /// What could not be used, in the order in which the fields are declared.
    ///
    /// The list ends at ``MappingOptions/Limits-swift.struct/issues``; ``issueCount`` goes on.
    public private(set) var issues: [MappingIssue] = []
    /// Which fields were set, if ``MappingOptions/listsFields`` asks for it, and which keys were
    /// unused, if ``MappingOptions/listsUnusedKeys`` does, as far as the limit for issues allows.
    public private(set) var notes: [MappingNote] = []
    /// How many issues there were, listed or not.
    public private(set) var issueCount = 0
    /// How many fields were set.
    public internal(set) var appliedCount = 0
    /// How many of those were set from another kind of value or to the nearest value.
    public internal(set) var convertedCount = 0
    /// How many keys of the objects that were mapped belong to no field, listed or not.
    public internal(set) var unusedKeyCount = 0
    /// How many times a declared key, or any key of a dictionary, was there again in the same object
    /// of JSON bytes.
    public internal(set) var duplicateKeyCount = 0

    /// How many issues are about what a field leaves out on purpose.
    private var toleratedIssueCount = 0
    /// Whether nothing is wrong but what a field leaves out on purpose.
    var issuesAreTolerated: Bool { issueCount == toleratedIssueCount }

    /// Whether there were no issues.
    public var isClean: Bool { issueCount == 0 }
    /// How many issues the list leaves out.
    public var omittedIssueCount: Int { issueCount - issues.count }

    /// Counts an issue, and lists it if there is room: only then is it made.
    mutating func add(_ issue: MappingIssue?) {
        issueCount &+= 1
        if let issue { issues.append(issue) }
    }

    mutating func addUnlistedIssues(_ count: Int) {
        issueCount &+= count
    }

    mutating func add(_ note: MappingNote) {
        notes.append(note)
    }

    /// How many issues and notes a report listed at some time.
    typealias Listed = (issues: Int, notes: Int)

    var listed: Listed { (issues.count, notes.count) }

    /// How far a report had grown at some time.
    struct Mark {
        let listed: Listed
        let issueCount: Int
        fileprivate let toleratedIssueCount: Int
        let appliedCount: Int
        let convertedCount: Int
        let unusedKeyCount: Int
        let duplicateKeyCount: Int
    }

    var mark: Mark {
        Mark(
            listed: listed,
            issueCount: issueCount,
            toleratedIssueCount: toleratedIssueCount,
            appliedCount: appliedCount,
            convertedCount: convertedCount,
            unusedKeyCount: unusedKeyCount,
            duplicateKeyCount: duplicateKeyCount
        )
    }

    /// Removes what was added between two times.
    @inline(never)
    mutating func remove(from start: Mark, to end: Mark) {
        issues.removeSubrange(start.listed.issues..<end.listed.issues)
        notes.removeSubrange(start.listed.notes..<end.listed.notes)
        issueCount &-= end.issueCount &- start.issueCount
        toleratedIssueCount &-= end.toleratedIssueCount &- start.toleratedIssueCount
        appliedCount &-= end.appliedCount &- start.appliedCount
        convertedCount &-= end.convertedCount &- start.convertedCount
        unusedKeyCount &-= end.unusedKeyCount &- start.unusedKeyCount
        duplicateKeyCount &-= end.duplicateKeyCount &- start.duplicateKeyCount
    }

    /// Says of all issues that were added between two times that they are no failures.
    mutating func tolerateIssues(from range: (start: Mark, end: Mark)) {
        let issues = range.end.issueCount &- range.start.issueCount
        toleratedIssueCount = range.start.toleratedIssueCount &+ issues
    }

    /// Takes back that fields were set since `start`, because the object they are in was not taken.
    @inline(never)
    mutating func withdrawFields(since start: Mark) {
        appliedCount = start.appliedCount
        convertedCount = start.convertedCount
        let listed = notes[start.listed.notes...].filter(\.kind.isOfAKey)
        notes.replaceSubrange(start.listed.notes..., with: listed)
    }

    /// Takes over which fields were set, and how many, from an earlier report on the same input.
    mutating func takeFields(of report: MappingReport, _ limit: Int) {
        appliedCount = report.appliedCount
        convertedCount = report.convertedCount
        notes = Array((report.notes.filter { !$0.kind.isOfAKey } + notes).prefix(max(0, limit)))
    }

    /// Whether anything was added since `start`.
    func hasListed(since start: Listed) -> Bool {
        issues.count > start.issues || notes.count > start.notes
    }

    /// Inserts `steps` into the path of everything that was added since `start`.
    @inline(never)
    mutating func insert(_ steps: [MappingPath.Component], at index: Int, since start: Listed) {
        for issue in start.issues..<issues.count { issues[issue].path.insert(steps, at: index) }
        for note in start.notes..<notes.count { notes[note].path.insert(steps, at: index) }
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
