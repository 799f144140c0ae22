#if canImport(System)
public import System
#endif

/// The differences between platforms, but for the system calls.
///
/// `CFooting` handles those of the system calls.
enum Platform {
    /// Whether the prefix of a name, up to its first dot, decides who may use the attribute.
    #if canImport(Darwin)
    static let hasNamespaces = false
    #else
    static let hasNamespaces = true
    #endif

    /// The system's limit for names, in bytes.
    static var longestName: Int { hasNamespaces ? 255 : 127 }

    /// The attribute that marks a file for exclusion from backups.
    static var backupExclusion: BackupExclusion { hasNamespaces ? .freedesktop : .apple }
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
