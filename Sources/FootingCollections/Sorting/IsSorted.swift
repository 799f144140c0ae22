#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Sequence {
    /// Returns whether the elements are sorted by a key.
    ///
    /// - Complexity: O(*n*)
    @inlinable
    public func isSorted<Key: Comparable>(
        by key: (Element) -> Key,
        order: SortOrder = .forward
    ) -> Bool {
        isSorted(key) { order.precedes($0, $1) }
    }

    /// Returns whether the elements are sorted by two keys.
    ///
    /// - Complexity: O(*n*)
    @inlinable
    public func isSorted<First: Comparable, Second: Comparable>(
        by first: (Element) -> First,
        _ second: (Element) -> Second,
        order: SortOrder = .forward
    ) -> Bool {
        isSorted(
            { (first($0), second($0)) },
            areInOrder: { keys, others in order.precedes(keys, others.0) { others.1 } }
        )
    }

    /// Returns whether the elements are sorted by a comparator.
    ///
    /// - Complexity: O(*n*)
    @inlinable
    public func isSorted(using comparator: some SortComparator<Element>) -> Bool {
        isSorted({ $0 }, areInOrder: { comparator.areInOrder($0, $1) })
    }

    /// Returns whether the elements are sorted by comparators.
    ///
    /// - Complexity: O(*n*)
    @inlinable
    public func isSorted(using comparators: [some SortComparator<Element>]) -> Bool {
        isSorted(using: ComparatorChain(comparators))
    }

    @inlinable
    func isSorted<Key>(_ key: (Element) -> Key, areInOrder: (Key, Key) -> Bool) -> Bool {
        var previous: Key?
        for element in self {
            let own = key(element)
            if let previous, areInOrder(own, previous) { return false }
            previous = own
        }
        return true
    }
}
