import FootingObservation
import Foundation
import Synchronization
import TestSupport
import XCTest

/// Changes that handlers make in turn, however many and however deep.
final class CascadeTests: XCTestCase {
    private final class Item: KeyValueObservable {
        @Observed var number = 0
        var next: Item?
    }

    // MARK: Feedback

    func testAnIssueNamesEveryCallSiteThatTakesPartAndNoNamelessKeyPath() {
        let account = Account()
        let bag = ObservationBag()
        let first: UInt = #line + 1
        account.observe(\.balance) { account.owner = "\($0.newValue)" }.store(in: bag)
        account.observe(\.owner) { _ in account.items.append(0) }.store(in: bag)
        account.observe(\.items) { account.balance = $0.newValue.count }.store(in: bag)
        let issues = collectIssues { account.balance = 1 }

        let sites = (first..<first + 3).map {
            "FootingObservationTests/CascadeTests.swift:\($0)"
        }
        XCTAssertEqual(issues.map(\.code), [.endlessFeedback])
        XCTAssertEqual(issues.first.map { Set($0.callSites) }, Set(sites))
        XCTAssertEqual(issues.first?.callSites.count, 3)
        XCTAssertNil(issues.first?.keyPath)
        XCTAssertEqual(issues.first?.description.contains("<computed"), false)
    }

    /// The lines of the call sites; tests number their observations by lines.
    private func lines(_ issues: [ObservationIssue]) -> Set<Int> {
        Set(issues.flatMap(\.callSites).compactMap { Int($0.split(separator: ":").last ?? "") })
    }

    func testPropertiesThatAllFeedEachOtherAreStoppedWithOneIssueThatNamesThem() {
        for count in [2, 5, 7, 12] {
            let items = (0..<count).map { _ in Item() }
            let bag = ObservationBag()
            var calls = 0
            for (line, item) in items.enumerated() {
                item.observe(\.number, line: UInt(line)) { [unowned item] _ in
                    calls += 1
                    for other in items where other !== item { other.number &+= 1 }
                }.store(in: bag)
            }
            let issues = collectIssues { items[0].number = 1 }

            XCTAssertEqual(issues.map(\.code), [.endlessFeedback], "\(count) properties")
            XCTAssertEqual(lines(issues), Set(0..<count))
            XCTAssertLessThan(calls, 200_000, "\(count) properties")
            bag.cancel()
        }
    }

    func testAnIssueNamesEveryObservationThatMissedAChange() {
        var generator = SeededRandom(seed: 1)
        var count = 0
        for _ in 0..<(isUnderStress ? 200 : 5) {
            let items = (0..<6).map { _ in Item() }
            let bag = ObservationBag()
            var seen: [Int: (item: Item, last: Int)] = [:]
            func follow(_ item: Item, line: Int, _ handler: @escaping () -> Void) {
                seen[line] = (item, item.number)
                item.observe(\.number, line: UInt(line)) { change in
                    seen[line]?.last = change.newValue
                    handler()
                }.store(in: bag)
            }
            for (line, item) in items.enumerated() {
                // Targets that are set in each round, or once in a late one.
                let targets = items.map { ($0, Int.random(in: -60...120, using: &generator)) }
                let arrival = Int.random(in: 0...200, using: &generator)
                var round = 0
                follow(item, line: line) {
                    round += 1
                    if round == arrival { follow(item, line: 100 + line) {} }
                    for (target, when) in targets where when < 0 || when == round {
                        target.number &+= 1
                    }
                }
            }
            let named = lines(collectIssues { items[0].number = 1 })
            let missed = seen.filter { $1.last != $1.item.number }

            count += missed.count
            XCTAssertEqual(Set(missed.keys).subtracting(named), [])
            bag.cancel()
        }
        XCTAssertGreaterThan(count, 10)
    }

