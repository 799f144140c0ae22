import FootingFiles
public import Foundation

extension ExtendedAttributes {
    /// Returns a sequence of the files in a folder and its subfolders, with their values of the
    /// attribute of `key`.
    ///
    /// ```swift
    /// for entry in ExtendedAttributes.scan(folder, for: .stage) {
    ///     if let stage = try entry.value { print(entry.path, stage) }
    /// }
    /// ```
    ///
    /// The call itself makes no system call. See ``ExtendedAttributeScan`` for the iteration.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is the first entry. A link or a file is the only entry.
    ///   - key: The attribute. Each entry has its value, or `nil`.
    ///   - maxDepth: The maximum depth: 0 for `folder` alone, 1 for its content, too; `nil` for
    ///     all.
    ///   - isIncluded: Decides whether an entry, and the content of a folder, belongs to the scan.
    ///     It is called for each entry except the first, on the iterating thread, and may read the
    ///     entry's value.
    /// - Returns: The entries. An invalid `folder` or name is the error of the only entry.
    /// - Complexity: O(*n*) in the length of the URL.
    public static func scan<Value>(
        _ folder: URL,
        for key: ExtendedAttributeKey<Value>,
        maxDepth: Int? = nil,
        where isIncluded: @escaping @Sendable (ExtendedAttributeScan<Value>.Entry) -> Bool = { _ in
            true
        }
    ) -> ExtendedAttributeScan<Value> {
        ExtendedAttributeScan(
            root: SystemPath(folder),
            key: key,
            maxDepth: maxDepth,
            isIncluded: isIncluded
        )
    }

    /// Returns a sequence of the files in the folder at a path given as bytes, and its subfolders,
    /// with their values of the attribute of `key`.
    ///
    /// On Linux a file name is any sequence of bytes without a slash or a NUL, and need not be
    /// UTF-8. For a path that is a string, pass its `utf8`. Otherwise this is the same as
    /// ``scan(_:for:maxDepth:where:)``.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public static func scan<Value>(
        atPath path: some Collection<UInt8>,
        for key: ExtendedAttributeKey<Value>,
        maxDepth: Int? = nil,
        where isIncluded: @escaping @Sendable (ExtendedAttributeScan<Value>.Entry) -> Bool = { _ in
            true
        }
    ) -> ExtendedAttributeScan<Value> {
        ExtendedAttributeScan(
            root: SystemPath(path),
            key: key,
            maxDepth: maxDepth,
            isIncluded: isIncluded
        )
    }
}
