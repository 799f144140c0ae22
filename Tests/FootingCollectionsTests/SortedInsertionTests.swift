import FootingCollections
import Foundation
import TestSupport
import XCTest

final class SortedInsertionTests: XCTestCase {
    func testAnInsertionIsAnAppendAndAStableSort() {
        forEachSample { ordering, list, items in
            var (array, slice, deque) = (list, slice(of: list), RingDeque(list))
            for item in items.prefix(3) {
                let index = ordering.insert(item, into: &array)
                XCTAssertEqual(array[index], item)
                let position = ordering.insert(item, into: &slice)
                XCTAssertEqual(position, index + 5)
                XCTAssertEqual(ordering.insert(item, into: &deque), index)
            }
            let expected = ordering.sorted(list + items.prefix(3))
            return array == expected && Array(slice) == expected && Array(deque) == expected
        }
    }

    func testABatchIsAnAppendAndAStableSort() {
        forEachSample { ordering, list, items in
            var (array, slice, deque) = (list, slice(of: list), RingDeque(list))
            ordering.insert(contentsOf: items, into: &array)
            ordering.insert(contentsOf: AnySequence(items), into: &slice)
            ordering.insert(contentsOf: items.lazy.map { $0 }, into: &deque)
            let expected = ordering.sorted(list + items)
            return array == expected && Array(slice) == expected && Array(deque) == expected
        }
    }

    /// The thread sanitizer runs this, too: the empty array is shared by all threads.
    func testAnEmptyBatchWritesNothing() {
        DispatchQueue.concurrentPerform(iterations: 100) { number in
            var list = Array(0..<(number % 2))
            list.insert(contentsOf: [], sortedBy: { $0 })
            XCTAssertEqual(list.count, number % 2)
        }
    }

    func testTheRangeOfEqualsHasAllOfThem() {
        forEachSample { ordering, list, items in
            items.prefix(3).allSatisfy { item in
                let range = ordering.range(of: item, in: list)
                let before = list.count { ordering.areInOrder($0, item) }
                let after = list.count { ordering.areInOrder(item, $0) }
                return range == before..<(list.count - after)
                    && ordering.range(of: item, in: slice(of: list)).lowerBound == before + 5
            }
        }
    }

    func testOnlySortedListsAreSorted() {
        forEachSample { ordering, list, items in
            ordering.isSorted(list) && ordering.isSorted(items) == (ordering.sorted(items) == items)
        }
    }

    func testAChangedElementMovesAfterItsEquals() {
        for ordering in Ordering.allCases {
            for count in 1...12 {
                let list = ordering.sorted(
                    (0..<count).map { Item(key: $0 / 2 * 2, other: $0 % 2, number: $0) }
                )
                for index in list.indices {
                    for key in -1...13 {
                        var changed = list
                        changed[index].key = key
                        check(changed, index, ordering)
                    }
                }
            }
        }
    }

    private func check(_ changed: [Item], _ index: Int, _ ordering: Ordering) {
        var others = changed
        let item = others.remove(at: index)
        var expected = changed
        if !ordering.isSorted(changed) {
            expected = others
            let position = others.firstIndex { ordering.areInOrder(item, $0) } ?? others.count
            expected.insert(item, at: position)
        }
        var (array, deque, part) = (changed, RingDeque(changed), slice(of: changed))
        let new = ordering.move(index, in: &array)
        XCTAssertEqual(array, expected, "\(ordering): \(changed), \(index)")
        XCTAssertEqual(array[new], item)
        XCTAssertEqual(ordering.move(index, in: &deque), new)
        XCTAssertEqual(Array(deque), expected)
        XCTAssertEqual(ordering.move(index + 5, in: &part), new + 5)
        XCTAssertEqual(Array(part), expected)
    }

