#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension RangeReplaceableCollection where Self: RandomAccessCollection {
    /// Inserts an element into a list sorted by a key, after the elements with an equal key.
    ///
    /// ```swift
    /// people.insert(eve, sortedBy: \.lastNameKey)
    /// ```
    ///
    /// If the list is not sorted by `key` and `order`, the position of the new element is
    /// unspecified.
    ///
    /// - Returns: The index of the new element.
    /// - Complexity: O(*n*) moves, and at most ⌊log₂ *n*⌋ + 2 evaluations of `key`.
    @inlinable
    @discardableResult
    public mutating func insert<Key: Comparable>(
        _ element: Element,
        sortedBy key: (Element) -> Key,
        order: SortOrder = .forward
    ) -> Index {
        let new = key(element)
        return insert(element) { order.precedes(new, key($0)) }
    }

    /// Inserts an element into a list sorted by two keys, after the elements with equal keys.
    ///
    /// The second key of a listed element is evaluated only if its first key is equal to that of
    /// the new element.
    ///
    /// - Returns: The index of the new element.
    /// - Complexity: O(*n*) moves, and at most ⌊log₂ *n*⌋ + 2 evaluations of each key.
    @inlinable
    @discardableResult
    public mutating func insert<First: Comparable, Second: Comparable>(
        _ element: Element,
        sortedBy first: (Element) -> First,
        _ second: (Element) -> Second,
        order: SortOrder = .forward
    ) -> Index {
        let new = (first(element), second(element))
        return insert(element) { other in
            order.precedes(new, first(other)) { second(other) }
        }
    }

    /// Inserts an element into a list sorted by a comparator, after elements that compare equal.
    ///
    /// - Returns: The index of the new element.
    /// - Complexity: O(*n*) moves, and at most ⌊log₂ *n*⌋ + 1 comparisons.
    @inlinable
    @discardableResult
    public mutating func insert(
        _ element: Element,
        sortedUsing comparator: some SortComparator<Element>
    ) -> Index {
        insert(element) { comparator.areInOrder(element, $0) }
    }

    /// Inserts an element into a list sorted by comparators, after elements that compare equal.
    ///
    /// The first comparator that finds a difference decides.
    ///
    /// - Returns: The index of the new element.
    /// - Complexity: O(*n*) moves, and at most ⌊log₂ *n*⌋ + 1 calls of each comparator.
    @inlinable
    @discardableResult
    public mutating func insert(
        _ element: Element,
        sortedUsing comparators: [some SortComparator<Element>]
    ) -> Index {
        insert(element, sortedUsing: ComparatorChain(comparators))
    }

    @inlinable
    mutating func insert(_ element: Element, before follows: (Element) -> Bool) -> Index {
        let position = partitionPoint(in: startIndex..<endIndex, where: follows)
        let offset = distance(from: startIndex, to: position)
        insert(element, at: position)
        return index(startIndex, offsetBy: offset)
    }
}
