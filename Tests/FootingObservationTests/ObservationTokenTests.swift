import FootingLocks
import FootingObservation
import Synchronization
import TestSupport
import XCTest

/// How observations end: by the token, by the end of the observed object, on any thread.
final class ObservationTokenTests: XCTestCase {
    // MARK: Cancelling

    func testCancellingEndsTheObservationAndReleasesTheHandlerAtOnce() {
        let account = Account()
        let count = Population()
        let log = Log<String>()
        let token = { [canary = count.canary()] in
            account.observe(\.balance) { change in
                log.add("balance", change)
                withExtendedLifetime(canary) {}
            }
        }()
        account.balance = 1
        XCTAssertTrue(token.isLive)
        XCTAssertEqual(count.count, 1)
        token.cancel()
        account.balance = 2
        token.cancel()

        XCTAssertFalse(token.isLive)
        XCTAssertEqual(count.count, 0)
        XCTAssertEqual(log.entries, ["balance: 0 -> 1"])
    }

    func testReleasingTheTokenEndsTheObservation() {
        let account = Account()
        let log = Log<String>()
        var token: ObservationToken? = account.observe(\.balance) { log.add("balance", $0) }
        account.balance = 1
        withExtendedLifetime(token) {}
        token = nil
        account.balance = 2

        XCTAssertEqual(log.entries, ["balance: 0 -> 1"])
    }

    func testAHandlerCancelledInItsOwnCallIsReleasedWhenTheDeliveryIsDone() {
        let account = Account()
        let count = Population()
        let log = Log<String>()
        var token: ObservationToken?
        token = { [canary = count.canary()] in
            account.observe(\.balance) { _ in
                token?.cancel()
                token = nil
                log.add("alive: \(count.count)")
                withExtendedLifetime(canary) {}
            }
        }()
        account.balance = 1
        log.add("alive: \(count.count)")
        account.balance = 2

        XCTAssertEqual(log.entries, ["alive: 1", "alive: 0"])
    }

    // MARK: The end of the observed object

    func testTheEndOfTheObjectEndsItsObservationsOnce() {
        let count = Population()
        let log = Log<String>()
        var account: Account? = Account()
        let tokens = (0..<3).compactMap { number in
            account?.observe(
                \.balance,
                onFinish: { [canary = count.canary()] in
                    log.add("end \(number)")
                    withExtendedLifetime(canary) {}
                }
            ) { [canary = count.canary()] change in
                log.add("\(number)", change)
                withExtendedLifetime(canary) {}
            }
        }
        tokens[1].cancel()
        account?.balance = 1
        account = nil
        tokens.forEach { $0.cancel() }

        XCTAssertEqual(log.entries, ["0: 0 -> 1", "2: 0 -> 1", "end 0", "end 2"])
        XCTAssertEqual(tokens.map(\.isLive), [false, false, false])
        XCTAssertEqual(count.count, 0)
    }

    func testAnObjectMayHoldTheTokensOfItsOwnProperties() {
        final class SelfObserving: KeyValueObservable {
            let before = ObservationBag()
            @Observed var x = 0
            let log: Log<String>
            let after = ObservationBag()

            init(_ log: Log<String>) {
                self.log = log
                observe(\.x) { [log] in log.add("before", $0) }.store(in: before)
                observe(\.x) { [log] in log.add("after", $0) }.store(in: after)
            }

            deinit {
                before.cancel()
                x = 2
                observe(\.x, initial: true) { [log] in log.add("in deinit", $0) }.store(in: before)
                x = 3
            }
        }
        let log = Log<String>()
        var object: SelfObserving? = SelfObserving(log)
        object?.x = 1
        weak let gone = object
        object = nil

        XCTAssertNil(gone)
        XCTAssertEqual(
            log.entries,
            [
                "before: 0 -> 1", "after: 0 -> 1", "after: 1 -> 2", "in deinit: = 2",
                "after: 2 -> 3", "in deinit: 2 -> 3",
            ]
        )
    }

    func testOnFinishMayObserveAndCancelOtherThings() {
        let other = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        var account: Account? = Account()
        let second = Lock<ObservationToken?>(nil)
        account?.observe(
            \.balance,
            onFinish: {
                second.withLock { $0 }?.cancel()
                other.observe(\.balance) { log.add("other", $0) }.store(in: bag)
            }
        ) { _ in }.store(in: bag)
        let token = account?.observe(\.balance, onFinish: { log.add("cancelled before") }) { _ in }
        second.withLock { $0 = token }
        account = nil
        other.balance = 1

        XCTAssertEqual(log.entries, ["other: 0 -> 1"])
    }

    // MARK: Dying in other places

    func testThingsReleasedWithAHandlerMayUseTheProperty() {
        let account = Account()
        let log = Log<String>()
        let bag = ObservationBag()
        func start() -> ObservationToken {
            let resource = OnDeinit {
                account.balance += 1
                account.observe(\.balance) { log.add("late", $0) }.store(in: bag)
                account.balance += 1
            }
            return account.observe(\.balance) { change in
                log.add("early", change)
                withExtendedLifetime(resource) {}
            }
        }
        start().cancel()
        account.balance = 9

        XCTAssertEqual(log.entries, ["late: 1 -> 2", "late: 2 -> 9"])
    }

