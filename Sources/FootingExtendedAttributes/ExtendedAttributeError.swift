/// The reason why an operation on extended attributes failed.
///
/// A missing attribute is no error: reading it gives `nil`, removing it gives `false`.
public struct ExtendedAttributeError: Error, Hashable, Sendable {
    /// The kind of failure.
    public let code: Code
    /// The operation that failed.
    public let operation: Operation
    /// The attribute's name, or `nil` when the operation concerned all of them.
    public let name: ExtendedAttributeName?
    /// The system's own error number, or `nil` if the system was not asked.
    public let errno: Int32?
    /// How many attributes an operation on several had changed before it failed.
    ///
    /// It stores them in the order of their names, and those that it removes come after these, in
    /// the same order. `nil` for an operation on one.
    public internal(set) var completedCount: Int?
    /// The line of a dump, counted from 1, or `nil` when there was no dump.
    public internal(set) var line: Int?
    /// The expected kind of value, such as “UTF-8 text”.
    let expected: String?
    /// The bytes of ``path``, before they are escaped.
    var pathBytes: [UInt8]
    /// The bytes of ``leftoverPath``.
    var leftover: [UInt8]?

    init(
        _ code: Code,
        _ operation: Operation,
        name: ExtendedAttributeName?,
        path: some Sequence<UInt8>,
        errno: Int32? = nil,
        expected: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.name = name
        self.errno = errno
        self.expected = expected
        pathBytes = Array(path)
    }

    /// The path that was handed to the system, or what was given if it was refused before.
    ///
    /// The path of a URL is decoded, and slashes at the end are left out; a URL of which no path
    /// could be made is here whole. A path that is no UTF-8 is written as
    /// ``ExtendedAttributeName/description`` writes a name: it is for people, not for another call.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var path: String { String(validating: pathBytes, as: UTF8.self) ?? escaped(pathBytes) }

    /// The temporary file that a failed save could not remove, or `nil` if nothing is left.
    ///
    /// A folder that is append-only (`chattr +a`) lets a process create a file, but not rename or
    /// remove it. The file has a name that begins with `.footing-`; remove it when the folder permits
    /// that. The path is written as ``path`` is.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var leftoverPath: String? {
        leftover.map { String(validating: $0, as: UTF8.self) ?? escaped($0) }
    }
}

extension ExtendedAttributeError {
    /// The operation that failed; its description is its name, such as `remove`.
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
        /// Looking for the files in a folder.
        case scan
        /// Saving a file's content together with its attributes.
        case save
        /// Restoring what a dump holds.
        case restore
    }
}

extension ExtendedAttributeError {
    /// A kind of failure that a caller can act on; as a text its name, such as `noSuchFile`.
    ///
    /// A minor release may add kinds, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// The name is empty, holds a NUL, or has nothing behind its namespace.
        case invalidName
        /// The name is longer than the system takes: 255 bytes on Linux, 127 on Darwin.
        case nameTooLong
        /// The path is empty, too long or holds a NUL, or the URL names no file of this machine.
        case invalidPath
        /// There is no value to replace, and ``ExtendedAttributes/ExistingValue/require`` was asked.
        case notFound
        /// There is a value already, and ``ExtendedAttributes/ExistingValue/fail`` was asked.
        case alreadyExists
        /// The volume keeps no extended attributes, or none in the name's namespace, as when the
        /// `user.` was forgotten.
        case unsupported
        /// The system does not let this process, or anybody, change this attribute of this file,
        /// such as a `user` attribute of a symbolic link or a pipe.
        case notPermitted
        /// The file's permissions, or those of a folder on the way, do not allow it.
        case accessDenied
        /// The volume is mounted read-only.
        case readOnlyFileSystem
        /// The value is larger than the system takes: 64 KiB on Linux.
        case valueTooLarge
        /// The names together are larger than the system can tell: 64 KiB on Linux.
        case listTooLarge
        /// The volume, or the room that it has for the attributes of one file, is full.
        case noSpace
        /// The user's share of the volume is used up.
        case quotaExceeded
        /// There is no file at the path, or a symbolic link there leads nowhere.
        case noSuchFile
        /// Something on the way to the file is no folder.
        case notADirectory
        /// Symbolic links on the way to the file lead in a circle, or there are too many.
        case tooManySymlinks
        /// The file descriptor is not open, or the `FileHandle` has been closed.
        case badFileDescriptor
        /// The stored bytes are not what the key's coding reads; they are still there.
        case undecodableValue
        /// The key's coding has no bytes for the value; nothing was stored.
        case unencodableValue
        /// A line of a dump can't be understood; the other lines count.
        case malformedDump
        /// A path in a dump leads out of the folder that may be changed; nothing was stored there.
        case outsideFolder
        /// Another process interfered: a value or list kept growing, 64 times in a row, or a
        /// symbolic link changed while a file was saved through it.
        case unstable
        /// Anything else; ``ExtendedAttributeError/errno`` says what.
        case system
    }
}
