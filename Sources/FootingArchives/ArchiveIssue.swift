/// A problem in an archive that does not end the call that found it.
public struct ArchiveIssue: Hashable, Sendable {
    /// The treatment of an issue; its description is its name.
    @nonexhaustive public enum Resolution: Hashable, Sendable {
        /// The entry was not used: it was not unpacked, or can't be read.
        case skippedEntry
        /// The entry or the archive was used as it is.
        case usedAsWritten
        /// The entry was used, and an earlier one was not.
        case replacedEarlier
        /// Bytes that belong to no entry were ignored.
        case ignoredBytes
        /// A field was ignored, because another one counts.
        case ignoredField
    }

    /// The kind of the issue.
    public let code: ArchiveError.Code
    /// The path of the entry, or `nil` if the issue concerns the archive.
    public let path: ArchivePath?
    /// The offset in the archive, or `nil` if the issue concerns the folder.
    public let offset: Int?
    /// The treatment of the issue.
    public let resolution: Resolution
    /// A sentence that describes the issue.
    public let message: String

    @inline(never)
    init(
        _ code: ArchiveError.Code,
        path: ArchivePath? = nil,
        at offset: Int? = nil,
        _ resolution: Resolution,
        _ message: String
    ) {
        self.code = code
        self.path = path
        self.offset = offset
        self.resolution = resolution
        self.message = message
    }

    /// Creates the issue of an error that does not end the call.
    @inline(never)
    init(_ error: ArchiveError, _ path: ArchivePath?, _ resolution: Resolution = .skippedEntry) {
        self.init(error.code, path: path, at: error.offset, resolution, error.reason)
    }
}

extension ArchiveIssue: CustomStringConvertible {
    /// The location and the problem: `“docs/a.txt”: byte 17: the local header has another name`.
    public var description: String { ArchiveError(self).sentence }
}
