public import Foundation

extension ExtendedAttributes {
    /// Looks for the attribute of `key` on a folder and all that is in it and below.
    ///
    /// ```swift
    /// for entry in ExtendedAttributes.scan(folder, for: .stage) {
    ///     if let stage = try entry.value { print(entry.path, stage) }
    /// }
    /// ```
    ///
    /// This only describes the scan. See ``ExtendedAttributeScan`` for how it goes.
    ///
    /// - Parameters:
    ///   - folder: Where to begin. It is the first entry, whatever it is: of a link or a file, it is
    ///     the only one.
    ///   - key: The attribute. Each entry has its value of it, or `nil`.
    ///   - maxDepth: How far down to go: 0 for `folder` alone, 1 for what is in it, too; `nil` for all.
    ///   - progress: Is told how many entries there were so far, and stays indeterminate until the
    ///     end. To cancel it ends the scan before the next entry. Each iteration begins to count
    ///     anew, so give one to a single iteration at a time.
    ///   - isIncluded: Whether an entry is a part of the scan, and what is in it, too, if it is a
    ///     folder. It is asked about each entry but the first, whose value it may use, on the thread
    ///     that iterates.
    /// - Returns: The entries. Making it touches no file and never fails: what is wrong with `folder`
    ///   or with the key's name becomes the error of its only entry.
    /// - Complexity: O(*n*) in the length of the URL.
    public static func scan<Value>(
        _ folder: URL,
        for key: ExtendedAttributeKey<Value>,
        maxDepth: Int? = nil,
        progress: Progress? = nil,
        where isIncluded: @escaping @Sendable (ExtendedAttributeScan<Value>.Entry) -> Bool = { _ in
            true
        }
    ) -> ExtendedAttributeScan<Value> {
        ExtendedAttributeScan(
            root: SystemPath(folder),
            key: key,
            maxDepth: maxDepth,
            progress: progress,
            isIncluded: isIncluded
        )
    }

    /// Looks for the attribute of `key` on the folder at a path given as bytes, and on all that is in
    /// it and below.
    ///
    /// On Linux a file name is any bytes without a slash or a NUL, and need not be UTF-8; for a path
    /// that is text, give its `utf8`. See ``scan(_:for:maxDepth:progress:where:)`` for the rest.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public static func scan<Value>(
        atPath path: some Collection<UInt8>,
        for key: ExtendedAttributeKey<Value>,
        maxDepth: Int? = nil,
        progress: Progress? = nil,
        where isIncluded: @escaping @Sendable (ExtendedAttributeScan<Value>.Entry) -> Bool = { _ in
            true
        }
    ) -> ExtendedAttributeScan<Value> {
        ExtendedAttributeScan(
            root: SystemPath(path),
            key: key,
            maxDepth: maxDepth,
            progress: progress,
            isIncluded: isIncluded
        )
    }
}
