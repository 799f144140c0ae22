/// The result of unpacking, packing or opening an archive: exact counts, and a list of issues.
public struct ArchiveReport: Hashable, Sendable {
    /// The issues in the order in which they were found; at most
    /// ``ArchiveOptions/Limits-swift.struct/issues``.
    public private(set) var issues: [ArchiveIssue] = []
    /// The number of issues, listed or not.
    public private(set) var issueCount = 0
    /// The number of files that the call created, also of those that another one replaced later.
    public internal(set) var fileCount = 0
    /// The number of folders that the call created.
    public internal(set) var folderCount = 0
    /// The number of symbolic and hard links that the call created.
    public internal(set) var linkCount = 0
    /// The number of bytes of these files.
    public internal(set) var byteCount = 0

    /// Whether there are no issues.
    public var isClean: Bool { issueCount == 0 }
    /// The number of issues that are not listed.
    public var omittedIssueCount: Int { issueCount - issues.count }

    /// Throws an error with this report if it has an issue.
    ///
    /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/notClean`` if the report is not
    ///   ``isClean``.
    public func requireClean() throws(ArchiveError) {
        guard isClean else { throw ArchiveError(self) }
    }

    /// Counts an issue, or throws it if the options say so.
    ///
    /// The argument is evaluated only if the issue is listed or thrown.
    @inline(never)
    mutating func add(
        _ issue: @autoclosure () -> ArchiveIssue,
        _ options: ArchiveOptions
    ) throws(ArchiveError) {
        issueCount += 1
        let isListed = issues.count < options.limits.issues
        guard isListed || options.stopsAtFirstIssue else { return }
        let issue = issue()
        if isListed { issues.append(issue) }
        if options.stopsAtFirstIssue { throw ArchiveError(issue, self) }
    }

    /// Replaces the listed issue at a position by that of the same entry with another treatment; a
    /// position of -1 is that of no listed issue.
    mutating func correct(_ issue: ArchiveIssue, at position: Int) {
        guard position >= 0, issues[position].resolution != issue.resolution else { return }
        issues[position] = ArchiveIssue(
            issue.code,
            path: issue.path,
            at: issues[position].offset,
            issue.resolution,
            issue.message
        )
    }
}

extension ArchiveReport: CustomStringConvertible {
    /// The counts in one line: `3 files, 1 folder, 0 links, 2048 bytes, 1 issue`, or only the
    /// issues if nothing was created.
    public var description: String {
        func count(_ number: Int, _ noun: String) -> String {
            "\(number) \(noun)\(number == 1 ? "" : "s")"
        }
        let created = [
            count(fileCount, "file"), count(folderCount, "folder"), count(linkCount, "link"),
            count(byteCount, "byte"),
        ]
        let hasCreated = fileCount + folderCount + linkCount > 0
        let counts = (hasCreated ? created : []) + [count(issueCount, "issue")]
        return counts.joined(separator: ", ")
    }
}
