#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension RandomAccessCollection {
    /// Returns the range of the elements with a given key, in a list sorted by that key.
    ///
    /// ```swift
    /// let olssons = people.sortedRange(of: NameKey("Olsson"), by: \.lastNameKey)
    /// ```
    ///
    /// If no element has the key, the range is empty, at the position at which an element with the
    /// key would be inserted.
    ///
    /// - Complexity: At most 2 (⌊log₂ *n*⌋ + 1) evaluations of `key`.
    @inlinable
    public func sortedRange<Key: Comparable>(
        of value: Key,
        by key: (Element) -> Key,
        order: SortOrder = .forward
    ) -> Range<Index> {
        range(
            from: { !order.precedes(key($0), value) },
            to: { order.precedes(value, key($0)) }
        )
    }

    /// Returns the range of the elements with two given keys, in a list sorted by these keys.
    ///
    /// - Complexity: At most 2 (⌊log₂ *n*⌋ + 1) evaluations of each key.
    @inlinable
    public func sortedRange<First: Comparable, Second: Comparable>(
        of firstValue: First,
        _ secondValue: Second,
        by first: (Element) -> First,
        _ second: (Element) -> Second,
        order: SortOrder = .forward
    ) -> Range<Index> {
        // The second key only decides among equal first ones, so few elements need both.
        self[sortedRange(of: firstValue, by: first, order: order)]
            .sortedRange(of: secondValue, by: second, order: order)
    }

    /// Returns the range of the elements that compare equal to one, in a list sorted by a
    /// comparator.
    ///
    /// - Complexity: At most 2 (⌊log₂ *n*⌋ + 1) comparisons.
    @inlinable
    public func sortedRange(
        of element: Element,
        using comparator: some SortComparator<Element>
    ) -> Range<Index> {
        range(
            from: { !comparator.areInOrder($0, element) },
            to: { comparator.areInOrder(element, $0) }
        )
    }

    /// Returns the range of the elements that compare equal to one, in a list sorted by
    /// comparators.
    ///
    /// - Complexity: At most 2 (⌊log₂ *n*⌋ + 1) calls of each comparator.
    @inlinable
    public func sortedRange(
        of element: Element,
        using comparators: [some SortComparator<Element>]
    ) -> Range<Index> {
        sortedRange(of: element, using: ComparatorChain(comparators))
    }
}
