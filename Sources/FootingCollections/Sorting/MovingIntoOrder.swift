#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MutableCollection where Self: RandomAccessCollection {
    /// Moves the element at an index, whose key has changed, to its position in a list sorted by
    /// that key.
    ///
    /// The element does not move if it is in order with its neighbors. Otherwise, it moves after
    /// the elements that compare equal. All other elements keep their order.
    ///
    /// - Precondition: `position` is the index of an element.
    /// - Returns: The new index of the element.
    /// - Complexity: O(*d*) for the distance *d* that the element moves, and O(log *n*)
    ///   evaluations of `key`.
    @inlinable
    @discardableResult
    public mutating func moveIntoOrder<Key: Comparable>(
        at position: Index,
        sortedBy key: (Element) -> Key,
        order: SortOrder = .forward
    ) -> Index {
        checkIndex(position)
        let own = key(self[position])
        return move(
            position,
            precedes: { order.precedes(own, key($0)) },
            follows: { order.precedes(key($0), own) }
        )
    }

    /// Moves the element at an index, whose keys have changed, to its position in a list sorted by
    /// two keys.
    ///
    /// - Precondition: `position` is the index of an element.
    /// - Returns: The new index of the element.
    /// - Complexity: O(*d*) for the distance *d* that the element moves, and O(log *n*)
    ///   evaluations of each key.
    @inlinable
    @discardableResult
    public mutating func moveIntoOrder<First: Comparable, Second: Comparable>(
        at position: Index,
        sortedBy first: (Element) -> First,
        _ second: (Element) -> Second,
        order: SortOrder = .forward
    ) -> Index {
        checkIndex(position)
        let own = (first(self[position]), second(self[position]))
        return move(
            position,
            precedes: { other in order.precedes(own, first(other)) { second(other) } },
            follows: { other in order.reversed.precedes(own, first(other)) { second(other) } }
        )
    }

    /// Moves the element at an index to its position in a list sorted by a comparator.
    ///
    /// - Precondition: `position` is the index of an element.
    /// - Returns: The new index of the element.
    /// - Complexity: O(*d*) for the distance *d* that the element moves, and O(log *n*)
    ///   comparisons.
    @inlinable
    @discardableResult
    public mutating func moveIntoOrder(
        at position: Index,
        sortedUsing comparator: some SortComparator<Element>
    ) -> Index {
        checkIndex(position)
        let own = self[position]
        return move(
            position,
            precedes: { comparator.areInOrder(own, $0) },
            follows: { comparator.areInOrder($0, own) }
        )
    }

    /// Moves the element at an index to its position in a list sorted by comparators.
    ///
    /// The first comparator that finds a difference decides.
    ///
    /// - Precondition: `position` is the index of an element.
    /// - Returns: The new index of the element.
    /// - Complexity: O(*d*) for the distance *d* that the element moves, and O(log *n*) calls of
    ///   each comparator.
    @inlinable
    @discardableResult
    public mutating func moveIntoOrder(
        at position: Index,
        sortedUsing comparators: [some SortComparator<Element>]
    ) -> Index {
        moveIntoOrder(at: position, sortedUsing: ComparatorChain(comparators))
    }

    @inlinable
    func checkIndex(_ position: Index) {
        precondition(
            startIndex <= position && position < endIndex,
            "The index of the element to move is outside the list."
        )
    }

    /// Moves an element by swaps of neighbors, if it precedes or follows its own.
    @inlinable
    mutating func move(
        _ position: Index,
        precedes: (Element) -> Bool,
        follows: (Element) -> Bool
    ) -> Index {
        let movesForward = position > startIndex && precedes(self[index(before: position)])
        var target = position
        if movesForward {
            target = partitionPoint(in: startIndex..<index(before: position), where: precedes)
        } else if index(after: position) < endIndex, follows(self[index(after: position)]) {
            let rest = index(after: position)..<endIndex
            target = index(before: partitionPoint(in: rest, where: precedes))
        }
        var current = position
        while current != target {
            let next = movesForward ? index(before: current) : index(after: current)
            swapAt(current, next)
            current = next
        }
        return current
    }
}
