#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file, folder or link in an archive.
///
/// Zip and tar archives have entries of this type, for reading and for writing. A string literal is
/// a file, or a folder if it ends with a slash. A variable needs an ``ArchivePath``:
///
/// ```swift
/// try writer.add("mimetype", contents: Data("application/epub+zip".utf8), level: .uncompressed)
/// for name in chapters {
///     let entry = ArchiveEntry(ArchivePath(name), modificationDate: .now)
///     try writer.add(entry, contentsOf: folder.appending(path: name))
/// }
/// ```
public struct ArchiveEntry: Hashable, Sendable {
    /// A kind of entry; its description is its name.
    @nonexhaustive public enum Kind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link.
        case symbolicLink
        /// Another name of a file that precedes the link in a tar archive.
        case hardLink
        /// A character or block device.
        case device
        /// A named pipe.
        case pipe
        /// A kind that is unknown, or that only one program uses.
        case other
    }

    /// An owner or a group of files.
    public struct Account: Hashable, Sendable {
        /// The number.
        public var id: Int
        /// The name, which may be unknown on this machine.
        public var name: String?

        /// Creates an account from a number and a name.
        public init(id: Int, name: String? = nil) {
            self.id = id
            self.name = name
        }
    }

    /// The path, which may lead anywhere: see ``ArchivePath/isSafe(within:)``.
    public var path: ArchivePath
    /// The kind, such as a file or a folder.
    public var kind: Kind
    /// The number of bytes of the contents, as the archive states it; 0 in a new entry.
    public internal(set) var size = 0
    /// The number of bytes that the contents have in the archive, as the archive states it.
    public internal(set) var compressedSize = 0
    /// The CRC-32 of the contents, in zip archives.
    public internal(set) var checksum: UInt32?
    /// The permissions with the bits for set-user-ID, set-group-ID and sticky (12 bits), or `nil`
    /// if the archive has none.
    public var permissions: UInt16?
    /// The date of the last modification, or `nil` if the archive has none, or only a local one.
    public var modificationDate: Date?
    /// The date and time of DOS, in a zip archive without another date.
    var dosDate: UInt32?
    /// The target of a link in a tar archive, or for writing; a symbolic link's is not normalized.
    ///
    /// In a zip archive, the target is the contents: see ``ZipArchive/linkTarget(of:)``.
    public var linkTarget: ArchivePath? {
        get { details.linkTarget }
        @inline(never)
        set { details.linkTarget = newValue }
    }
    /// The owner, or `nil` if the archive has none; it is never set on files.
    public var owner: Account? {
        get { details.owner }
        @inline(never)
        set { details.owner = newValue }
    }
    /// The group, or `nil` if the archive has none; it is never set on files.
    public var group: Account? {
        get { details.group }
        @inline(never)
        set { details.group = newValue }
    }
    /// The comment in a zip archive, in an unknown encoding.
    public var comment: Data? {
        get { details.comment }
        @inline(never)
        set { details.comment = newValue }
    }
    /// Whether the contents are encrypted, so that they can't be read.
    public internal(set) var isEncrypted = false
    /// The records of a PAX header that have no other member, such as `SCHILY.xattr.user.stage`.
    public var extendedRecords: [String: Data] {
        get { details.extendedRecords }
        @inline(never)
        set { details.extendedRecords = newValue }
    }
    /// The position in the zip archive from which the entry was read.
    var origin: ZipOrigin?
    /// The details, unless they are those of most entries.
    private var box: Box?

    /// The members that most entries of zip archives lack, so that these are small to copy.
    struct Details: Hashable, Sendable {
        var linkTarget: ArchivePath?
        var owner: Account?
        var group: Account?
        var comment: Data?
        var extendedRecords: [String: Data] = [:]

        static func == (a: Self, b: Self) -> Bool {
            // The comparison of two dictionaries is much code for few entries.
            a.linkTarget == b.linkTarget && a.owner == b.owner && a.group == b.group
                && a.comment == b.comment && a.extendedRecords.count == b.extendedRecords.count
                && a.extendedRecords.allSatisfy { b.extendedRecords[$0] == $1 }
        }
    }

    private indirect enum Box: Hashable, Sendable { case details(Details) }

    var details: Details {
        @inline(never)
        get {
            guard case .details(let details) = box else { return Details() }
            return details
        }
        @inline(never)
        set { box = newValue == Details() ? nil : .details(newValue) }
    }

    /// The date of the last modification without a time zone, in a zip archive that has no other.
    ///
    /// It is in steps of two seconds.
    public var localDate: DateComponents? { dosDate.flatMap { DOSDate(value: $0).components } }

    /// Creates an entry for writing.
    public init(
        _ path: ArchivePath,
        kind: Kind = .file,
        permissions: UInt16? = nil,
        modificationDate: Date? = nil,
        linkTarget: ArchivePath? = nil
    ) {
        self.path = path
        self.kind = kind
        self.permissions = permissions
        self.modificationDate = modificationDate
        if linkTarget != nil { self.linkTarget = linkTarget }
    }
}

extension ArchiveEntry: ExpressibleByStringLiteral {
    /// Creates a file, or a folder if the string ends with a slash.
    public init(stringLiteral path: String) {
        self.init(ArchivePath(path), kind: path.utf8.last == UInt8(ascii: "/") ? .folder : .file)
    }
}

/// The archive and the position in its directory that an entry was read from.
struct ZipOrigin: Hashable, Sendable {
    /// A random number.
    let archive: UInt64
    let index: Int
}
