import TestSupport
import XCTest

@testable import FootingObservation

final class ObservationBagTests: XCTestCase {
    func testReleasingTheBagEndsAllItsObservations() {
        let account = Account()
        let log = Log<String>()
        var bag: ObservationBag? = ObservationBag()
        bag.map { account.observe(\.balance) { log.add("balance", $0) }.store(in: $0) }
        bag.map { account.observe(\.owner) { log.add("owner", $0) }.store(in: $0) }
        account.balance = 1
        account.owner = "Bo"
        withExtendedLifetime(bag) {}
        bag = nil
        account.balance = 2
        account.owner = "Cy"

        XCTAssertEqual(log.entries, ["balance: 0 -> 1", "owner: Ann -> Bo"])
    }

    func testACancelledBagCanBeUsedAgain() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        bag.cancel()
        account.observe(\.balance) { log.add("first", $0) }.store(in: bag)
        bag.cancel()
        account.balance = 1
        account.observe(\.balance) { log.add("second", $0) }.store(in: bag)
        account.balance = 2

        XCTAssertEqual(log.entries, ["second: 1 -> 2"])
    }

    func testATokenStoredTwiceEndsOnce() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        let other = ObservationBag()
        let token = account.observe(\.balance) { log.add("balance", $0) }
        token.store(in: bag)
        token.store(in: bag)
        token.store(in: other)
        account.balance = 1
        bag.cancel()
        account.balance = 2
        XCTAssertFalse(token.isLive)
        other.cancel()

        XCTAssertEqual(log.entries, ["balance: 0 -> 1"])
    }

    func testABagMayBeFilledAndEmptiedOnSeveralThreads() {
        let bag = ObservationBag()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<500 {
                let account = Account()
                account.observe(\.balance) { _ in }.store(in: bag)
                bag.cancel()
            }
        }
    }

    func testThingsReleasedWithABagMayUseIt() {
        let account = Account()
        let bag = ObservationBag()
        let log = Log<String>()
        func start() {
            let resource = OnDeinit {
                log.add("released")
                bag.cancel()
            }
            account.observe(\.balance) { _ in withExtendedLifetime(resource) {} }.store(in: bag)
        }
        start()
        bag.cancel()

        XCTAssertEqual(log.entries, ["released"])
    }

    func testABagLetsGoOfObservationsThatAreOver() {
        struct Weak { weak var token: ObservationToken? }
        let bag = ObservationBag()
        let account = Account()
        let log = Log<String>()
        account.observe(\.balance) { log.add("balance", $0) }.store(in: bag)
        var tokens: [Weak] = []
        for _ in 0..<10_000 {
            let token = Account().observe(\.balance) { _ in }
            token.store(in: bag)
            tokens.append(Weak(token: token))
        }
        account.balance = 1

        XCTAssertLessThan(tokens.count { $0.token != nil }, 100)
        XCTAssertEqual(log.entries, ["balance: 0 -> 1"])
    }

    func testABagKeepsAllThatAreLive() {
        let bag = ObservationBag()
        let account = Account()
        var calls = 0
        for _ in 0..<1_000 { account.observe(\.balance) { _ in calls += 1 }.store(in: bag) }
        account.balance = 1

        XCTAssertEqual(calls, 1_000)
    }

    func testAnObjectReleasedWhileABagDiscardsTokensMayUseTheBag() {
        let bag = ObservationBag()
        let log = Log<String>()
        let kept = ObservationToken(Registration())
        let bond = LastReference(
            to: OnDeinit {
                kept.store(in: bag)
                log.add("stored")
            }
        )
        for _ in 0..<20 { ObservationToken(Registration(bond: bond)).store(in: bag) }
        XCTAssertEqual(log.entries, ["stored"])
        XCTAssertTrue(kept.isLive)
        bag.cancel()

        XCTAssertFalse(kept.isLive)
    }

    func testEveryObservationIsOverBeforeTheFirstHandlerOfTheBagIsReleased() {
        // This release sees the same as another thread that finds the bag empty and then goes on.
        let account = Account()
        let bag = ObservationBag()
        let log = Log<String>()
        var others: [ObservationToken] = []
        func start() {
            let resource = OnDeinit {
                bag.cancel()
                account.balance = 1
                log.add("live: \(others.count(where: \.isLive))")
            }
            account.observe(\.balance) { _ in withExtendedLifetime(resource) {} }.store(in: bag)
        }
        start()
        for number in 0..<3 {
            let token = account.observe(\.balance) { log.add("\(number)", $0) }
            token.store(in: bag)
            others.append(token)
        }
        bag.cancel()

        XCTAssertEqual(log.entries, ["live: 0"])
    }
}
