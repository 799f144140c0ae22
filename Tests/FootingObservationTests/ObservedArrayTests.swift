import FootingObservation
import Foundation
import TestSupport
import XCTest

final class ObservedArrayTests: XCTestCase {
    private typealias Edit = CollectionChange<Int>.Edit

    private class List: KeyValueObservable {
        @Observed var items: ObservedArray<Int> = []
        @Observed var names: ObservedArray<String?> = []
        @Observed private(set) var hidden: ObservedArray<Int> = []
        @Observed var plain: [Int] = []
        var reversed: ObservedArray<Int> { ObservedArray(items.reversed()) }
        func hide(_ item: Int) { hidden.append(item) }

        init(_ items: ObservedArray<Int> = []) { self.items = items }
    }

    /// Follows a list, checks each change against the list, and notes the edits.
    private final class Mirror {
        private(set) var items: [Int]
        private(set) var edits: [String] = []
        private var states: [[Int]]
        private var token: ObservationToken?

        init(of list: List, initial: Bool = false) {
            items = initial ? [] : list.items.elements
            states = [items]
            token = list.observeElements(of: \.items, initial: initial) { [unowned self] change in
                edits.append(change.edits.map(Mirror.text).joined(separator: " "))
                change.apply(to: &items)
                states.append(items)
            }
        }

        static func text(_ edit: Edit) -> String { "\(edit.range) \(edit.removed)\(edit.inserted)" }

        func takeEdits() -> [String] {
            defer { edits = [] }
            return edits
        }
    }

    // MARK: Edits

    func testEachMutationIsTheEditThatItMakes() {
        typealias Items = ObservedArray<Int>
        let cases: [(name: String, edits: String, mutate: (inout Items) -> Void)] = [
            ("append", "3..<3 [][9]", { $0.append(9) }),
            ("append several", "3..<3 [][8, 9]", { $0.append(contentsOf: [8, 9]) }),
            ("+=", "3..<3 [][8, 9]", { $0 += [8, 9] }),
            ("insert at the start", "0..<0 [][9]", { $0.insert(9, at: 0) }),
            ("insert several", "1..<1 [][8, 9]", { $0.insert(contentsOf: [8, 9], at: 1) }),
            ("remove", "1..<2 [20][]", { $0.remove(at: 1) }),
            ("removeFirst", "0..<1 [10][]", { $0.removeFirst() }),
            ("removeFirst two", "0..<2 [10, 20][]", { $0.removeFirst(2) }),
            ("removeLast", "2..<3 [30][]", { $0.removeLast() }),
            ("popLast", "2..<3 [30][]", { _ = $0.popLast() }),
            ("removeLast two", "1..<3 [20, 30][]", { $0.removeLast(2) }),
            ("removeSubrange", "1..<3 [20, 30][]", { $0.removeSubrange(1...2) }),
            ("removeAll", "0..<3 [10, 20, 30][]", { $0.removeAll() }),
            ("removeAll where", "0..<3 [10, 20, 30][20]", { $0.removeAll { $0 != 20 } }),
            ("removeAll of none", "", { $0.removeAll { $0 > 90 } }),
            ("replace by longer", "0..<1 [10][1, 2]", { $0.replaceSubrange(0..<1, with: [1, 2]) }),
            ("replace by equal", "0..<1 [10][1]", { $0.replaceSubrange(0..<1, with: [1]) }),
            ("replace none", "1..<1 [][]", { $0.replaceSubrange(1..<1, with: []) }),
            ("set an element", "1..<2 [20][9]", { $0[1] = 9 }),
            ("change an element", "1..<2 [20][21]", { $0[1] += 1 }),
            ("set a slice", "0..<2 [10, 20][7]", { $0[0..<2] = [7] }),
            ("change a slice", "0..<2 [10, 20][20, 10]", { $0[0..<2].reverse() }),
            ("swapAt", "0..<1 [10][30] 2..<3 [30][10]", { $0.swapAt(0, 2) }),
            ("swapAt itself", "", { $0.swapAt(1, 1) }),
            ("sort", "0..<3 [10, 20, 30][30, 20, 10]", { $0.sort(by: >) }),
            ("reverse", "0..<1 [10][30] 2..<3 [30][10]", { $0.reverse() }),
            ("partition", "0..<3 [10, 20, 30][30, 20, 10]", { _ = $0.partition { $0 < 20 } }),
            ("reserve", "", { $0.reserveCapacity(100) }),
            (
                "two edits", "3..<3 [][9] 0..<1 [10][]",
                {
                    $0.append(9); $0.removeFirst()
                }
            ),
            ("read", "", { _ = $0.count }),
            ("assign", "0..<3 [10, 20, 30][5]", { $0 = [5] }),
            (
                "edit and assign", "3..<3 [][9] 0..<4 [10, 20, 30, 9][5]",
                {
                    $0.append(9); $0 = [5]
                }
            ),
            (
                "assign and edit", "0..<3 [10, 20, 30][5, 6]",
                {
                    $0 = [5]; $0.append(6)
                }
            ),
            (
                "edit of a copy", "3..<3 [][9]",
                { list in
                    var copy = list
                    copy.removeAll()
                    list.append(9)
                }
            ),
            (
                "assign a copy", "3..<3 [][9]",
                { list in
                    var copy = list
                    list = []
                    copy.append(9)
                    list = copy
                }
            ),
            (
                "append itself", "0..<3 [10, 20, 30][10, 20, 30, 10, 20, 30]",
                { list in
                    list.append(contentsOf: list)
                }
            ),
        ]
        for (name, edits, mutate) in cases {
            let list = List([10, 20, 30])
            let mirror = Mirror(of: list)
            mutate(&list.items)

            XCTAssertEqual(mirror.takeEdits(), [edits], name)
            XCTAssertEqual(mirror.items, list.items.elements, name)
        }
    }