    func testTokenBagObjectAndCaptureMayDieInEachOthersDeinit() {
        let count = Population()
        for order in 0..<24 {
            // Four things that hold each other by chance; whichever goes first takes others along.
            var things: [Any?] = []
            do {
                let account = Account()
                let other = Account()
                let bag = ObservationBag()
                let canary = count.canary()
                account.kept = OnDeinit { bag.cancel() }
                other.kept = OnDeinit { [bag] in withExtendedLifetime(bag) {} }
                let token = account.observe(\.balance) { [canary, other] change in
                    other.balance = change.newValue
                    withExtendedLifetime(canary) {}
                }
                other.observe(\.balance, onFinish: { [token] in token.cancel() }) { [canary] _ in
                    withExtendedLifetime(canary) {}
                }.store(in: bag)
                account.balance = 1
                things = [account, other, bag, token]
            }
            var left = [0, 1, 2, 3]
            var code = order
            while !left.isEmpty {
                let index = left.remove(at: code % left.count)
                code /= max(left.count, 1)
                things[index] = nil
            }
            XCTAssertEqual(count.count, 0, "order \(order)")
        }
    }

    func testObjectsObservedOnceAndDroppedLeaveNothingBehind() {
        let count = Population()
        let tokens: [ObservationToken] = (0..<(isUnderStress ? 100_000 : 20_000)).map { number in
            let account = Account()
            let canary = count.canary()
            account.kept = canary
            let token = account.observe(\.balance) { [canary] _ in withExtendedLifetime(canary) {} }
            if number % 3 == 0 { account.balance = 1 }
            return token
        }

        XCTAssertEqual(count.count, 0)
        XCTAssertFalse(tokens.contains(where: \.isLive))
    }

    // MARK: Many

    func testManyObserversOfOnePropertyAreCancelledInAnyOrder() {
        let account = Account()
        let log = Log<String>()
        let count = 2_000
        let orders = [Array(0..<count), (0..<count).reversed(), (0..<count).shuffled()]
        for (round, order) in orders.enumerated() {
            let tokens = (0..<count).map { number in
                account.observe(\.balance) { _ in log.add("\(number)") }
            }
            let (cancelled, others) = (order.prefix(count / 2), order.dropFirst(count / 2))
            for number in cancelled { tokens[number].cancel() }
            let seen = log.entries.count
            account.balance += 1
            XCTAssertEqual(
                log.entries.dropFirst(seen).compactMap { Int($0) },
                others.sorted(),
                "order \(round)"
            )
            for number in others { tokens[number].cancel() }
            account.balance += 1
            XCTAssertEqual(log.entries.count, seen + others.count, "order \(round)")
        }
    }

    // MARK: Threads

    /// A value that a test shares between threads in ways that its own protocol makes safe.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }

    func testATokenMayBeCancelledOnAnotherThreadWhileThePropertyIsSet() {
        let rounds = isUnderStress ? 20_000 : 1_000
        let account = Account()
        let count = Population()
        let calls = Atomic(0)
        let permanentCalls = Lock(0)
        let permanent = account.observe(\.balance) { _ in permanentCalls.withLock { $0 += 1 } }
        for round in 0..<rounds {
            let tokens = (0..<4).map { _ in
                let canary = count.canary()
                return account.observe(\.balance) { _ in
                    calls.add(1, ordering: .relaxed)
                    withExtendedLifetime(canary) {}
                }
            }
            cancel(tokens) {
                for value in 0..<4 { account.balance = round &* 4 &+ value }
            }
            let before = calls.load(ordering: .relaxed)
            account.balance = -1
            XCTAssertEqual(calls.load(ordering: .relaxed), before, "a call after cancel() returned")
            XCTAssertEqual(count.count, 0)
        }
        permanent.cancel()

        XCTAssertEqual(permanentCalls.withLock { $0 }, rounds * 5)
    }

    func testATokenMayBeCancelledOnAnotherThreadWhileTheObjectDies() {
        let rounds = isUnderStress ? 20_000 : 1_000
        let count = Population()
        for round in 0..<rounds {
            var account: Account? = Account()
            let tokens = (0..<4).compactMap { _ in
                let canary = count.canary()
                return account?.observe(
                    \.balance,
                    onFinish: { [canary] in withExtendedLifetime(canary) {} }
                ) { [canary] _ in withExtendedLifetime(canary) {} }
            }
            cancel(tokens) {
                if round.isMultiple(of: 2) { account?.balance = 1 }
                account = nil
            }
            XCTAssertEqual(count.count, 0)
        }
    }

    func testTokensMayBeCancelledOnSeveralThreadsAtOnce() {
        let account = Account()
        let count = Population()
        let tokens = (0..<10_000).map { _ in
            let canary = count.canary()
            return account.observe(\.balance) { _ in withExtendedLifetime(canary) {} }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for (index, token) in tokens.enumerated() where index % 3 != thread { token.cancel() }
        }

        XCTAssertEqual(count.count, 0)
    }

    func testRegisteringWhileOthersCancelLosesNoObserver() {
        let account = Account()
        let log = Log<String>()
        let kept = ObservationBag()
        let rounds = isUnderStress ? 20_000 : 2_000
        let queue = DispatchQueue(label: "cancelling")
        for round in 0..<rounds {
            let token = account.observe(\.balance) { _ in }
            queue.async { token.cancel() }
            if round.isMultiple(of: 100) {
                account.observe(\.balance) { _ in log.add("\(round)") }.store(in: kept)
            }
        }
        queue.sync {}
        account.balance = 1

        XCTAssertEqual(log.entries, stride(from: 0, to: rounds, by: 100).map(String.init))
    }

    func testTheLastReferenceToTheObjectMayGoOnAnotherThread() {
        let count = Population()
        for _ in 0..<1_000 {
            let account = Account()
            account.kept = count.canary()
            let token = account.observe(\.balance) { [canary = count.canary()] _ in
                withExtendedLifetime(canary) {}
            }
            account.balance = 1
            let box = Unchecked(value: account)
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async { [box = consume box] in
                box.value.balance = 2
                done.signal()
            }
            done.wait()
            token.cancel()
        }
    }
}
