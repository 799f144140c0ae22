#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The options of calls that read and unpack archives.
///
/// Change a copy of a preset:
///
/// ```swift
/// var options = ArchiveOptions.untrusted
/// options.limits.memoryBytes = 50_000
/// ```
public struct ArchiveOptions: Hashable, Sendable {
    /// A choice of the symbolic and hard links that are created.
    @nonexhaustive public enum Links: Hashable, Sendable {
        /// Links whose targets are inside the folder.
        case contained
        /// No links: each is an issue.
        case skipped
        /// All links, wherever they lead: only for archives that you made.
        case any
    }

    /// A choice of the permissions that unpacked files and folders get.
    ///
    /// Set-user-ID, set-group-ID and sticky bits and owners are never set.
    @nonexhaustive public enum Permissions: Hashable, Sendable {
        /// 0755 for folders and for files that their owner may execute, else 0644, without the
        /// permissions in the process's mask.
        case portable
        /// The permissions in the archive, nine bits.
        case stored
    }

    /// A choice of whether files are created, replaced, or both.
    public enum WriteMode: Hashable, Sendable {
        /// Creates files, and replaces files and links, but never folders.
        case createOrReplace
        /// Leaves out the files whose names exist (``ArchiveError/Code/alreadyExists``).
        case createOnly
        /// Leaves out the files whose names do not exist (``ArchiveError/Code/notFound``).
        case replaceOnly
    }

    /// An encoding of names in zip archives that are not marked as UTF-8, and are not UTF-8 of
    /// Unix.
    @nonexhaustive public enum NameEncoding: Hashable, Sendable {
        /// The code page of DOS, which the format prescribes.
        case codePage437
        /// The bytes stay as they are, and ``ArchivePath/bytes`` may be in any encoding.
        case undecoded
    }

    /// The limits of what is read.
    public var limits: Limits
    /// Whether the first issue ends the call, as an error.
    public var stopsAtFirstIssue = false
    /// Whether opening a zip archive reads the local headers of all entries, and finds everything
    /// by which another program could understand the archive differently.
    public var checksLocalHeaders = false
    /// The links that are created.
    public var links = Links.contained
    /// The permissions that files and folders get.
    public var permissions = Permissions.portable
    /// The choice of whether files are created, replaced, or both.
    public var mode = WriteMode.createOnly
    /// The time zone of dates in zip archives that have only a local date, or `nil` for that of
    /// the system.
    public var timeZone: TimeZone?
    /// The encoding of names in zip archives that are not marked as UTF-8, and are not UTF-8 of
    /// Unix.
    public var nameEncoding = NameEncoding.codePage437

    /// The options for archives from sources that you trust: issues are reported.
    public static var standard: ArchiveOptions { ArchiveOptions(limits: .standard) }

    /// The options for archives from anyone, such as uploads.
    ///
    /// Limits are tight, each issue is an error, and zip archives are checked completely.
    public static var untrusted: ArchiveOptions {
        ArchiveOptions(limits: .untrusted, stopsAtFirstIssue: true, checksLocalHeaders: true)
    }
}

extension ArchiveOptions {
    /// A member of ``ArchiveOptions/Limits-swift.struct``; its description is its name.
    ///
    /// A minor release may add limits, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Limit: Hashable, Sendable {
        /// The limit of the same name.
        case memoryBytes, entryBytes, totalBytes, ratio, entries, directoryBytes, headerBytes
    }

    /// The limits of what is read from compressed data and archives.
    ///
    /// A limit counts bytes that were read or decompressed, not the sizes that headers state. Only
    /// a hole of a sparse file is counted by its stated size, before it is returned or created. The
    /// byte that exceeds a limit is not returned. `Int.max` means no limit.
    ///
    /// Change a copy of a preset, ``standard`` or ``untrusted``.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes in one `Data` that a call returns.
        ///
        /// Pieces of ``Decompressor/next()``, which have at most 64 KiB, are not counted.
        public var memoryBytes = 1 << 30
        /// The maximum number of decompressed bytes of one stream or one entry.
        public var entryBytes = Int.max
        /// The maximum number of decompressed bytes of all entries that one call unpacks, or that
        /// one reader reads.
        public var totalBytes = Int.max
        /// The maximum ratio of decompressed bytes to compressed ones.
        ///
        /// It is checked after each 64 KiB of a stream, and not for its first MiB. Each entry of a
        /// zip archive is a stream, so only ``totalBytes`` limits many of 1 MiB.
        ///
        /// Before a hole of a sparse file, the ratio is that of all contents of the archive so far,
        /// with the hole, to the bytes of the tar archive so far.
        public var ratio = Int.max
        /// The maximum number of entries of an archive, and of folders that one call creates: the
        /// path of one entry can name many.
        public var entries = 10_000_000
        /// The maximum number of bytes in the directory of a zip archive.
        public var directoryBytes = 1 << 30
        /// The maximum number of bytes in the header of a gzip member, and in the extension headers
        /// of a tar entry.
        public var headerBytes = 1 << 20
        /// The maximum number of bytes in a path; a longer one is not safe.
        public var pathBytes = 4_096
        /// The maximum number of components of a path; one with more is not safe.
        public var depth = 256
        /// The maximum number of issues that a report lists; all are counted.
        public var issues = 100

        /// The limits for archives from sources that you trust: the values of the members above.
        public static let standard = Limits()
        /// The limits for archives from anyone: those listed here, and otherwise the standard ones.
        public static let untrusted = Limits(
            memoryBytes: 64 << 20,
            entryBytes: 1 << 30,
            totalBytes: 4 << 30,
            ratio: 200,
            entries: 100_000,
            directoryBytes: 64 << 20,
            depth: 64
        )

        func allowRatio(of produced: Int, to consumed: Int) -> Bool {
            let most = consumed.multipliedReportingOverflow(by: ratio)
            return produced <= 1 << 20 || most.overflow || produced <= most.partialValue
        }
    }
}
