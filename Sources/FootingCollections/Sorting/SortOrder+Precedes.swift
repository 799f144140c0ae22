#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SortOrder {
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
        keys.0 == first ? precedes(keys.1, second()) : precedes(keys.0, first)
    }

    /// Whether a pair of keys follows another one, whose second key is only made if the first keys
    /// are equal.
    @inlinable
    func follows<First: Comparable, Second: Comparable>(
        _ keys: (First, Second),
        _ first: First,
        _ second: () -> Second
    ) -> Bool {
        keys.0 == first ? precedes(second(), keys.1) : precedes(first, keys.0)
    }
}