    func testRemoveAllWhereAsksOnceForEachElementInOrderAsArrayDoes() {
        for bits in 0..<1 << 7 {
            let elements = Array(0..<7)
            func removing(_ asked: inout [Int], _ element: Int) -> Bool {
                asked.append(element)
                return bits >> (asked.count - 1) & 1 == 1
            }
            var (asked, expected, expectedAsked) = ([Int](), elements, [Int]())
            let list = List(ObservedArray(elements))
            let mirror = Mirror(of: list)
            list.items.removeAll { removing(&asked, $0) }
            expected.removeAll { removing(&expectedAsked, $0) }

            XCTAssertEqual(list.items.elements, expected, "\(bits)")
            XCTAssertEqual(asked, expectedAsked, "\(bits)")
            XCTAssertEqual(mirror.items, expected, "\(bits)")
        }
    }

    func testRemoveAllWhereRemovesNothingIfTheClosureThrows() {
        struct Stop: Error {}
        let list = List([1, 2, 3])
        XCTAssertThrowsError(
            try list.items.removeAll { if $0 == 3 { throw Stop() } else { true } }
        )

        XCTAssertEqual(list.items, [1, 2, 3])
    }

    func testAnAssignmentOfTheWholeArrayIsOneEdit() {
        let list = List([1, 2])
        let mirror = Mirror(of: list)
        list.items = [3]
        list.items = list.items

        XCTAssertEqual(mirror.takeEdits(), ["0..<2 [1, 2][3]", "0..<1 [3][3]"])
    }

    func testTheInitialChangeInsertsAllElements() {
        let list = List([1, 2])
        let mirror = Mirror(of: list, initial: true)

        XCTAssertEqual(mirror.takeEdits(), ["0..<0 [][1, 2]"])
        XCTAssertEqual(mirror.items, [1, 2])
    }

    func testAnAccessThatThrowsTellsWhatItDid() {
        struct Stop: Error {}
        func change(_ items: inout ObservedArray<Int>) throws {
            items.append(1)
            throw Stop()
        }
        let list = List()
        let mirror = Mirror(of: list)
        XCTAssertThrowsError(try change(&list.items))

        XCTAssertEqual(mirror.takeEdits(), ["0..<0 [][1]"])
    }

    func testTwoArraysMayBeSwapped() {
        let (a, b) = (List([1, 2]), List([3]))
        let (mirrorA, mirrorB) = (Mirror(of: a), Mirror(of: b))
        swap(&a.items, &b.items)

        XCTAssertEqual(mirrorA.items, [3])
        XCTAssertEqual(mirrorB.items, [1, 2])
        a.items.append(4)
        XCTAssertEqual(mirrorA.items, [3, 4])
        XCTAssertEqual(mirrorB.items, b.items.elements)
    }

    func testAValueOfAChangeMayBeAssignedAgain() {
        let list = List([1])
        let mirror = Mirror(of: list)
        var kept: ObservedArray<Int> = []
        let token = list.observe(\.items) { kept = $0.newValue }
        list.items.append(2)
        list.items.append(3)
        let before = kept
        list.items = [7]
        list.items = before
        list.items.removeFirst()
        kept.append(9)

        XCTAssertEqual(mirror.items, [2, 3])
        XCTAssertEqual(list.items, [2, 3])
        token.cancel()
    }

