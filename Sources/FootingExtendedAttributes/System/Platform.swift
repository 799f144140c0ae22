#if canImport(System)
public import System
#endif

/// The differences between platforms, but for the system calls.
///
/// `CFiles` handles those of the system calls.
enum Platform {
    #if canImport(Darwin)
    /// The system's limit for names, in bytes.
    static let longestName = 127
    /// Whether the prefix of a name, up to its first dot, decides who may use the attribute.
    static let hasNamespaces = false
    /// The attribute that marks a file for exclusion from backups.
    static let backupExclusion = BackupExclusion.apple
    #else
    /// The system's limit for names, in bytes.
    static let longestName = 255
    /// Whether the prefix of a name, up to its first dot, decides who may use the attribute.
    static let hasNamespaces = true
    /// The attribute that marks a file for exclusion from backups.
    static let backupExclusion = BackupExclusion.freedesktop
    #endif
}

#if canImport(System)
extension ExtendedAttributes {
    /// Creates a view of the attributes of the file at `path`.
    ///
    /// ```swift
    /// let attributes = ExtendedAttributes(at: FilePath("/tmp/draft.txt"))
    /// ```
    ///
    /// Available if the toolchain has the module `System`, as Apple's do. Otherwise this is the
    /// same as ``init(atPath:followingSymlinks:)-(String,_)``.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public init(at path: FilePath, followingSymlinks: Bool = true) {
        let bytes = unsafe path.withPlatformString { start in
            // `start` points to `path.length` characters, and is valid during this call.
            unsafe Array(UnsafeRawBufferPointer(start: start, count: path.length))
        }
        self.init(atPath: bytes, followingSymlinks: followingSymlinks)
    }
}
#endif
