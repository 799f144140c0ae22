import FootingObservation
import TestSupport
import XCTest

/// Observations that are bound to an observer object: what people used a key-value controller for.
final class BoundObservationTests: XCTestCase {
    private final class Controller {
        let log: Log<String>
        var text = ""
        init(_ log: Log<String>) { self.log = log }
        func note(_ name: String, _ change: ValueChange<Int>) {
            log.add(name, change)
            text = "\(change.newValue)"
        }
    }

    func testInitialAndDistinctAreAvailable() {
        let account = Account()
        let controller = Controller(Log<String>())
        account.observe(\.balance, with: controller, initial: true, distinct: ==) {
            $0.note("balance", $1)
        }
        account.balance = 0
        account.balance = 1

        XCTAssertEqual(controller.log.entries, ["balance: = 0", "balance: 0 -> 1"])
    }

    func testTheHandlerIsNotCalledWithoutItsObserver() {
        let account = Account()
        let log = Log<String>()
        let count = Population()
        var controller: Controller? = Controller(log)
        weak let gone = controller
        let token = { [canary = count.canary()] in
            controller.map {
                account.observe(\.balance, with: $0) { controller, change in
                    controller.note("balance", change)
                    withExtendedLifetime(canary) {}
                }
            }
        }()
        account.balance = 1
        XCTAssertEqual(token?.isLive, true)
        controller = nil
        XCTAssertNil(gone)
        XCTAssertEqual(token?.isLive, false)
        account.balance = 2

        XCTAssertEqual(log.entries, ["balance: 0 -> 1"])
        XCTAssertEqual(count.count, 0)
    }

    func testAChangeMadeWhileAbandonedObservationsEndFollowsTheInitialValue() {
        for count in 1...40 {
            let account = Account()
            let controller = Controller(Log<String>())
            func abandon(_ resource: OnDeinit?) {
                account.observe(\.balance, with: Controller(Log<String>())) { _, _ in
                    withExtendedLifetime(resource) {}
                }
            }
            abandon(OnDeinit { account.balance = 7 })
            for _ in 1..<count { abandon(nil) }
            account.observe(\.balance, with: controller, initial: true) { $0.note("balance", $1) }

            XCTAssertEqual(controller.text, "\(account.balance)", "\(count)")
        }
    }

    func testSeveralKeyPathsHaveOneHandler() {
        let account = Account()
        let controller = Controller(Log<String>())
        let keyPaths: [PartialKeyPath<Account>] = [\.owner, \.balance, \.partner?.owner, \.title]
        account.observe(anyOf: keyPaths, with: controller) { controller, change in
            let name = keyPaths.firstIndex(of: change.keyPath).map { "\($0)" } ?? "unknown"
            controller.log.add("\(name): \(change.newValue)")
        }
        account.balance = 1
        account.owner = "Bo"
        account.partner = Account()

        XCTAssertEqual(
            controller.log.entries.map { $0.replacingOccurrences(of: "Optional", with: "") },
            ["1: 1", "3: Ann: 1", "0: Bo", "3: Bo: 1", "2: (\"Ann\")"]
        )
    }

    func testOneTokenEndsAllOfSeveralKeyPaths() {
        let account = Account()
        let log = Log<String>()
        let token = account.observe(anyOf: [\.owner, \.balance], initial: true) { change in
            change.valueChange(of: \.owner).map { log.add("owner", $0) }
            change.valueChange(of: \.balance).map { log.add("balance", $0) }
        }
        account.balance = 1
        account.owner = "Bo"
        XCTAssertTrue(token.isLive)
        token.cancel()
        XCTAssertFalse(token.isLive)
        account.balance = 2
        account.owner = "Cy"

        XCTAssertEqual(
            log.entries,
            ["owner: = Ann", "balance: = 0", "balance: 0 -> 1", "owner: Ann -> Bo"]
        )
        XCTAssertFalse(account.observe(anyOf: []) { _ in }.isLive)
    }