    func testEditsOfHandlersAreDeliveredInOrder() {
        let list = List()
        let bag = ObservationBag()
        let log = Log<String>()
        list.observeElements(of: \.items) { change in
            log.add("a \(change.edits.map(Mirror.text))")
            if list.items.count < 3 { list.items.append(list.items.count) }
        }.store(in: bag)
        list.observeElements(of: \.items) { log.add("b \($0.edits.map(Mirror.text))") }.store(
            in: bag
        )
        list.items.append(0)

        let edits = (0..<3).map { "[\"\($0)..<\($0) [][\($0)]\"]" }
        XCTAssertEqual(log.entries, edits.flatMap { ["a \($0)", "b \($0)"] })
    }

    func testOptionalElementsAreTold() {
        let list = List()
        var changes: [CollectionChange<String?>] = []
        let token = list.observeElements(of: \.names) { changes.append($0) }
        list.names.append(nil)
        list.names[0] = "a"

        XCTAssertEqual(changes.flatMap(\.edits).map(\.removed), [[], [nil]])
        XCTAssertEqual(changes.flatMap(\.edits).map(\.inserted), [[nil], ["a"]])
        token.cancel()
    }

    func testArraysThatAreNotThePropertyItselfAreToldAsReplaced() {
        let list = List([1])
        var log: [String] = []
        let bag = ObservationBag()
        list.observeElements(of: \.reversed) { log += $0.edits.map(Mirror.text) }.store(in: bag)
        list.items.append(2)

        XCTAssertEqual(log, ["0..<1 [1][2, 1]"])
    }

    func testSubclassesAreObservedToo() {
        final class Sublist: List {}
        let list = Sublist([1])
        var items = [1]
        let token = list.observeElements(of: \.items) { $0.apply(to: &items) }
        list.items.append(2)

        XCTAssertEqual(items, [1, 2])
        token.cancel()
    }

    func testInverseEditsUndo() {
        let list = List([3, 1, 2])
        var undo: [Edit] = []
        let token = list.observeElements(of: \.items) { undo += $0.edits }
        list.items.sort()
        list.items.remove(at: 1)
        list.items[0] = 9
        token.cancel()
        for edit in undo.reversed() { edit.inverse.apply(to: &list.items) }

        XCTAssertEqual(list.items, [3, 1, 2])
    }

    func testABatchTellsTheEditsOfAllItsChanges() {
        let list = List([1])
        let mirror = Mirror(of: list)
        coalescingChanges {
            list.items.append(2)
            list.items = [5, 6]
            list.items.removeFirst()
        }
        coalescingChanges {
            list.items = [7]
            list.items.append(8)
        }

        XCTAssertEqual(
            mirror.takeEdits(),
            ["1..<1 [][2] 0..<2 [1, 2][5, 6] 0..<1 [5][]", "0..<1 [6][7] 1..<1 [][8]"]
        )
        XCTAssertEqual(mirror.items, [7, 8])
    }

    func testAnObserverMadeInABatchSeesTheElementsOfItsChanges() {
        let list = List([1])
        let log = Log<String>()
        let bag = ObservationBag()
        coalescingChanges {
            list.observeElements(of: \.items) { change in
                log.add(change.edits.map(Mirror.text).joined(separator: " "))
            }.store(in: bag)
            list.items.append(2)
            list.observe(\.items) { log.add("items", $0) }.store(in: bag)
            list.items.append(3)
            list.items = [4]
        }

        XCTAssertEqual(
            log.entries,
            ["1..<1 [][2]", "2..<2 [][3] 0..<3 [1, 2, 3][4]", "items: [1, 2] -> [4]"]
        )
    }

    func testCancelledElementObserversEndTheRecording() {
        let list = List()
        let log = Log<String>()
        let bag = ObservationBag()
        list.observe(\.items) { log.add("plain", $0) }.store(in: bag)
        let token = list.observeElements(of: \.items) { _ in log.add("elements") }
        list.items.append(1)
        token.cancel()
        list.items.append(2)

        XCTAssertEqual(log.entries, ["plain: [] -> [1]", "elements", "plain: [1] -> [1, 2]"])
    }

    // MARK: Cost

