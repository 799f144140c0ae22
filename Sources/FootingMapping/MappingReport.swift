/// What a mapping did: exact counts, and a list of what could not be used.
///
/// The report holds no value of the input and no key but those that the mapping declares, so it can
/// go into a log; ``MappingOptions/includesKeys`` lets in the keys of dictionaries.
public struct MappingReport: Hashable, Sendable {
    /// What could not be used, in the order in which the fields are declared.
    ///
    /// The list ends at ``MappingOptions/Limits-swift.struct/issues``; ``issueCount`` goes on.
    public private(set) var issues: [MappingIssue] = []
    /// Which fields were set, if ``MappingOptions/listsFields`` asks for it, as far as the limit
    /// for issues allows.
    public private(set) var notes: [MappingNote] = []
    /// How many issues there were, listed or not.
    public private(set) var issueCount = 0
    /// How many fields were set.
    public internal(set) var appliedCount = 0
    /// How many of those were set from another kind of value or to the nearest value.
    public internal(set) var convertedCount = 0
    /// How many keys of the objects that were mapped belong to no field.
    public internal(set) var unusedKeyCount = 0
    /// How many times a declared key, or any key of a dictionary, was there again in the same object
    /// of JSON bytes.
    public internal(set) var duplicateKeyCount = 0

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
}

extension MappingReport: CustomStringConvertible {
    /// The counts in one line.
    public var description: String {
        "\(appliedCount) applied (\(convertedCount) converted), \(issueCount) refused, "
            + "\(unusedKeyCount) unknown keys"
    }
}