    func testAnInsertionEvaluatesFewKeys() {
        for count in 0...rounds(70, underStress: 300) {
            let list = (0..<count).map { $0 * 2 }
            let bound = Int(log2(Double(max(count, 1)))) + (count > 0 ? 1 : 0)
            for value in -1...(2 * count) {
                var (evaluations, second, array) = (0, 0, list)
                array.insert(value) {
                    evaluations += 1; return $0
                }
                XCTAssertLessThanOrEqual(evaluations, bound + 1, "\(count)")

                evaluations = 0
                array = list
                array.insert(value) {
                    evaluations += 1; return $0
                } _: {
                    second += 1; return $0
                }
                XCTAssertLessThanOrEqual(evaluations, bound + 1, "\(count)")
                XCTAssertLessThanOrEqual(second, value % 2 == 0 ? 2 : 1, "the second key")
                second = 0

                evaluations = 0
                _ = list.sortedRange(of: value) {
                    evaluations += 1; return $0
                }
                XCTAssertLessThanOrEqual(evaluations, 2 * bound, "\(count)")
                _ = list.sortedRange(
                    of: value,
                    value,
                    by: { $0 },
                    {
                        second += 1; return $0
                    }
                )
                XCTAssertLessThanOrEqual(second, value % 2 == 0 ? 2 : 0, "the second key")
            }
        }
    }

    func testAComparatorIsCalledFewTimes() {
        let comparator = CountingComparator()
        func calls(_ body: () -> Void) -> Int {
            comparator.calls.value = 0
            body()
            return comparator.calls.value
        }
        for count in 1...64 {
            let list = Array(0..<count)
            let bound = Int(log2(Double(count))) + 1
            for value in -1...count {
                var array = list
                let ofInsertion = calls { array.insert(value, sortedUsing: [comparator]) }
                XCTAssertLessThanOrEqual(ofInsertion, bound, "\(count)")
                let ofRange = calls { _ = list.sortedRange(of: value, using: comparator) }
                XCTAssertLessThanOrEqual(ofRange, 2 * bound, "\(count)")
            }
        }
    }

    func testABatchEvaluatesItsKeysOnceAndFewOfTheList() {
        func evaluations(_ count: Int, _ batch: Int) -> (list: Int, batch: Int) {
            var random = SeededRandom(seed: count + batch)
            var list = (0..<count).map { Item(key: $0, other: 0, number: $0) }
            let new = Item.random(batch, below: count, first: count, using: &random)
            var (ofList, ofBatch) = (0, 0)
            list.insert(contentsOf: new) { item in
                if item.number < count { ofList += 1 } else { ofBatch += 1 }
                return item.key
            }
            XCTAssertTrue(list.isSorted(by: \.key))
            return (ofList, ofBatch)
        }
        for batch in [1, 10, 100, 1_000, 10_000] {
            var previous: Int?
            for count in [10_000, 20_000, 40_000] {
                let found = evaluations(count, batch)
                let ratio = Double(count) / Double(batch) + 1
                XCTAssertEqual(found.batch, batch)
                XCTAssertLessThan(Double(found.list), Double(batch) * (2 * log2(ratio) + 4))
                // Twice as long a list needs at most two more evaluations for each new element.
                if let previous { XCTAssertLessThan(found.list, previous + 3 * batch) }
                previous = found.list
            }
        }
    }

    func testElementsSurviveAListThatIsNotSorted() {
        var random = SeededRandom(seed: 7)
        for round in 0..<rounds(140, underStress: 60_000) {
            let keys: [Double] = [1, 2, .nan, -.infinity, .infinity, -0.0, 0.0]
            let list = (0..<(round % 20)).compactMap { _ in keys.randomElement(using: &random) }
            let batch = (0..<(round % 7)).compactMap { _ in keys.randomElement(using: &random) }
            func tally(_ values: [Double]) -> [UInt64] { values.map(\.bitPattern).sorted() }
            func check(
                _ unsorted: some RangeReplaceableCollection<Double> & RandomAccessCollection
                    & MutableCollection
            ) {
                var unsorted = unsorted
                for order in [SortOrder.forward, .reverse] {
                    unsorted.insert(contentsOf: batch, sortedBy: { $0 }, order: order)
                    unsorted.insert(contentsOf: batch, sortedBy: { $0 }, { -$0 }, order: order)
                    let comparator = KeyPathComparator(\Double.self, order: order)
                    unsorted.insert(contentsOf: batch, sortedUsing: comparator)
                    for index in unsorted.indices {
                        unsorted.moveIntoOrder(at: index, sortedBy: { $0 }, { -$0 }, order: order)
                        unsorted.moveIntoOrder(at: index, sortedUsing: comparator)
                    }
                }
                let added = Array(repeating: batch, count: 6).joined()
                XCTAssertEqual(tally(Array(unsorted)), tally(list + added))
            }
            check(list)
            check(RingDeque(list))
            check(([9, 9] + list)[2...])
            for order in [SortOrder.forward, .reverse] {
                var array = list
                array.insert(contentsOf: batch, sortedBy: { $0 }, order: order)
                XCTAssertEqual(tally(array), tally(list + batch))
                array.insert(.nan, sortedBy: { $0 }, { -$0 }, order: order)
                XCTAssertEqual(tally(array), tally(list + batch + [.nan]))
                for index in array.indices {
                    array.moveIntoOrder(at: index, sortedBy: { $0 }, order: order)
                }
                XCTAssertEqual(tally(array), tally(list + batch + [.nan]))
                let range = array.sortedRange(of: .nan, by: { $0 }, order: order)
                XCTAssertLessThanOrEqual(range.upperBound, array.count)
            }
        }
    }

