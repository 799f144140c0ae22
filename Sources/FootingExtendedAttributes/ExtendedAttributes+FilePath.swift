#if canImport(System)
public import System

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
