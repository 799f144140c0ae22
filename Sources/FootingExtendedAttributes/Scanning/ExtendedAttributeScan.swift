import FootingFiles

/// A sequence of the files in a folder and its subfolders, each with its value of one attribute.
///
/// Make a scan with ``ExtendedAttributes/scan(_:for:maxDepth:where:)``:
///
/// ```swift
/// for entry in ExtendedAttributes.scan(folder, for: .stage) {
///     if let stage = try entry.value { print(entry.path, stage) }
/// }
/// ```
///
/// The scan is lazy: each call for the next entry finds one more file. Each iteration starts again.
/// A folder comes before its content; otherwise the order is unspecified.
///
/// Symbolic links are entries, and never followed, so a scan always ends. Volumes that are mounted
/// in the folder are entered. Only folders are opened, so a pipe can't block the scan. One folder
/// is open at a time, and closed at the latest when the iterator is released.
///
/// **Failures are entries.** If an attribute can't be read or decoded, ``Entry/value`` of that
/// entry throws, and the scan continues. A folder whose content can't be read occurs a second time,
/// after its own entry, with an error of the operation ``ExtendedAttributeError/Operation/scan``. A
/// file that is removed while the scan runs is omitted.
///
/// The scan opens each folder by its path. A user who may write in a parent folder can replace a
/// component of that path by a link while the scan runs, and so redirect the scan to another
/// folder.
///
/// Several threads may iterate over one scan at the same time; an iterator is for one thread at a
/// time.
public struct ExtendedAttributeScan<Value>: Sequence, Sendable {
    let root: SystemPath
    let key: ExtendedAttributeKey<Value>
    let maxDepth: Int?
    let isIncluded: @Sendable (Entry) -> Bool

    /// Starts a new traversal of the folders.
    public func makeIterator() -> Iterator {
        let walk = FolderWalk(
            from: root,
            reading: key.name,
            expecting: key.coding.expected,
            maxDepth: maxDepth
        )
        return Iterator(walk: walk, decode: key.coding.decode, isIncluded: isIncluded)
    }
}

extension ExtendedAttributeScan {
    /// An iterator over the entries of a scan.
    ///
    /// Copies of an iterator share one traversal: each entry is returned by only one of them.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let walk: FolderWalk
        @usableFromInline let decode: (RawSpan) -> Value?
        @usableFromInline let isIncluded: (Entry) -> Bool

        /// Finds the next entry, or returns `nil` at the end.
        ///
        /// - Complexity: O(*n*) in the number of files that are skipped by `isIncluded`.
        @inlinable
        public mutating func next() -> Entry? {
            while true {
                var value: Value?
                let file = walk.next { bytes in
                    value = decode(bytes)
                    return value != nil
                }
                guard let file else { return nil }
                let entry = Entry(file: file, content: value)
                if file.depth == 0 || file.isUnreadable || isIncluded(entry) {
                    walk.accept(file)
                    return entry
                }
            }
        }
    }
}

@available(*, unavailable)
extension ExtendedAttributeScan.Iterator: Sendable {}