    func testABatchMovesEachElementAtMostTwice() {
        for count in [1_000, 2_000] {
            let writes = Shared(0)
            var random = SeededRandom(seed: count)
            var list = RingDeque((0..<count).map { Item(key: $0, other: 0, number: $0) })
            let new = Item.random(count / 10, below: count, first: count, using: &random)
            list.onWrite = { writes.value += 1 }
            list.insert(contentsOf: new, sortedBy: \.key)
            XCTAssertTrue(list.isSorted(by: \.key))
            // A swap of a listed element and a new one is two writes.
            XCTAssertLessThanOrEqual(writes.value, 2 * count + new.count)
        }
    }

    func testAUniqueArrayIsNotCopied() {
        var array = [1, 2, 3, 5]
        array.reserveCapacity(10)
        func address() -> Int {
            unsafe array.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        }
        let before = address()
        array.insert(4, sortedBy: { $0 })
        array.insert(contentsOf: [7, 6], sortedBy: { $0 })
        array[0] = 9
        array.moveIntoOrder(at: 0, sortedBy: { $0 })
        XCTAssertEqual(array, [2, 3, 4, 5, 6, 7, 9])
        XCTAssertEqual(address(), before)
    }

    func testElementsThatMoveAreReleasedOnce() {
        let population = Population()
        do {
            var list = (0..<20).map { (key: $0, canary: population.canary()) }
            list.insert(contentsOf: (0..<30).map { ($0, population.canary()) }, sortedBy: \.key)
            list.insert((5, population.canary()), sortedBy: \.key)
            list[0].key = 99
            list.moveIntoOrder(at: 0, sortedBy: \.key)
            XCTAssertEqual(list.count, 51)
            XCTAssertEqual(population.count, 51)
        }
        XCTAssertEqual(population.count, 0)
    }

    // MARK: - Samples

    /// The elements with other indices than those of an array.
    private func slice(of items: [Item]) -> ArraySlice<Item> {
        (Array(repeating: Item(key: 3, other: 3, number: -1), count: 5) + items)[5...]
    }

    /// Calls a closure with sorted lists, and with elements that are in no order.
    private func forEachSample(
        line: UInt = #line,
        _ holds: (Ordering, [Item], [Item]) -> Bool
    ) {
        var random = SeededRandom(seed: 42)
        for round in 0..<rounds(1_500, underStress: 170_000) {
            let ordering = Ordering.allCases[round % Ordering.allCases.count]
            let count = Int.random(in: 0...24, using: &random)
            let batch = Int.random(in: 0...24, using: &random)
            // Few keys, many, only one.
            let limit = [3, 1_000, 1, 10][round / 7 % 4]
            var list = Item.random(count, below: limit, first: 0, using: &random)
            list = ordering.sorted(list)
            var items = Item.random(batch, below: limit, first: count, using: &random)
            switch round / 3 % 3 {
            case 0: items = ordering.sorted(items)
            case 1: items = ordering.sorted(items).reversed()
            default: break
            }
            guard !holds(ordering, list, items) else { continue }
            XCTFail("\(ordering): \(list), \(items)", line: line)
            return
        }
    }
}
