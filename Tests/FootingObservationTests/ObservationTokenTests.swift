import FootingLocks
import FootingObservation
import Synchronization
import XCTest

/// How observations end: by the token, by the end of the observed object, on any thread.
final class ObservationTokenTests: XCTestCase {
    // MARK: Cancelling

    func testCancellingEndsTheObservationAndReleasesTheHandlerAtOnce() {
        let account = Account()
        let count = Canary.Count()
        let log = Log()
        let token = { [canary = Canary(count)] in
            account.observe(\.balance) { change in
                log.add("balance", change)
                withExtendedLifetime(canary) {}
            }
        }()
        account.balance = 1
        XCTAssertTrue(token.isLive)
        XCTAssertEqual(count.alive, 1)
        token.cancel()
        account.balance = 2
        token.cancel()

        XCTAssertFalse(token.isLive)
        XCTAssertEqual(count.alive, 0)
        XCTAssertEqual(log.events, ["balance: 0 -> 1"])
    }

    func testReleasingTheTokenEndsTheObservation() {
        let account = Account()
        let log = Log()
        var token: ObservationToken? = account.observe(\.balance) { log.add("balance", $0) }
        account.balance = 1
        withExtendedLifetime(token) {}
        token = nil
        account.balance = 2

        XCTAssertEqual(log.events, ["balance: 0 -> 1"])
    }

    func testAHandlerCancelledInItsOwnCallIsReleasedWhenTheDeliveryIsDone() {
        let account = Account()
        let count = Canary.Count()
        let log = Log()
        var token: ObservationToken?
        token = { [canary = Canary(count)] in
            account.observe(\.balance) { _ in
                token?.cancel()
                token = nil
                log.add("alive: \(count.alive)")
                withExtendedLifetime(canary) {}
            }
        }()
        account.balance = 1
        log.add("alive: \(count.alive)")
        account.balance = 2

        XCTAssertEqual(log.events, ["alive: 1", "alive: 0"])
    }

    // MARK: The end of the observed object

    func testTheEndOfTheObjectEndsItsObservationsOnce() {
        let count = Canary.Count()
        let log = Log()
        var account: Account? = Account()
        let tokens = (0..<3).compactMap { number in
            account?.observe(
                \.balance,
                onEnd: { [canary = Canary(count)] in
                    log.add("end \(number)")
                    withExtendedLifetime(canary) {}
                }
            ) { [canary = Canary(count)] change in
                log.add("\(number)", change)
                withExtendedLifetime(canary) {}
            }
        }
        tokens[1].cancel()
        account?.balance = 1
        account = nil
        tokens.forEach { $0.cancel() }

        XCTAssertEqual(log.events, ["0: 0 -> 1", "2: 0 -> 1", "end 0", "end 2"])
        XCTAssertEqual(tokens.map(\.isLive), [false, false, false])
        XCTAssertEqual(count.alive, 0)
    }

    func testObservingDoesNotKeepTheObjectAlive() {
        weak var gone: Account?
        let token: ObservationToken
        do {
            let account = Account()
            gone = account
            token = account.observe(\.balance) { _ in }
        }
        XCTAssertNil(gone)
        XCTAssertFalse(token.isLive)
    }

    func testAHandlerMayReleaseTheLastReferenceToTheObject() {
        final class Owner { var account: Account? = Account() }
        let owner = Owner()
        weak let account = owner.account
        let log = Log()
        let bag = ObservationBag()
        account?.observe(\.balance, onEnd: { log.add("end") }) { change in
            owner.account = nil
            log.add("first", change)
        }.store(in: bag)
        account?.observe(\.balance) { log.add("second", $0) }.store(in: bag)
        owner.account?.balance = 1

        XCTAssertEqual(log.events, ["first: 0 -> 1", "second: 0 -> 1", "end"])
        XCTAssertNil(account)
    }

    func testTheInitialCallMayReleaseTheLastReferenceToTheObject() {
        final class Owner { var account: Account? = Account() }
        let owner = Owner()
        weak let account = owner.account
        let token = owner.account?.observe(\.balance, initial: true) { _ in owner.account = nil }

        XCTAssertNil(account)
        XCTAssertEqual(token?.isLive, false)
    }

