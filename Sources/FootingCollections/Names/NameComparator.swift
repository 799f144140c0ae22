#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Compares names as ``NameKey`` does, for the sorts of Foundation.
///
/// ```swift
/// files.sort(using: KeyPathComparator(\.name, comparator: .names))
/// ```
///
/// To sort a list by names, prefer ``Swift/Sequence/sorted(byName:order:)``, which folds each name
/// once. A comparator folds both names in each comparison.
public struct NameComparator: SortComparator, Sendable {
    /// The direction of the order.
    public var order: SortOrder

    /// Creates a comparator.
    public init(order: SortOrder = .forward) {
        self.order = order
    }

    /// Compares two names.
    ///
    /// - Complexity: O(*n*) in the length of both names. Memory is only allocated for names that
    ///   differ only in case, accents, width or leading zeros.
    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
        let difference = NameOrder.compare(lhs, rhs)
        if difference == 0 { return .orderedSame }
        return (difference < 0) == (order == .forward) ? .orderedAscending : .orderedDescending
    }
}

extension SortComparator where Self == NameComparator {
    /// Compares names, in ascending order.
    public static var names: NameComparator { NameComparator() }

    /// Compares names in an order.
    public static func names(order: SortOrder) -> NameComparator { NameComparator(order: order) }
}
