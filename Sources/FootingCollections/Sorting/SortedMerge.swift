#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension RangeReplaceableCollection where Self: MutableCollection & RandomAccessCollection {
    /// Inserts elements into a list sorted by a key, as if they were appended and the list were
    /// then sorted by a stable algorithm.
    ///
    /// If the list is not sorted by `key` and `order`, the positions are unspecified, and no
    /// element is lost.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *m* new elements. Evaluates the key of each new
    ///   element once, and O(*m* log(*n* / *m* + 1)) keys of the list.
    @inlinable
    public mutating func insert<Key: Comparable>(
        contentsOf elements: some Sequence<Element>,
        sortedBy key: (Element) -> Key,
        order: SortOrder = .forward
    ) {
        merge(elements, key: key, areInOrder: { order.precedes($0, $1) }) { new, other in
            order.precedes(new, key(other))
        }
    }

    /// Inserts elements into a list sorted by two keys, as if they were appended and the list were
    /// then sorted by a stable algorithm.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *m* new elements. Evaluates the keys of each new
    ///   element once, and O(*m* log(*n* / *m* + 1)) keys of the list.
    @inlinable
    public mutating func insert<First: Comparable, Second: Comparable>(
        contentsOf elements: some Sequence<Element>,
        sortedBy first: (Element) -> First,
        _ second: (Element) -> Second,
        order: SortOrder = .forward
    ) {
        merge(
            elements,
            key: { (first($0), second($0)) },
            areInOrder: { keys, others in order.precedes(keys, others.0) { others.1 } },
            isBefore: { new, other in order.precedes(new, first(other)) { second(other) } }
        )
    }

    /// Inserts elements into a list sorted by a comparator, as if they were appended and the list
    /// were then sorted by a stable algorithm.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *m* new elements.
    @inlinable
    public mutating func insert(
        contentsOf elements: some Sequence<Element>,
        sortedUsing comparator: some SortComparator<Element>
    ) {
        merge(
            elements,
            key: { $0 },
            areInOrder: { comparator.areInOrder($0, $1) },
            isBefore: { comparator.areInOrder($0, $1) }
        )
    }

    /// Inserts elements into a list sorted by comparators, as if they were appended and the list
    /// were then sorted by a stable algorithm.
    ///
    /// The first comparator that finds a difference decides.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *m* new elements.
    @inlinable
    public mutating func insert(
        contentsOf elements: some Sequence<Element>,
        sortedUsing comparators: [some SortComparator<Element>]
    ) {
        insert(contentsOf: elements, sortedUsing: ComparatorChain(comparators))
    }

    /// Appends the new elements, and merges them from the end.
    @inlinable
    mutating func merge<Key>(
        _ elements: some Sequence<Element>,
        key: (Element) -> Key,
        areInOrder: (Key, Key) -> Bool,
        isBefore: (Key, Element) -> Bool
    ) {
        let listedCount = count
        append(contentsOf: elements)
        // A slice of the list would share its memory, and the merge would copy it.
        let keys = (listedCount..<count).map { key(self[index(startIndex, offsetBy: $0)]) }
        let sorted = keys.sortedWithIndices(by: areInOrder)
        let isMerged: Void? = unsafe withContiguousMutableStorageIfAvailable { buffer in
            unsafe buffer.mergeByMoving(sorted, isBefore)
        }
        if isMerged == nil { mergeBySwapping(sorted, isBefore) }
    }

    /// Merges the last elements of the list, which have just been appended, into the others.
    ///
    /// The appended elements are copied, and then only make room: they are swapped forward past the
    /// listed elements, and replaced by the copies one by one. So the list holds all of its
    /// elements at any time.
    @inlinable
    mutating func mergeBySwapping<Key>(
        _ keys: [(key: Key, index: Int)],
        _ isBefore: (Key, Element) -> Bool
    ) {
        var oldCount = count - keys.count
        var old = index(startIndex, offsetBy: oldCount)
        let added = Array(self[old...])
        var free = endIndex
        for (key, new) in keys.reversed() {
            let position = partitionOffsetNearEnd(of: oldCount) {
                isBefore(key, self[index(startIndex, offsetBy: $0)])
            }
            while oldCount > position {
                oldCount -= 1
                formIndex(before: &old)
                formIndex(before: &free)
                swapAt(old, free)
            }
            formIndex(before: &free)
            self[free] = added[new]
        }
    }
}

extension UnsafeMutableBufferPointer {
    /// The same as `mergeBySwapping`, in contiguous memory.
    ///
    /// The appended elements move to other memory, so the slots from `old` to `free` are not
    /// initialized. There are as many as elements to merge, so none are left at the end, which the
    /// loop always reaches: closures throw nothing.
    @inlinable
    func mergeByMoving<Key>(
        _ keys: [(key: Key, index: Int)],
        _ isBefore: (Key, Element) -> Bool
    ) {
        guard let start = baseAddress else { return }
        var old = count - keys.count
        var free = count
        let added = UnsafeMutablePointer<Element>.allocate(capacity: keys.count)
        unsafe added.moveInitialize(from: start + old, count: keys.count)
        for (key, new) in keys.reversed() {
            // Unlike a collection, a pointer lends its element without a copy.
            let position = partitionOffsetNearEnd(of: old) {
                unsafe isBefore(key, start[$0])
            }
            free -= old - position
            unsafe (start + free).moveInitialize(from: start + position, count: old - position)
            old = position
            free -= 1
            unsafe (start + free).moveInitialize(from: added + new, count: 1)
        }
        unsafe added.deallocate()
    }
}
