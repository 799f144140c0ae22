#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Sequence {
    /// Returns the elements sorted by their names, in the order of ``NameKey``.
    ///
    /// ```swift
    /// let sorted = people.sorted(byName: \.lastName)
    /// ```
    ///
    /// Elements with equal names keep their order. The name of each element is evaluated once.
    ///
    /// - Complexity: O(*n* log *n*)
    public func sorted(
        byName name: (Element) -> String,
        order: SortOrder = .forward
    ) -> [Element] {
        let elements = Array(self)
        let keys = elements.map { NameKey(name($0)) }
        return keys.sortedWithIndices { order.precedes($0, $1) }.map { elements[$0.index] }
    }
}
