import FootingCollections
import Foundation
import TestSupport

/// An element that is told apart from its equals by its number.
struct Item: Equatable, CustomStringConvertible {
    var key: Int
    var other: Int
    var number: Int

    var description: String { "\(key).\(other)#\(number)" }

    /// Elements with random keys below `limit`, numbered from `first`.
    static func random(
        _ count: Int,
        below limit: Int,
        first: Int,
        using random: inout SeededRandom
    ) -> [Item] {
        (0..<count).map { offset in
            Item(
                key: .random(in: 0..<limit, using: &random),
                other: .random(in: 0..<3, using: &random),
                number: first + offset
            )
        }
    }
}

/// Compares by key and then by the other key.
struct ItemComparator: SortComparator, Hashable {
    var isByOtherKey = false
    var order = SortOrder.forward

    func compare(_ lhs: Item, _ rhs: Item) -> ComparisonResult {
        let (own, other) = isByOtherKey ? (lhs.other, rhs.other) : (lhs.key, rhs.key)
        guard own != other else { return .orderedSame }
        return (own < other) == (order == .forward) ? .orderedAscending : .orderedDescending
    }
}

/// Compares numbers, and counts that.
struct CountingComparator: SortComparator {
    var order = SortOrder.forward
    let calls = Shared(0)

    func compare(_ lhs: Int, _ rhs: Int) -> ComparisonResult {
        calls.value += 1
        return lhs < rhs ? .orderedAscending : lhs == rhs ? .orderedSame : .orderedDescending
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.calls === rhs.calls }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(calls)) }
}

/// A way to say in which order a list is.
enum Ordering: CaseIterable {
    case key, keyReversed, twoKeys, twoKeysReversed, comparator, comparators

    private static let chain = [
        ItemComparator(), ItemComparator(isByOtherKey: true, order: .reverse),
    ]

    /// Whether one element is before another in a sorted list: the definition, in other words than
    /// those of the library.
    func areInOrder(_ lhs: Item, _ rhs: Item) -> Bool {
        switch self {
        case .key: lhs.key < rhs.key
        case .keyReversed, .comparator: lhs.key > rhs.key
        case .twoKeys: (lhs.key, lhs.other) < (rhs.key, rhs.other)
        case .twoKeysReversed: (lhs.key, lhs.other) > (rhs.key, rhs.other)
        case .comparators: (lhs.key, -lhs.other) < (rhs.key, -rhs.other)
        }
    }

    func insert<List: RangeReplaceableCollection & RandomAccessCollection>(
        _ item: Item,
        into list: inout List
    ) -> List.Index where List.Element == Item {
        switch self {
        case .key: list.insert(item, sortedBy: \.key)
        case .keyReversed: list.insert(item, sortedBy: \.key, order: .reverse)
        case .twoKeys: list.insert(item, sortedBy: \.key, \.other)
        case .twoKeysReversed: list.insert(item, sortedBy: \.key, \.other, order: .reverse)
        case .comparator: list.insert(item, sortedUsing: ItemComparator(order: .reverse))
        case .comparators: list.insert(item, sortedUsing: Self.chain)
        }
    }

    func insert<List: RangeReplaceableCollection & RandomAccessCollection & MutableCollection>(
        contentsOf items: some Sequence<Item>,
        into list: inout List
    ) where List.Element == Item {
        switch self {
        case .key: list.insert(contentsOf: items, sortedBy: \.key)
        case .keyReversed: list.insert(contentsOf: items, sortedBy: \.key, order: .reverse)
        case .twoKeys: list.insert(contentsOf: items, sortedBy: \.key, \.other)
        case .twoKeysReversed:
            list.insert(contentsOf: items, sortedBy: \.key, \.other, order: .reverse)
        case .comparator:
            list.insert(contentsOf: items, sortedUsing: ItemComparator(order: .reverse))
        case .comparators: list.insert(contentsOf: items, sortedUsing: Self.chain)
        }
    }

    func move<List: RandomAccessCollection & MutableCollection>(
        _ position: List.Index,
        in list: inout List
    ) -> List.Index where List.Element == Item {
        switch self {
        case .key: list.moveIntoOrder(at: position, sortedBy: \.key)
        case .keyReversed: list.moveIntoOrder(at: position, sortedBy: \.key, order: .reverse)
        case .twoKeys: list.moveIntoOrder(at: position, sortedBy: \.key, \.other)
        case .twoKeysReversed:
            list.moveIntoOrder(at: position, sortedBy: \.key, \.other, order: .reverse)
        case .comparator:
            list.moveIntoOrder(at: position, sortedUsing: ItemComparator(order: .reverse))
        case .comparators: list.moveIntoOrder(at: position, sortedUsing: Self.chain)
        }
    }

    func range<List: RandomAccessCollection>(
        of item: Item,
        in list: List
    ) -> Range<List.Index> where List.Element == Item {
        switch self {
        case .key: list.sortedRange(of: item.key, by: \.key)
        case .keyReversed: list.sortedRange(of: item.key, by: \.key, order: .reverse)
        case .twoKeys: list.sortedRange(of: item.key, item.other, by: \.key, \.other)
        case .twoKeysReversed:
            list.sortedRange(of: item.key, item.other, by: \.key, \.other, order: .reverse)
        case .comparator: list.sortedRange(of: item, using: ItemComparator(order: .reverse))
        case .comparators: list.sortedRange(of: item, using: Self.chain)
        }
    }

    func isSorted(_ list: some Sequence<Item>) -> Bool {
        switch self {
        case .key: list.isSorted(by: \.key)
        case .keyReversed: list.isSorted(by: \.key, order: .reverse)
        case .twoKeys: list.isSorted(by: \.key, \.other)
        case .twoKeysReversed: list.isSorted(by: \.key, \.other, order: .reverse)
        case .comparator: list.isSorted(using: ItemComparator(order: .reverse))
        case .comparators: list.isSorted(using: Self.chain)
        }
    }

    /// The elements in order, by a stable sort.
    func sorted(_ items: [Item]) -> [Item] {
        items.enumerated().sorted { lhs, rhs in
            areInOrder(lhs.element, rhs.element)
                || !areInOrder(rhs.element, lhs.element) && lhs.offset < rhs.offset
        }.map(\.element)
    }
}