    func testAnObjectMayHoldTheTokensOfItsOwnProperties() {
        final class SelfObserving: KeyValueObservable {
            let before = ObservationBag()
            @Observed var x = 0
            let log: Log
            let after = ObservationBag()

            init(_ log: Log) {
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
        let log = Log()
        var object: SelfObserving? = SelfObserving(log)
        object?.x = 1
        weak let gone = object
        object = nil

        XCTAssertNil(gone)
        XCTAssertEqual(
            log.events,
            [
                "before: 0 -> 1", "after: 0 -> 1", "after: 1 -> 2", "in deinit: = 2",
                "after: 2 -> 3", "in deinit: 2 -> 3",
            ]
        )
    }

    func testOnEndMayObserveAndCancelOtherThings() {
        let other = Account()
        let log = Log()
        let bag = ObservationBag()
        var account: Account? = Account()
        let second = Lock<ObservationToken?>(nil)
        account?.observe(
            \.balance,
            onEnd: {
                second.withLock { $0 }?.cancel()
                other.observe(\.balance) { log.add("other", $0) }.store(in: bag)
            }
        ) { _ in }.store(in: bag)
        let token = account?.observe(\.balance, onEnd: { log.add("cancelled before") }) { _ in }
        second.withLock { $0 = token }
        account = nil
        other.balance = 1

        XCTAssertEqual(log.events, ["other: 0 -> 1"])
    }

    // MARK: Dying in other places

    func testThingsReleasedWithAHandlerMayUseTheProperty() {
        let account = Account()
        let log = Log()
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

        XCTAssertEqual(log.events, ["late: 1 -> 2", "late: 2 -> 9"])
    }

    func testTokenBagObjectAndCaptureMayDieInEachOthersDeinit() {
        let count = Canary.Count()
        for order in 0..<24 {
            // Four things that hold each other by chance; whichever goes first takes others along.
            var things: [Any?] = []
            do {
                let account = Account()
                let other = Account()
                let bag = ObservationBag()
                let canary = Canary(count)
                account.kept = OnDeinit { bag.cancel() }
                other.kept = OnDeinit { [bag] in withExtendedLifetime(bag) {} }
                let token = account.observe(\.balance) { [canary, other] change in
                    other.balance = change.newValue
                    withExtendedLifetime(canary) {}
                }
                other.observe(\.balance, onEnd: { [token] in token.cancel() }) { [canary] _ in
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
            XCTAssertEqual(count.alive, 0, "order \(order)")
        }
    }

    func testObjectsObservedOnceAndDroppedLeaveNothingBehind() {
        let count = Canary.Count()
        let tokens: [ObservationToken] = (0..<(isStress ? 100_000 : 20_000)).map { number in
            let account = Account()
            let canary = Canary(count)
            account.kept = canary
            let token = account.observe(\.balance) { [canary] _ in withExtendedLifetime(canary) {} }
            if number % 3 == 0 { account.balance = 1 }
            return token
        }

        XCTAssertEqual(count.alive, 0)
        XCTAssertFalse(tokens.contains(where: \.isLive))
    }

    // MARK: Many

    func testManyObserversOfOnePropertyAreCancelledInAnyOrder() {
        let account = Account()
        let log = Log()
        let count = 2_000
        let orders = [Array(0..<count), (0..<count).reversed(), (0..<count).shuffled()]
        for (round, order) in orders.enumerated() {
            let tokens = (0..<count).map { number in
                account.observe(\.balance) { _ in log.add("\(number)") }
            }
            let (cancelled, others) = (order.prefix(count / 2), order.dropFirst(count / 2))
            for number in cancelled { tokens[number].cancel() }
            let seen = log.events.count
            account.balance += 1
            XCTAssertEqual(
                log.events.dropFirst(seen).compactMap { Int($0) },
                others.sorted(),
                "order \(round)"
            )
            for number in others { tokens[number].cancel() }
            account.balance += 1
            XCTAssertEqual(log.events.count, seen + others.count, "order \(round)")
        }
    }

    // MARK: Threads

    /// What a test shares between threads in ways that its own protocol makes safe.
    private struct Unchecked<Value>: @unchecked Sendable {
        let value: Value
    }

    func testATokenMayBeCancelledOnAnotherThreadWhileThePropertyIsSet() {
        let rounds = isStress ? 20_000 : 1_000
        let account = Account()
        let count = Canary.Count()
        let calls = Atomic(0)
        let permanentCalls = Lock(0)
        let permanent = account.observe(\.balance) { _ in permanentCalls.withLock { $0 += 1 } }
        for round in 0..<rounds {
            let tokens = (0..<4).map { _ in
                let canary = Canary(count)
                return account.observe(\.balance) { _ in
                    calls.add(1, ordering: .relaxed)
                    withExtendedLifetime(canary) {}
                }
            }
            let done = DispatchSemaphore(value: 0)
            let go = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                go.signal()
                for token in tokens { token.cancel() }
                done.signal()
            }
            go.wait()
            for value in 0..<4 { account.balance = round &* 4 &+ value }
            done.wait()
            let before = calls.load(ordering: .relaxed)
            account.balance = -1
            XCTAssertEqual(calls.load(ordering: .relaxed), before, "a call after cancel() returned")
            XCTAssertEqual(count.alive, 0)
        }
        permanent.cancel()

        XCTAssertEqual(permanentCalls.withLock { $0 }, rounds * 5)
    }

    func testATokenMayBeCancelledOnAnotherThreadWhileTheObjectDies() {
        let rounds = isStress ? 20_000 : 1_000
        let count = Canary.Count()
        for round in 0..<rounds {
            var account: Account? = Account()
            let tokens = (0..<4).compactMap { _ in
                let canary = Canary(count)
                return account?.observe(
                    \.balance,
                    onEnd: { [canary] in withExtendedLifetime(canary) {} }
                ) { [canary] _ in withExtendedLifetime(canary) {} }
            }
            let done = DispatchSemaphore(value: 0)
            let go = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                go.signal()
                for token in tokens { token.cancel() }
                done.signal()
            }
            go.wait()
            if round.isMultiple(of: 2) { account?.balance = 1 }
            account = nil
            done.wait()
            XCTAssertEqual(count.alive, 0)
        }
    }

    func testTokensMayBeCancelledOnSeveralThreadsAtOnce() {
        let account = Account()
        let count = Canary.Count()
        let tokens = (0..<10_000).map { _ in
            let canary = Canary(count)
            return account.observe(\.balance) { _ in withExtendedLifetime(canary) {} }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for (index, token) in tokens.enumerated() where index % 3 != thread { token.cancel() }
        }

        XCTAssertEqual(count.alive, 0)
    }

    func testRegisteringWhileOthersCancelLosesNoObserver() {
        let account = Account()
        let log = Log()
        let kept = ObservationBag()
        let rounds = isStress ? 20_000 : 2_000
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

        XCTAssertEqual(log.events, stride(from: 0, to: rounds, by: 100).map(String.init))
    }

    func testTheLastReferenceToTheObjectMayGoOnAnotherThread() {
        let count = Canary.Count()
        for _ in 0..<1_000 {
            let account = Account()
            account.kept = Canary(count)
            let token = account.observe(\.balance) { [canary = Canary(count)] _ in
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