    func testThirtyTwoKeyPathsHaveOneHandlerAndTheEndOfTheObjectEndsThem() {
        var account: Account? = Account()
        let keyPaths = (0..<8).flatMap { _ -> [PartialKeyPath<Account>] in
            [\.owner, \.balance, \.items, \.title]
        }
        var calls = 0
        let token = account?.observe(anyOf: keyPaths) { _ in calls += 1 }
        account?.balance = 1
        account?.owner = "Bo"
        account?.items = []
        account = nil

        XCTAssertEqual(calls, 8 * 5)
        XCTAssertEqual(token?.isLive, false)
    }

    func testAnObserverMayLeaveInsideTheFirstOfSeveralInitialCalls() {
        final class Owner { var controller: Controller? }
        let account = Account()
        let owner = Owner()
        let log = Log<String>()
        do {
            let controller = Controller(log)
            owner.controller = controller
        }
        if let controller = owner.controller {
            account.observe(anyOf: [\.owner, \.balance], with: controller, initial: true) {
                $0.log.add("\($1.newValue)")
                owner.controller = nil
            }
        }
        account.balance = 1

        XCTAssertEqual(Array(log.entries.prefix(1)), ["Ann"])
        XCTAssertLessThan(log.entries.count, 3)
    }

    func testTheEndOfTheObservedObjectEndsTheObservation() {
        let count = Population()
        let controller = Controller(Log<String>())
        var account: Account? = Account()
        let token = { [canary = count.canary()] in
            account?.observe(\.balance, with: controller) { _, _ in
                withExtendedLifetime(canary) {}
            }
        }()
        account = nil

        XCTAssertEqual(token?.isLive, false)
        XCTAssertEqual(count.count, 0)
    }

    func testTheTokenCancelsButReleasingItDoesNot() {
        let account = Account()
        let controller = Controller(Log<String>())
        var token: ObservationToken? = account.observe(\.balance, with: controller) {
            $0.note("first", $1)
        }
        withExtendedLifetime(token) {}
        token = nil
        account.balance = 1
        let second = account.observe(\.owner, with: controller) { controller, change in
            controller.log.add(change.newValue)
        }
        second.cancel()
        account.owner = "Bo"

        XCTAssertEqual(controller.log.entries, ["first: 0 -> 1"])
    }

    func testAnObjectMayObserveItself() {
        let log = Log<String>()
        var account: Account? = Account()
        weak let gone = account
        if let account {
            account.observe(\.balance, with: account) { account, change in
                log.add("\(account.owner)", change)
            }
        }
        account?.balance = 1
        account = nil

        XCTAssertNil(gone)
        XCTAssertEqual(log.entries, ["Ann: 0 -> 1"])
    }

    func testTheObserverMayLeaveInsideTheInitialCallAndInsideAnotherOne() {
        for calls in 1...2 {
            final class Owner { var controller: Controller? }
            let account = Account()
            let owner = Owner()
            let log = Log<String>()
            let controller = Controller(log)
            owner.controller = consume controller
            let token = owner.controller.map {
                account.observe(\.balance, with: $0, initial: true) { [unowned owner] in
                    $0.note("balance", $1)
                    if log.entries.count == calls { owner.controller = nil }
                }
            }
            account.balance = 1
            account.balance = 2

            XCTAssertEqual(log.entries, Array(["balance: = 0", "balance: 0 -> 1"].prefix(calls)))
            XCTAssertEqual(token?.isLive, false)
        }
    }

    func testObserversThatAreGoneLeaveNothingBehindThoughThePropertyNeverChanges() {
        let account = Account()
        let count = Population()
        let kept = Controller(Log<String>())
        account.observe(\.balance, with: kept) { $0.note("kept", $1) }
        for _ in 0..<10_000 {
            let controller = Controller(Log<String>())
            let canary = count.canary()
            account.observe(\.balance, with: controller) { [canary] _, _ in
                withExtendedLifetime(canary) {}
            }
        }
        XCTAssertLessThan(count.count, 20)
        account.balance = 1

        XCTAssertEqual(count.count, 0)
        XCTAssertEqual(kept.log.entries, ["kept: 0 -> 1"])
    }
}
