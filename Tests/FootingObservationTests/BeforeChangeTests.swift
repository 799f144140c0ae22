import FootingObservation
import TestSupport
import XCTest

/// Observers that are called before a change.
final class BeforeChangeTests: XCTestCase {
    func testAnAccessInPlaceIsAnnouncedBeforeItBegins() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(beforeChangeOf: \.items) { log.add("\($0) \(account.items)") }
        account.items.append(1)
        account.items.append(2)
        token.cancel()
        account.items.append(3)

        XCTAssertEqual(log.entries, ["[] []", "[1] [1]"])
    }

    func testAChainIsAnnouncedBeforeEachOfItsObjectsChanges() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(beforeChangeOf: \.partner?.owner) { log.add("will \($0 ?? "none")") }.store(
            in: bag
        )
        account.observe(\.partner?.owner) { log.add("did \($0.newValue ?? "none")") }.store(in: bag)
        let first = Account()
        account.partner = first
        first.owner = "Bo"
        account.partner = Account()
        first.owner = "not told"
        account.partner?.owner = "Cy"
        account.partner = nil

        XCTAssertEqual(
            log.entries,
            [
                "will none", "did Ann", "will Ann", "did Bo", "will Bo", "did Ann", "will Ann",
                "did Cy", "will Cy", "did none",
            ]
        )
    }

    func testAValueComputedFromOneOrSeveralPropertiesIsAnnounced() {
        for (keyPath, expected) in [(\Account.display, ["Ann"]), (\.title, ["Ann: 0", ": 0"])] {
            let account = Account()
            let log = Log<String>()
            let token = account.observe(beforeChangeOf: keyPath) { log.add($0) }
            account.owner = ""
            account.balance += 5
            token.cancel()
            account.owner = "Cy"

            XCTAssertEqual(log.entries, expected)
            XCTAssertFalse(account.hasObservers)
        }
    }

    func testAnnouncingEndsWithTheObjectAtWhichTheKeyPathBegins() {
        let observations: [(Account, Canary) -> ObservationToken] = [
            { $0.observe(beforeChangeOf: \.balance) { [canary = $1] _ in _ = canary } },
            { $0.observe(beforeChangeOf: \.partner?.owner) { [canary = $1] _ in _ = canary } },
        ]
        for observe in observations {
            let count = Population()
            let partner = Account()
            var account: Account? = Account()
            account?.partner = partner
            let token = account.map { observe($0, count.canary()) }
            account = nil
            partner.owner = "Bo"

            XCTAssertEqual(token?.isLive, false)
            XCTAssertEqual(count.count, 0)
            XCTAssertFalse(partner.hasObservers)
        }
    }

    func testAHandlerMayChangeTheObjectsOfItsChain() {
        let account = Account()
        account.partner = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(beforeChangeOf: \.partner?.owner) { value in
            log.add("will \(value ?? "none")")
            if value == "Ann" { account.partner = nil }
        }.store(in: bag)
        account.partner?.owner = "Bo"
        account.partner = Account()

        XCTAssertEqual(log.entries, ["will Ann", "will none"])
    }

    func testAChangeMadeByItsOwnHandlerIsStoredAndDeliveredButNotAnnounced() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(beforeChangeOf: \.balance) { value in
            log.add("will \(value)")
            if value == 0 { account.balance = 5 }
        }.store(in: bag)
        account.observe(\.balance) { log.add("did", $0) }.store(in: bag)
        account.balance = 1

        XCTAssertEqual(log.entries, ["will 0", "did: 0 -> 5", "did: 5 -> 1"])
    }

    func testChangesMadeDuringADeliveryAreAnnouncedWhenTheyAreStored() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        account.observe(beforeChangeOf: \.balance) { log.add("will \($0)") }.store(in: bag)
        account.observe(\.balance) { change in
            if change.newValue == 1 { account.balance = 2 }
            log.add("did", change)
        }.store(in: bag)
        account.balance = 1

        XCTAssertEqual(log.entries, ["will 0", "will 1", "did: 0 -> 1", "did: 1 -> 2"])
    }

    func testHandlersThatAnnounceEachOtherComeToAnEnd() {
        let account = Account()
        let bag = ObservationBag()
        var calls = 0
        account.observe(beforeChangeOf: \.balance) { _ in
            calls += 1
            account.owner += "x"
        }.store(in: bag)
        account.observe(beforeChangeOf: \.owner) { _ in
            calls += 1
            account.balance += 1
        }.store(in: bag)
        account.balance = 7

        XCTAssertEqual(calls, 2)
        XCTAssertEqual(account.balance, 7)
        XCTAssertEqual(account.owner, "Annx")
    }

    func testTheHandlerMayLetGoOfTheObjectAndOfItself() {
        final class Owner { var account: Account? = Account() }
        let owner = Owner()
        weak let gone = owner.account
        var token: ObservationToken?
        let count = Population()
        token = { [canary = count.canary()] in
            owner.account?.observe(beforeChangeOf: \.balance) { _ in
                owner.account = nil
                token?.cancel()
                withExtendedLifetime(canary) {}
            }
        }()
        owner.account?.balance = 1

        XCTAssertNil(gone)
        XCTAssertEqual(token?.isLive, false)
        XCTAssertEqual(count.count, 0)
    }

    func testAnObjectThatEndsWithItsEvaluationKeepsNoObservation() {
        final class Key: Hashable {
            static func == (left: Key, right: Key) -> Bool { left === right }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        final class Use: KeyValueObservable {
            @Observed var number = 1
            subscript(key: Key) -> Int { number + Account().balance }
        }
        let use = Use()
        let log = Log<String>()
        weak var kept: Key?
        do {
            // The key path holds the key, and the observation holds the key path.
            let key = Key()
            kept = key
            let token = use.observe(beforeChangeOf: \.[key]) { log.add("\($0)") }
            use.number = 2
            use.number = 3
            token.cancel()
        }

        XCTAssertEqual(log.entries, ["1", "2"])
        XCTAssertNil(kept)
    }
}
