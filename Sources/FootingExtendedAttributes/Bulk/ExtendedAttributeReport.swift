/// The result of an operation on several attributes.
///
/// A failure that stops the whole operation is thrown instead.
public struct ExtendedAttributeReport: Hashable, Sendable {
    /// The attributes that were stored, in order.
    ///
    /// After a dump of several files has been restored, these are the names of all files together,
    /// in the order of the dump, and the same name can occur several times. The report does not
    /// list the files; to get a report for each file, restore each file's dump by itself with
    /// ``ExtendedAttributes/restore(_:from:)``.
    public internal(set) var stored: [ExtendedAttributeName] = []
    /// The attributes that were removed, in order.
    public internal(set) var removed: [ExtendedAttributeName] = []
    /// The errors about attributes that could not be read, stored or removed.
    ///
    /// The list is limited to 1000 issues; ``issueCount`` counts all.
    public internal(set) var issues: [ExtendedAttributeError] = []
    /// The number of issues, listed or not.
    public private(set) var issueCount = 0
    /// The number of issues that are not listed.
    public var omittedIssueCount: Int { issueCount - issues.count }
    /// Whether there are no issues.
    public var isClean: Bool { issueCount == 0 }

    /// Throws an error with this report if it has an issue.
    ///
    /// ```swift
    /// try Data("final".utf8).write(to: final, keepingExtendedAttributes: .all).requireClean()
    /// ```
    ///
    /// - Throws: ``ExtendedAttributeError`` with the code ``ExtendedAttributeError/Code/notClean``
    ///   if the report is not ``isClean``.
    public func requireClean() throws(ExtendedAttributeError) {
        guard let first = issues.first else { return }
        throw ExtendedAttributeError(self, beginningWith: first)
    }

    /// Capped: a dump is untrusted input, and can have as many issues as lines.
    private static let maximumListed = 1_000

    /// Counts an issue, and lists it if the list has room.
    mutating func add(_ issue: ExtendedAttributeError) {
        issueCount &+= 1
        if issues.count < Self.maximumListed { issues.append(issue) }
    }
}

extension ExtendedAttributeReport: CustomStringConvertible {
    /// The counts in one line: `2 attributes stored, 1 removed, 0 issues`.
    public var description: String {
        let stored = count(stored.count, "attribute") + " stored, "
        let removed = removed.isEmpty ? "" : "\(removed.count) removed, "
        return stored + removed + count(issueCount, "issue")
    }

    private func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
