/// The options of calls that read compressed data.
public struct ArchiveOptions: Hashable, Sendable {}

extension ArchiveOptions {
    /// The limits of what is read from compressed data and archives.
    ///
    /// A limit counts what is really there, never the size that a header states, and is checked
    /// before the byte that exceeds it is handed out. The error's code is
    /// ``ArchiveError/Code/limitExceeded``. `Int.max` means no limit.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes in one `Data` that a call returns.
        ///
        /// Pieces of ``Decompressor/next()``, which have at most 64 KiB, are not counted.
        public var memoryBytes: Int
        /// The maximum number of decompressed bytes of one stream or one entry.
        public var entryBytes: Int
        /// The maximum ratio of decompressed bytes to compressed ones.
        ///
        /// It is checked after each 64 KiB, and not for the first MiB.
        public var ratio: Int
        /// The maximum number of bytes in the header of a gzip member.
        public var headerBytes: Int

        /// At most 1 GiB in memory, headers of 1 MiB, and no limit on streams and ratios.
        public static let standard = Limits(
            memoryBytes: 1 << 30,
            entryBytes: .max,
            ratio: .max,
            headerBytes: 1 << 20
        )
        /// At most 64 MiB in memory, streams of 1 GiB, headers of 1 MiB, and a ratio of 200.
        public static let untrusted = Limits(
            memoryBytes: 64 << 20,
            entryBytes: 1 << 30,
            ratio: 200,
            headerBytes: 1 << 20
        )
    }
}
