#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension RangeReplaceableCollection where Self: MutableCollection & RandomAccessCollection {
    /// Inserts elements into a list sorted by a key, as if they were appended and the list were
    /// then sorted by a stable algorithm.
    ///
    /// If the list is not sorted by `key` and `order`, the positions are unspecified.
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
    /// If the list is not sorted by the keys and `order`, the positions are unspecified.
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
    /// If the list is not sorted by the comparator, the positions are unspecified.
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
    /// The first comparator that finds a difference decides. If the list is not sorted by the
    /// comparators, the positions are unspecified.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *m* new elements.
    @inlinable
    public mutating func insert(
        contentsOf elements: some Sequence<Element>,
        sortedUsing comparators: [some SortComparator<Element>]
    ) {
        insert(contentsOf: elements, sortedUsing: ComparatorChain(comparators))
    }

    /// Sorts the new elements, appends them, and merges from the end.
    ///
    /// The appended copies only make room. They are swapped forward past the listed elements, and
    /// then replaced one by one, so the list holds all of its elements at any time.
    @inlinable
    mutating func merge<Key>(
        _ elements: some Sequence<Element>,
        key: (Element) -> Key,
        areInOrder: (Key, Key) -> Bool,
        isBefore: (Key, Element) -> Bool
    ) {
        var items = elements.map { (key: key($0), element: $0) }
        items.sort { areInOrder($0.key, $1.key) }
        let oldCount = count
        append(contentsOf: items.lazy.map(\.element))
        var old = index(startIndex, offsetBy: oldCount)
        var free = endIndex
        for item in items.reversed() {
            let position = partitionPointNearEnd(of: startIndex..<old) { isBefore(item.key, $0) }
            while old > position {
                formIndex(before: &old)
                formIndex(before: &free)
                swapAt(old, free)
            }
            formIndex(before: &free)
            self[free] = item.element
        }
    }
}
