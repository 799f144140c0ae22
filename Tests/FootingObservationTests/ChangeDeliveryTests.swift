import FootingObservation
import TestSupport
import XCTest

/// Handlers on queues, and changes as sequences.
final class ChangeDeliveryTests: XCTestCase {
    private let queue = DispatchQueue(label: "handlers")

    // MARK: Queues

    func testAConcurrentQueueGetsOneCallAtATime() {
        let account = Account()
        let log = Log<String>()
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let token = account.observe(\.balance, on: .queue(queue)) { log.add("\($0.newValue)") }
        for number in 1...1_000 { account.balance = number }
        while log.entries.count < 1_000 { queue.sync(flags: .barrier) {} }
        token.cancel()

        XCTAssertEqual(log.entries, (1...1_000).map(String.init))
    }

    func testAChangeDuringACallComesBeforeWhatIsAddedToTheQueueLater() {
        let account = Account()
        let log = Log<String>()
        let (hasBegun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let token = account.observe(\.balance, on: .queue(queue)) { change in
            if change.newValue == 1 {
                hasBegun.signal()
                mayGoOn.wait()
            }
            log.add("\(change.newValue)")
        }
        account.balance = 1
        hasBegun.wait()
        account.balance = 2
        queue.async { log.add("later") }
        mayGoOn.signal()
        queue.sync {}
        queue.sync {}
        token.cancel()

        XCTAssertEqual(log.entries, ["1", "2", "later"])
    }

    func testCoalescedChangesBecomeOneThatWaits() {
        let account = Account()
        let log = Log<String>()
        queue.suspend()
        let bag = ObservationBag()
        account.observe(\.balance, on: .coalesced(on: .queue(queue))) { log.add("\($0.kind)", $0) }
            .store(in: bag)
        account.observe(\.balance, on: .coalesced(on: .queue(queue)), distinct: ==) {
            log.add("distinct \($0.newValue)")
        }.store(in: bag)
        account.balance = 1
        account.balance = 2
        account.balance = 0
        queue.resume()
        queue.sync {}
        account.balance = 3
        queue.sync {}

        XCTAssertEqual(
            log.entries,
            ["coalesced: 0 -> 0", "change: 0 -> 3", "distinct 3"]
        )
    }

    func testACoalescedInitialValueIsTheNewest() {
        let account = Account()
        let log = Log<String>()
        queue.suspend()
        let delivery = ChangeDelivery.coalesced(on: .queue(queue))
        let token = account.observe(\.balance, on: delivery, initial: true) {
            log.add("\($0.kind)", $0)
        }
        account.balance = 1
        queue.resume()
        queue.sync {}
        token.cancel()

        XCTAssertEqual(log.entries, ["initial: = 1"])
    }

    @MainActor private final class Panel {
        var lines: [String] = []
    }

    @MainActor
    func testHandlersForMainUseTheStateOfTheMainActor() async {
        let panel = Panel()
        let ended = expectation(description: "Both observations have finished.")
        ended.expectedFulfillmentCount = 2
        var account: Account? = Account()
        var value: ObservedValue<Int>? = ObservedValue(0)
        let tokens = [
            account?.observe(\.title, on: .main, onFinish: { ended.fulfill() }) { change in
                panel.lines.append(change.newValue)
            },
            account?.observe(\.balance, on: .coalesced(on: .main), initial: true, distinct: ==) {
                panel.lines.append("balance \($0.newValue)")
            },
            value?.observe(on: .main, onFinish: { ended.fulfill() }) { change in
                panel.lines.append("value \(change.newValue)")
            },
            value?.observe(on: .coalesced(on: .main), initial: true) { change in
                panel.lines.append("\(change.kind) \(change.newValue)")
            },
        ]
        account?.balance = 1
        account?.balance = 2
        value?.set(3)
        value?.set(4)
        XCTAssertEqual(panel.lines, [])
        account = nil
        value = nil
        await fulfillment(of: [ended], timeout: 60)

        XCTAssertEqual(
            panel.lines.sorted(),
            ["Ann: 1", "Ann: 2", "balance 2", "initial 4", "value 3", "value 4"]
        )
        for token in tokens { token?.cancel() }
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
        let log = Log<String>()
        var token: ObservationToken?
        let issues = collectIssues {
            token = Account().observe(\.plain, on: .queue(queue), initial: true) {
                log.add("plain", $0)
            }
        }
        queue.sync {}

        XCTAssertEqual(token?.isLive, false)
        XCTAssertEqual(issues.map(\.code), [.nothingObserved])

        XCTAssertEqual(log.entries, ["plain: = 0"])
    }

    // MARK: Sequences

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

    func testAbandonedSequencesOfADerivedValueLeaveNoObserver() {
        let account = Account()
        for _ in 0..<10_000 { _ = account.changes(of: \.title) }

        assertComesTrue(!account.hasObservers)
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
        var changes: AsyncStream<ValueChange<Int>>?
        _ = collectIssues { changes = Account().changes(of: \.plain, initial: true) }
        var seen: [Int] = []
        if let changes { for await change in changes { seen.append(change.newValue) } }

        XCTAssertEqual(seen, [0])
    }
}
