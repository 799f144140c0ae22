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
