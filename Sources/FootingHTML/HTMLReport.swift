/// The facts about reading HTML: the encoding, and a list of issues.
public struct HTMLReport: Hashable, Sendable {
    /// The source of an encoding; its description is its name.
    @nonexhaustive public enum EncodingSource: Hashable, Sendable {
        /// A byte order mark.
        case byteOrderMark
        /// ``HTMLOptions/encoding``, or a string, which is UTF-8.
        case option
        /// The content type that the call was given.
        case contentType
        /// A `meta` element.
        case meta
        /// An XML declaration.
        case xmlDeclaration
        /// The first bytes outside ASCII, or their absence.
        case content
        /// ``HTMLOptions/fallbackEncoding``.
        case fallback
    }

    /// The encoding in which the bytes were read.
    public let encoding: HTMLEncoding
    /// The source of the encoding.
    public let encodingSource: EncodingSource
    /// Whether reading ended at a limit, so that the end of the input is missing.
    public let isTruncated: Bool
    /// The issues in the order of their offsets, at most
    /// ``HTMLOptions/Limits-swift.struct/issues``.
    public let issues: [HTMLIssue]
    /// The number of issues, listed or not.
    public let issueCount: Int

    /// Whether there are no issues.
    public var isClean: Bool { issueCount == 0 }
    /// The number of issues that are not listed.
    public var omittedIssueCount: Int { issueCount - issues.count }

    /// Throws an error with this report if it has an issue.
    ///
    /// - Throws: ``HTMLError`` with the code ``HTMLError/Code/notClean`` if the report is not
    ///   ``isClean``.
    public func requireClean() throws(HTMLError) {
        guard isClean else { throw HTMLError(self) }
    }
}

extension HTMLReport: CustomStringConvertible {
    /// The encoding and the number of issues in one line: `UTF-8 (meta), 1 issue, truncated`.
    public var description: String {
        let count = "\(issueCount) issue\(issueCount == 1 ? "" : "s")"
        return "\(encoding) (\(encodingSource)), \(count)\(isTruncated ? ", truncated" : "")"
    }
}