    func testPropertiesOutsideTheFeedbackAreStillDelivered() {
        let account = Account()
        let other = Account()
        let bag = ObservationBag()
        var seen: [Int] = []
        account.observe(\.balance) { change in
            other.balance = change.newValue
            account.balance += 1
        }.store(in: bag)
        other.observe(\.balance) { seen.append($0.newValue) }.store(in: bag)
        XCTAssertEqual(collectIssues { account.balance = 1 }.count, 1)

        XCTAssertEqual(seen, Array(1...101))
    }

    func testChildrenThatEachSetTheirParentsTotalAllArrive() {
        let parent = Item()
        let children = (0..<1_000).map { _ in Item() }
        let bag = ObservationBag()
        var totals: [Int] = []
        for child in children {
            child.observe(\.number) { parent.number += $0.newValue - ($0.oldValue ?? 0) }
                .store(in: bag)
        }
        parent.observe(\.number) { change in
            totals.append(change.newValue)
            if change.newValue == 1 { for child in children { child.number = 2 } }
        }.store(in: bag)
        let issues = collectIssues {
            for child in children { child.number = 1 }
        }

        XCTAssertEqual(issues.count, 0)
        XCTAssertEqual(totals.last, children.reduce(0) { $0 + $1.number })
        XCTAssertEqual(totals.count, 2_000)
    }

    // MARK: Depth

    private static func chain(_ count: Int, in bag: ObservationBag) -> [Item] {
        let items = (0..<count).map { _ in Item() }
        for (item, next) in zip(items, items.dropFirst()) {
            item.observe(\.number) { next.number = $0.newValue }.store(in: bag)
        }
        return items
    }

    func testACascadeThroughManyObjectsArrives() {
        let bag = ObservationBag()
        let items = Self.chain(rounds(10_000, underStress: 100_000), in: bag)
        items[0].number = 1
        XCTAssertTrue(items.allSatisfy { $0.number == 1 })
        items[0].number = 2
        XCTAssertTrue(items.allSatisfy { $0.number == 2 })
    }

    func testACascadeOnASmallStackArrives() {
        let bag = ObservationBag()
        let items = Self.chain(rounds(8_000, underStress: 20_000), in: bag)
        nonisolated(unsafe) let first = items[0]
        onThread(stackSize: 512 << 10) {
            unsafe first.number = 1
        }
        XCTAssertTrue(items.allSatisfy { $0.number == 1 })
        // The thread may release the first item last, and a chain of closures is freed recursively.
        bag.cancel()
    }

    func testChangesThatWaitForTheOutermostDeliveryKeepTheirOrder() {
        onThread(stackSize: 512 << 10) {
            let bag = ObservationBag()
            let items = Self.chain(rounds(8_000, underStress: 50_000), in: bag)
            var seen: [ValueChange<Int>] = []
            guard let last = items.last else { return }
            items[items.count - 2].observe(\.number) { _ in
                for next in 10...12 { last.number = next }
            }.store(in: bag)
            items[0].observe(\.number) { _ in last.number = 99 }.store(in: bag)
            last.observe(\.number) { seen.append($0) }.store(in: bag)
            items[0].number = 1

            XCTAssertEqual(seen.map(\.oldValue), [0, 99, 1, 10, 11])
            XCTAssertEqual(seen.map(\.newValue), [99, 1, 10, 11, 12])
            bag.cancel()
        }
    }

    func testAnObjectReleasedWhileItsChangeWaitsLivesUntilItIsDelivered() {
        onThread(stackSize: 512 << 10) {
            let bag = ObservationBag()
            let items = Self.chain(rounds(8_000, underStress: 50_000), in: bag)
            let log = Log<String>()
            final class Holder { var item: Item? = Item() }
            let holder = Holder()
            weak let gone = holder.item
            holder.item?.observe(\.number, onFinish: { log.add("end") }) { log.add("number", $0) }
                .store(in: bag)
            items.last?.observe(\.number) { _ in
                holder.item?.number = 7
                holder.item = nil
            }.store(in: bag)
            items[0].number = 1

            XCTAssertNil(gone)
            XCTAssertEqual(log.entries, ["number: 0 -> 7", "end"])
            bag.cancel()
        }
    }
}
