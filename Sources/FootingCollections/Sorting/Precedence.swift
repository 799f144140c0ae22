#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Compares by several comparators: the first difference decides.
@usableFromInline
struct ComparatorChain<Comparator: SortComparator>: SortComparator {
    @usableFromInline var comparators: [Comparator]
    @usableFromInline var order = SortOrder.forward

    @inlinable
    init(_ comparators: [Comparator]) {
        self.comparators = comparators
    }

    @inlinable
    func compare(_ lhs: Comparator.Compared, _ rhs: Comparator.Compared) -> ComparisonResult {
        for comparator in comparators {
            let result = comparator.compare(lhs, rhs)
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }
}

extension SortComparator {
    @inlinable
    func areInOrder(_ lhs: Compared, _ rhs: Compared) -> Bool {
        compare(lhs, rhs) == .orderedAscending
    }
}

extension SortOrder {
    @inlinable
    var reversed: SortOrder { self == .forward ? .reverse : .forward }

    /// Whether one key precedes the other in this order.
    @inlinable
    func precedes<Key: Comparable>(_ key: Key, _ other: Key) -> Bool {
        switch self {
        case .forward: key < other
        case .reverse: other < key
        }
    }

    /// Whether a pair of keys precedes another one, whose second key is only made if the first keys
    /// are equal.
    @inlinable
    func precedes<First: Comparable, Second: Comparable>(
        _ keys: (First, Second),
        _ first: First,
        _ second: () -> Second
    ) -> Bool {
        precedes(keys.0, first) || !precedes(first, keys.0) && precedes(keys.1, second())
    }
}
