/// The options of calls that read archives.
public struct ArchiveOptions: Hashable, Sendable {
    /// The limits of what is read.
    public var limits: Limits

    /// The options for archives from sources that you trust.
    public static let standard = ArchiveOptions(limits: .standard)
    /// The options for archives from anyone, such as uploads.
    public static let untrusted = ArchiveOptions(limits: .untrusted)
}

extension ArchiveOptions {
    /// The limits of what is read from compressed data and archives.
    ///
    /// A limit counts what is really there, never the size that a header states, and is checked
    /// before the byte that exceeds it is handed out. The error's code is
    /// ``ArchiveError/Code/limitExceeded``. `Int.max` means no limit.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes in one `Data` that a call returns.
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
