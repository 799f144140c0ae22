import Foundation

/// The files of a folder and of the folders below, each with its value of one attribute.
///
/// ``ExtendedAttributes/scan(_:for:maxDepth:progress:where:)`` makes one:
///
/// ```swift
/// for entry in ExtendedAttributes.scan(folder, for: .stage) {
///     if let stage = try entry.value { print(entry.path, stage) }
/// }
/// ```
///
/// Nothing is looked for before the next entry is asked for, and each iteration looks anew. A folder
/// comes before what is in it; else there is no order.
///
/// Links are entries, and never followed, so no circle can arise. Other volumes that are mounted below
/// are entered. Nothing but folders is opened, so a pipe can't block the scan. One folder is open at a
/// time, and closed at the latest when the iterator goes away.
///
/// **What fails is an entry.** If an attribute can't be read, or its bytes are not what the key's
/// coding reads, ``Entry/value`` of that entry throws, and the scan goes on. A folder whose content
/// can't be read comes a second time, after its own entry, with an error of the operation
/// ``ExtendedAttributeError/Operation/scan``. A file that is removed while the scan runs is omitted.
///
/// A folder is reached by its path. Where others may write, they can put a link into that path while
/// the scan runs, and have it see the files of another folder.
///
/// A scan may be iterated by several threads at once; an iterator belongs to one thread at a time.
public struct ExtendedAttributeScan<Value>: Sequence, Sendable {
    let root: SystemPath
    let key: ExtendedAttributeKey<Value>
    let maxDepth: Int?
    let progress: Progress?
    let isIncluded: @Sendable (Entry) -> Bool

    /// Begins a new walk through the folders.
    public func makeIterator() -> Iterator {
        let walk = FolderWalk(
            from: root,
            reading: key.name,
            expecting: key.coding.expected,
            maxDepth: maxDepth,
            progress: progress
        )
        return Iterator(walk: walk, decode: key.coding.decode, isIncluded: isIncluded)
    }
}

extension ExtendedAttributeScan {
    /// Finds the entries of a scan, one after another.
    ///
    /// Copies of an iterator share one walk: what one finds, the others don't.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let walk: FolderWalk
        @usableFromInline let decode: (RawSpan) -> Value?
        @usableFromInline let isIncluded: (Entry) -> Bool

        /// Finds the next entry, or returns `nil` at the end.
        ///
        /// - Complexity: O(*n*) in the number of files that are looked at and not included.
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
