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

    /// Capped: a dump is untrusted input, and can have as many issues as lines.
    private static let maximumListed = 1_000

    /// Counts an issue, and lists it if the list has room.
    mutating func add(_ issue: ExtendedAttributeError) {
        issueCount &+= 1
        if issues.count < Self.maximumListed { issues.append(issue) }
    }
}

extension ExtendedAttributeReport: CustomStringConvertible {
    /// One line of counts, and one line for each listed issue.
    ///
    /// - Complexity: O(*n*) in the number of listed issues.
    public var description: String {
        var counts = count(stored.count, "attribute") + " stored"
        if !removed.isEmpty { counts += ", \(removed.count) removed" }
        if !isClean { counts += ", " + count(issueCount, "issue") }
        var lines = [counts] + issues.map(\.description)
        if omittedIssueCount > 0 { lines.append(count(omittedIssueCount, "more issue")) }
        return lines.joined(separator: "\n")
    }

    private func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