    /// Where the elements are, which tells whether they were copied.
    private func address(_ elements: [Int]) -> UInt {
        unsafe elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    func testObservingElementsCopiesNothing() {
        let list = List(ObservedArray(0..<1_000))
        list.items.reserveCapacity(2_000)
        let token = list.observeElements(of: \.items) { _ in }
        let before = address(list.items.elements)
        list.items.append(1)
        list.items[0] = 1
        list.items.remove(at: 5)
        list.items[2] += 3

        XCTAssertEqual(address(list.items.elements), before)
        token.cancel()
    }

    func testAccessesInABatchOrAHandlerCopyNothing() {
        let list = List(ObservedArray(0..<1_000))
        list.items.reserveCapacity(2_000)
        let before = address(list.items.elements)
        var copy = Array(0..<1_000)
        let bag = ObservationBag()
        list.observeElements(of: \.items) { $0.apply(to: &copy) }.store(in: bag)
        coalescingChanges {
            for number in 0..<3 { list.items.append(number) }
        }
        list.observeElements(of: \.items) { _ in
            if list.items.count < 1_005 { list.items.append(0) }
        }.store(in: bag)
        list.items.append(1)

        XCTAssertEqual(address(list.items.elements), before)
        XCTAssertEqual(list.items.count, 1_005)
        XCTAssertEqual(copy, list.items.elements)
    }

    func testAPlainArrayIsCopiedOnlyIfAnObserverNeedsTheOldValue() {
        let list = List()
        list.plain = Array(0..<1_000)
        list.plain.reserveCapacity(2_000)
        let before = address(list.plain)
        list.plain.append(1)
        XCTAssertEqual(address(list.plain), before)

        let token = list.observe(\.plain) { _ in }
        list.plain.append(1)
        XCTAssertNotEqual(address(list.plain), before)

        token.cancel()
        let after = address(list.plain)
        list.plain.removeLast()
        list.plain.append(1)
        XCTAssertEqual(address(list.plain), after)
    }

    // MARK: Random edits

    func testRandomEditsReplayToEquality() {
        var generator = SeededRandom(seed: 42)
        let list = List()
        let mirror = Mirror(of: list)
        let undone = Mirror(of: list)
        var edits = 0
        while edits < (isUnderStress ? 1_000_000 : 6_000) {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                let count = Int.random(in: 0..<5, using: &generator)
                access(&list.items, edits: count, &generator)
                edits += count
            case 1 where edits.isMultiple(of: 7):
                list.items = ObservedArray((0..<Int.random(in: 0..<20, using: &generator)))
                edits += 1
            case 2:
                coalescingChanges {
                    for _ in 0..<3 { randomEdit(&list.items, &generator) }
                    if edits.isMultiple(of: 5) { list.items = [1, 2] }
                    access(&list.items, edits: 2, &generator)
                }
                edits += 5
            default:
                randomEdit(&list.items, &generator)
                edits += 1
            }
            if mirror.items != list.items.elements { return XCTFail("after \(edits) edits") }
        }
        XCTAssertEqual(undone.items, list.items.elements)
    }

    private func access(
        _ items: inout ObservedArray<Int>,
        edits: Int,
        _ generator: inout SeededRandom
    ) {
        var copies: [ObservedArray<Int>] = []
        for _ in 0..<edits {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: copies.append(items)
            case 1: if let copy = copies.randomElement(using: &generator) { items = copy }
            case 2: if !copies.isEmpty { randomEdit(&copies[0], &generator) }
            case 3: items.append(contentsOf: items.prefix(5))
            case 4: items = [1, 2, 3]
            default: randomEdit(&items, &generator)
            }
        }
    }

    private func randomEdit(_ items: inout ObservedArray<Int>, _ generator: inout SeededRandom) {
        let count = items.count
        let place = Int.random(in: 0...count, using: &generator)
        let element = Int.random(in: 0..<100, using: &generator)
        switch Int.random(in: 0..<(count > 60 ? 20 : 16), using: &generator) {
        case 0...2: items.append(element)
        case 3...5: items.insert(element, at: place)
        case 6: if place < count { items.remove(at: place) }
        case 7: if place < count { items[place] = element }
        case 8: if place < count { items[place] += 1 }
        case 9: items.replaceSubrange(place..., with: [element, element + 1])
        case 10: items.replaceSubrange(place / 2..<place, with: repeatElement(element, count: 3))
        case 11: if count > 1 { items.swapAt(place / 2, count - 1) }
        case 12: items.sort()
        case 13: items.reverse()
        case 14: items.shuffle(using: &generator)
        case 15: items[(place / 2)..<place] = items[..<(place / 3)]
        case 16: items.removeAll { $0.isMultiple(of: 3) }
        case 17: items.removeFirst(count / 2)
        case 18: _ = items.partition { $0 < element }
        default: items.removeAll()
        }
    }
}
