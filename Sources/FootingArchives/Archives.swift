/// Calls that work with whole archives, files and folders.
public enum Archives: Sendable {
    /// A format of archives that folders are packed into.
    ///
    /// A minor release may add formats, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Format: Hashable, Sendable {
        /// Zip, with each file compressed by itself.
        case zip
        /// Tar, not compressed.
        case tar
        /// Tar, compressed with gzip as a whole: `.tar.gz`.
        case gzippedTar
    }
}
