extension ArchiveError {
    /// A kind of failure or issue; its description is its name, such as `truncated`.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The data does not begin, or a zip archive does not end, as its format does.
        case notAnArchive
        /// The data ends too early: it was cut off, or not all of it was appended.
        case truncated
        /// The data breaks the rules of its format.
        case malformed
        /// A stored checksum does not match the contents or a header.
        case checksumMismatch
        /// The contents are longer or shorter than the data states.
        case lengthMismatch
        /// Two headers of one entry contradict each other.
        case headersDisagree
        /// The archive can be understood in two ways: it has two directories, or the name or the
        /// kind of an entry is stated twice.
        case ambiguous
        /// Entries share bytes of the archive, or lie outside of it.
        case overlapping
        /// Two entries have the same path.
        case duplicatePath
        /// The data contains bytes that belong to nothing, such as some after its end.
        case unclaimedBytes
        /// The blocks of zeros at the end of a tar archive are missing: it may have been cut off.
        case missingEnd
        /// The data is compressed by another method than deflate.
        case unsupportedMethod
        /// The entry is encrypted.
        case encrypted
        /// The data needs a feature that is not supported, such as a preset dictionary of zlib.
        case unsupportedFeature
        /// The entry is a device, a pipe or something else that is never unpacked or packed.
        case unsupportedKind
        /// The file is a pipe or a terminal, where a regular file is needed.
        case notSeekable
        /// A limit was exceeded; ``ArchiveError/limit`` names it.
        case limitExceeded
        /// The path of an entry is not safe: see ``ArchivePath/isSafe(within:)``.
        case unsafePath
        /// The target of a link leads out of the folder, or is not usable.
        case unsafeLink
        /// A component of the path exists, and is a link or not a folder.
        case blockedPath
        /// The file system takes the paths of two entries for one, such as `a` and `A`.
        case collidingPaths
        /// The name already exists: as a folder, or with ``ArchiveOptions/WriteMode/createOnly``.
        case alreadyExists
        /// The name does not exist, with ``ArchiveOptions/WriteMode/replaceOnly``; or the entry is
        /// one of another archive.
        case notFound
        /// The entry can't be written in this format.
        case invalidEntry
        /// A file changed while it was read.
        case contentsChanged
        /// An error of the system; ``ArchiveError/errno`` has its number.
        case noSpace, quotaExceeded, fileTooLarge, accessDenied, notPermitted, readOnlyFileSystem
        /// The URL is not that of a file on this machine.
        case invalidPath
        /// There is no file at the URL, or a file where a folder must be.
        case noSuchFile
        /// Another error of the system; ``ArchiveError/errno`` has its number.
        case system
        /// The task or its progress handler cancelled the call.
        case cancelled
        /// The report has issues, and ``ArchiveReport/requireClean()`` required that it has none.
        case notClean
    }
}

extension ArchiveError.Code {
    /// The remedy, as the end of a sentence, or `nil` if it depends on more than the code.
    var remedy: String? {
        switch self {
        case .notAnArchive: "check the source and the format"
        case .malformed: "fetch the data again, or check its format"
        case .truncated, .checksumMismatch, .lengthMismatch, .missingEnd: "fetch the data again"
        case .unclaimedBytes: "fetch the data again, or remove these bytes"
        case .headersDisagree, .ambiguous, .overlapping:
            "get the archive from a source that you trust"
        case .unsafePath, .unsafeLink:
            "get the archive from a source that you trust, or leave the entry out by “renaming”"
        case .duplicatePath, .collidingPaths: "rename one of them"
        case .blockedPath:
            "unpack into a new folder, or get the archive from a source that you trust"
        case .unsupportedMethod, .encrypted, .unsupportedFeature: "open it with another program"
        case .unsupportedKind: "create the archive without it, or set “stopsAtFirstIssue” to false"
        case .notSeekable: "use a regular file"
        case .limitExceeded: "raise it if you trust the source"
        case .alreadyExists: "choose another folder or name, or use “mode: .createOrReplace”"
        case .notFound: "check the name, or use “mode: .createOrReplace”"
        case .invalidEntry: "change it, or leave it out"
        case .contentsChanged: "try again while no program changes it"
        case .noSpace, .quotaExceeded: "free some space, then try again"
        case .fileTooLarge: "choose another volume, or raise the process’s limit"
        case .accessDenied: "check the permissions of the file and of the folders above it"
        case .notPermitted: "check the attributes of the file and of its folder"
        case .readOnlyFileSystem: "choose another folder"
        case .invalidPath: "pass the URL of a local file"
        case .noSuchFile: "check the path"
        case .system, .cancelled, .notClean: nil
        }
    }
}
