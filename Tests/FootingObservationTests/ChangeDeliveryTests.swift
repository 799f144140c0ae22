import FootingObservation
import FootingLocks
import TestSupport
import XCTest

/// Handlers on queues, and changes as sequences.
final class ChangeDeliveryTests: XCTestCase {
    /// The events of handlers on any thread.
    private final class Events: Sendable {
        private let list = Lock<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ event: String) { list.withLock { $0.append(event) } }
        func add(_ change: ValueChange<Int>) {
            add("\(change.kind): \(change.oldValue.map(String.init) ?? "-") -> \(change.newValue)")
        }
    }

    private let queue = DispatchQueue(label: "handlers")

    // MARK: Queues

    func testChangesArriveInOrderWithTheValuesOfTheirTime() {
        let account = Account()
        let events = Events()
        queue.suspend()
        let token = account.observe(\.balance, on: .queue(queue), initial: true) { events.add($0) }
        for number in 1...3 { account.balance = number }
        XCTAssertEqual(events.all, [])
        queue.resume()
        queue.sync {}
        account.balance = 4
        queue.sync {}
        token.cancel()

        XCTAssertEqual(
            events.all,
            [
                "initial: - -> 0", "change: 0 -> 1", "change: 1 -> 2", "change: 2 -> 3",
                "change: 3 -> 4",
            ]
        )
    }

    func testAConcurrentQueueGetsOneCallAtATime() {
        let account = Account()
        let events = Events()
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let token = account.observe(\.balance, on: .queue(queue)) { events.add("\($0.newValue)") }
        for number in 1...1_000 { account.balance = number }
        while events.all.count < 1_000 { queue.sync(flags: .barrier) {} }
        token.cancel()

        XCTAssertEqual(events.all, (1...1_000).map(String.init))
    }

    func testAChangeDuringACallComesBeforeWhatIsAddedToTheQueueLater() {
        let account = Account()
        let events = Events()
        let (hasBegun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let token = account.observe(\.balance, on: .queue(queue)) { change in
            if change.newValue == 1 {
                hasBegun.signal()
                mayGoOn.wait()
            }
            events.add("\(change.newValue)")
        }
        account.balance = 1
        hasBegun.wait()
        account.balance = 2
        queue.async { events.add("later") }
        mayGoOn.signal()
        queue.sync {}
        queue.sync {}
        token.cancel()

        XCTAssertEqual(events.all, ["1", "2", "later"])
    }

    func testNothingBeginsAfterCancelling() {
        let account = Account()
        let events = Events()
        queue.suspend()
        let token = account.observe(
            \.balance,
            on: .queue(queue),
            onEnd: { events.add("end") },
            handler: { events.add($0) }
        )
        account.balance = 1
        XCTAssertTrue(token.isLive)
        token.cancel()
        XCTAssertFalse(token.isLive)
        account.balance = 2
        queue.resume()
        queue.sync {}

        XCTAssertEqual(events.all, [])
    }

    func testChangesThatWaitAtTheEndOfTheObjectAreDeliveredBeforeItsEnd() {
        var account: Account? = Account()
        let events = Events()
        queue.suspend()
        let token = account?.observe(
            \.balance,
            on: .queue(queue),
            onEnd: { events.add("end") },
            handler: { events.add($0) }
        )
        account?.balance = 1
        account?.balance = 2
        account = nil
        XCTAssertEqual(token?.isLive, true)
        queue.resume()
        while token?.isLive == true { queue.sync {} }
        queue.sync {}

        XCTAssertEqual(events.all, ["change: 0 -> 1", "change: 1 -> 2", "end"])
    }

    func testCoalescedChangesBecomeOneThatWaits() {
        let account = Account()
        let events = Events()
        queue.suspend()
        let bag = ObservationBag()
        account.observe(\.balance, on: .coalesced(on: .queue(queue))) { events.add($0) }
            .store(in: bag)
        account.observe(\.balance, on: .coalesced(on: .queue(queue)), distinct: ==) {
            events.add("distinct \($0.newValue)")
        }.store(in: bag)
        account.balance = 1
        account.balance = 2
        account.balance = 0
        queue.resume()
        queue.sync {}
        account.balance = 3
        queue.sync {}

        XCTAssertEqual(
            events.all,
            ["coalesced: 0 -> 0", "change: 0 -> 3", "distinct 3"]
        )
    }

    func testACoalescedInitialValueIsTheNewest() {
        let account = Account()
        let events = Events()
        queue.suspend()
        let delivery = ChangeDelivery.coalesced(on: .queue(queue))
        let token = account.observe(\.balance, on: delivery, initial: true) { events.add($0) }
        account.balance = 1
        queue.resume()
        queue.sync {}
        token.cancel()

        XCTAssertEqual(events.all, ["initial: - -> 1"])
    }

    func testTheMainQueueIsAPlace() {
        let account = Account()
        let isMain = expectation(description: "The handler runs on the main thread.")
        let token = account.observe(\.title, on: .main) { change in
            MainActor.assumeIsolated {
                XCTAssertEqual(change.newValue, "Ann: 1")
                isMain.fulfill()
            }
        }
        account.balance = 1
        wait(for: [isMain], timeout: 60)
        token.cancel()
    }

    func testTheHandlerIsReleasedWhenTheObservationEnds() {
        let account = Account()
        let count = Population()
        let token = { [canary = count.canary(), queue] in
            account.observe(\.balance, on: .queue(queue)) { _ in withExtendedLifetime(canary) {} }
        }()
        account.balance = 1
        queue.sync {}
        token.cancel()
        queue.sync {}

        XCTAssertEqual(count.count, 0)
    }

    func testAKeyPathWithNothingObservedMakesAnInertToken() {
        let usual = ObservationIssue.handler
        ObservationIssue.handler = { _ in }
        defer { ObservationIssue.handler = usual }
        let events = Events()
        let token = Account().observe(\.plain, on: .queue(queue), initial: true) { events.add($0) }
        XCTAssertFalse(token.isLive)
        withExtendedLifetime(token) { queue.sync {} }

        XCTAssertEqual(events.all, ["initial: - -> 0"])
    }

    // MARK: Sequences

    func testASequenceHasEveryChangeSinceItWasMadeAndEndsWithItsObject() async {
        var account: Account? = Account()
        let changes = account?.changes(of: \.balance, initial: true)
        for number in 1...1_000 { account?.balance = number }
        account = nil
        var seen: [Int] = []
        if let changes { for await change in changes { seen.append(change.newValue) } }

        XCTAssertEqual(seen, Array(0...1_000))
    }

    func testTheNewestChangesMayBeAskedFor() async {
        for newest in [-1, 0, 1, 3] {
            var account: Account? = Account()
            let changes = account?.changes(of: \.balance, newest: newest)
            for number in 1...10 { account?.balance = number }
            account = nil
            var seen: [Int] = []
            if let changes { for await change in changes { seen.append(change.newValue) } }

            XCTAssertEqual(seen, Array((1...10).suffix(max(newest, 0))))
        }
    }

    func testASequenceOfADerivedValueFollowsIt() async {
        var account: Account? = Account()
        let changes = account?.changes(of: \.title)
        account?.balance = 1
        account?.owner = "Bo"
        account = nil
        var seen: [String] = []
        if let changes { for await change in changes { seen.append(change.newValue) } }

        XCTAssertEqual(seen, ["Ann: 1", "Bo: 1"])
    }

    func testSequencesThatAreAbandonedLeaveNoObserver() {
        let account = Account()
        for _ in 0..<10_000 {
            _ = account.changes(of: \.balance)
            _ = account.changes(of: \.title)
        }
        let tokens = (0..<2).map { _ in account.observe(\.balance) { _ in } }
        account.balance = 1
        for token in tokens { token.cancel() }

        assertComesTrue(!account.hasObservers)
    }

    func testCancellingTheTaskEndsTheObservation() async {
        let account = Account()
        let changes = account.changes(of: \.balance)
        let task = Task { for await _ in changes {} }
        task.cancel()
        await task.value

        await assertComesTrue(!account.hasObservers)
    }

    func testCancellingATaskReleasesNothingOfTheUserWithinTheCall() async {
        final class Holder: KeyValueObservable {
            @Observed var number = 0
            @Observed var other = 0
            var plain: Canary?
            var current: Canary? { number + other < 0 ? nil : plain }
        }
        /// Cancels a task, and notes the thread that is inside the call.
        func cancel(_ task: Task<Void, Never>, notingIn canceller: Shared<ObjectIdentifier?>) {
            canceller.value = thisThread
            task.cancel()
            canceller.value = nil
        }
        for _ in 0..<rounds(100) {
            let holder = Holder()
            let canceller = Shared<ObjectIdentifier?>()
            let isReleased = Gate()
            let isReleasedInCall = Shared(false)
            holder.plain = Canary {
                isReleasedInCall.value = canceller.value == thisThread
                isReleased.open()
            }
            let changes = holder.changes(of: \.current)
            let isStarted = Gate()
            let task = Task {
                isStarted.open()
                for await _ in changes {}
            }
            await isStarted.wait()
            // From here on, only the observation has the value: nothing evaluates again.
            holder.plain = nil
            cancel(task, notingIn: canceller)
            await task.value
            await isReleased.wait()
            XCTAssertFalse(isReleasedInCall.value)
        }
    }

    func testASequenceOfNothingObservedEndsAtOnce() async {
        let usual = ObservationIssue.handler
        ObservationIssue.handler = { _ in }
        defer { ObservationIssue.handler = usual }
        var seen: [Int] = []
        for await change in Account().changes(of: \.plain, initial: true) {
            seen.append(change.newValue)
        }

        XCTAssertEqual(seen, [0])
    }
}
