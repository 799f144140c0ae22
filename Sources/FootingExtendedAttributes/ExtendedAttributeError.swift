import FootingFiles

/// An error that occurs when an operation on extended attributes fails.
///
/// A missing attribute is not an error: reading it returns `nil`, and removing it returns `false`.
public struct ExtendedAttributeError: Error, Hashable, Sendable {
    /// The kind of failure.
    public let code: Code
    /// The operation that failed.
    public let operation: Operation
    /// The attribute's name, or `nil` if the operation concerned all attributes.
    public let name: ExtendedAttributeName?
    /// The system's error number, or `nil` if no system call failed.
    public let errno: Int32?
    /// The number of attributes that an operation on several attributes had changed before it
    /// failed.
    ///
    /// Such an operation first stores attributes in the order of their names, and then removes
    /// attributes in the same order. `nil` for an operation on one attribute.
    public internal(set) var completedCount: Int?
    /// The line of a dump, counted from 1, or `nil` if the operation did not restore a dump.
    public internal(set) var line: Int?
    /// The report that has issues, with the code ``Code/notClean``; `nil` for every other code.
    ///
    /// The error's operation, path and number are those of the first issue.
    public private(set) var report: ExtendedAttributeReport?
    /// The expected kind of value, such as “UTF-8 text”.
    let expected: String?
    /// The bytes of ``path`` before escaping.
    var pathBytes: [UInt8]
    /// The bytes of ``leftoverPath``.
    var leftover: [UInt8]?

    init(
        _ code: Code,
        _ operation: Operation,
        name: ExtendedAttributeName?,
        path: [UInt8],
        errno: Int32? = nil,
        expected: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.name = name
        self.errno = errno
        self.expected = expected
        pathBytes = path
    }

    /// Creates the error of a report that must be clean.
    init(_ report: ExtendedAttributeReport, beginningWith issue: ExtendedAttributeError) {
        self.init(
            .notClean,
            issue.operation,
            name: nil,
            path: issue.pathBytes,
            errno: issue.errno
        )
        self.report = report
    }

    /// The path that was passed to the system, or the caller's argument if it was refused before.
    ///
    /// The path of a URL is decoded, without trailing slashes; a URL that could not be converted to
    /// a path is unchanged. A path that is not UTF-8 is escaped as in
    /// ``ExtendedAttributeName/description``: it is for display, not for other calls.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var path: String { String(validating: pathBytes, as: UTF8.self) ?? escaped(pathBytes) }

    /// The path of the temporary file that a failed save could not remove, or `nil` if there is
    /// none.
    ///
    /// In an append-only folder (`chattr +a`), a process can create files, but not rename or remove
    /// them. The file's name begins with `.footing-`; remove the file when the folder permits it.
    /// The path is escaped as in ``path``.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var leftoverPath: String? {
        leftover.map { String(validating: $0, as: UTF8.self) ?? escaped($0) }
    }
}

extension ExtendedAttributeError {
    /// An operation that can fail; its description is its name, such as `remove`.
    ///
    /// A minor release may add operations, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Operation: Hashable, Sendable {
        /// Reading one value.
        case read
        /// Storing one value.
        case set
        /// Removing one attribute.
        case remove
        /// Listing the names.
        case list
        /// Finding the files in a folder.
        case scan
        /// Saving a file's content together with its attributes.
        case save
        /// Restoring the attributes in a dump.
        case restore
    }
}

extension ExtendedAttributeError {
    /// A kind of failure that a caller can handle; its description is its name, such as
    /// `noSuchFile`.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The name is empty, contains a NUL, or consists only of a namespace.
        case invalidName
        /// The name exceeds the system's limit: 255 bytes on Linux, 127 on Darwin.
        case nameTooLong
        /// The path is empty, too long or contains a NUL, or the URL is not that of a file on this
        /// machine.
        case invalidPath
        /// The attribute does not exist, and ``ExtendedAttributes/WriteMode/replaceOnly`` was
        /// passed.
        case notFound
        /// The attribute already exists, and ``ExtendedAttributes/WriteMode/createOnly`` was
        /// passed.
        case alreadyExists
        /// The volume does not support extended attributes, or not in the name's namespace, for
        /// example if the prefix `user.` is missing; or, with the operation
        /// ``ExtendedAttributeError/Operation/save`` and no ``ExtendedAttributeError/errno``, the
        /// path does not lead to a regular file.
        case unsupported
        /// The system does not let this process, or any process, change this attribute of this
        /// file, such as a `user` attribute of a symbolic link or a pipe, or create files in the
        /// folder, such as `/proc`.
        case notPermitted
        /// The permissions of the file, or of a folder in its path, do not allow the operation.
        case accessDenied
        /// The volume is mounted read-only.
        case readOnlyFileSystem
        /// The value exceeds the system's limit: 64 KiB on Linux.
        case valueTooLarge
        /// All names together exceed the system's limit for a list: 64 KiB on Linux.
        case listTooLarge
        /// The volume, or its space for the attributes of one file, is full.
        case noSpace
        /// The user's disk quota is exceeded.
        case quotaExceeded
        /// The file would exceed a limit of the volume or of the process.
        case fileTooLarge
        /// There is no file at the path: a folder in it is missing or not a folder, or the path is
        /// a symbolic link to a missing file.
        case noSuchFile
        /// The key's coding can't read the stored bytes, which are unchanged.
        case undecodableValue
        /// The key's coding can't write the value; nothing was stored.
        case unencodableValue
        /// A save never keeps the attribute, because it describes the old content or was granted
        /// for it; the file is saved without it.
        case boundToContent
        /// A report that must be clean has an issue; see
        /// ``ExtendedAttributeReport/requireClean()``.
        case notClean
        /// A line of a dump is malformed; the other lines are restored.
        case malformedDump
        /// A path in a dump leads outside the given folder; nothing was stored there.
        case outsideFolder
        /// Another process interfered: a value or a list grew during each of 64 attempts to read
        /// it, or a symbolic link changed while a file was saved through it.
        case unstable
        /// Any other error; ``ExtendedAttributeError/errno`` has its number: `EBADF` if the file
        /// descriptor is not open or the `FileHandle` has been closed, `ELOOP` if symbolic links
        /// form a cycle.
        case system
    }
}
