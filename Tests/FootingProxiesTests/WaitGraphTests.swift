import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Waits of queues for each other.
final class WaitGraphTests: XCTestCase {
    // MARK: Cycles

    func testCrossingWaitsOfQueuesGiveExactlyOneErrorThatNamesEachQueue() {
        for size in [2, 3, 5] {
            let ring = (0..<size).map { Member.queue(DispatchQueue(label: "member \($0)")) }
            for round in 0..<rounds(100, underStress: 1_000) {
                check(close(ring), of: ring, "\(size) queues, round \(round)")
            }
        }
    }

    func testFirstWaitsForNewQueuesAreSeen() {
        for round in 0..<rounds(50, underStress: 500) {
            // Nobody has waited for these before, so they have no identity yet.
            let ring = (0..<2).map { Member.queue(DispatchQueue(label: "new \($0)")) }
            guard check(close(ring), of: ring, "round \(round)") else { return }
        }
    }

    func testCycleThroughAJobOfAConcurrentQueueIsRefused() {
        let serial = DispatchQueue(label: "serial")
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let counter = Ledger()
        for timeout in [nil, Duration.seconds(ample)] {
            let error = Log<InvocationError?>()
            let body = { @Sendable (counter: Ledger) in
                error.add(refusal(at: .queue(serial)))
            }
            counter.on(.queue(serial)).sync { counter in
                let proxy = counter.on(.queue(concurrent))
                guard let timeout else { return proxy.sync(body) }
                XCTAssertNil(thrown { try proxy.sync(timeout: timeout, body) })
            }
            XCTAssertEqual(error.entries.map(\.?.code), [.wouldDeadlock])
            XCTAssertEqual(error.entries.first??.cycle, ["concurrent", "serial", "concurrent"])
        }
    }

    func testCycleThroughAPendingCallAtAConcurrentQueueIsRefused() {
        let serial = DispatchQueue(label: "serial")
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let counter = Ledger()
        for delay in [Duration.zero, .milliseconds(1)] {
            let error = counter.on(.queue(serial)).sync { counter in
                let call = counter.on(.queue(concurrent)).submit(delay: delay) { counter in
                    try counter.on(.queue(serial)).sync(timeout: .seconds(ample)) { $0.value = 1 }
                }
                return thrown { try call.wait(timeout: .seconds(ample)) }
            }
            XCTAssertEqual(error?.code, .wouldDeadlock)
            XCTAssertTrue(
                [["concurrent", "serial", "concurrent"], ["serial", "concurrent", "serial"]]
                    .contains(error?.cycle)
            )
        }
    }

    func testWaitOfAPendingCallAtAConcurrentQueueForItselfIsRefused() throws {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let own = Log<PendingCall<InvocationError?>>()
        let isKept = DispatchSemaphore(value: 0)
        let call = Ledger().on(.queue(concurrent)).submit { _ in
            isKept.wait()
            return thrown { _ = try own.entries[0].wait(timeout: .seconds(ample)) }
        }
        own.add(call)
        isKept.signal()
        XCTAssertEqual(try call.wait()?.cycle, ["concurrent", "concurrent"])
    }

    func testCycleThroughAPlaceOfOnesOwnIsRefused() {
        struct Elsewhere: Destination {
            var isCurrent: Bool { false }
            func enqueue(_ job: @escaping @Sendable () -> Void) { Thread.detachNewThread(job) }
        }
        let serial = DispatchQueue(label: "serial")
        let error = Ledger().on(.queue(serial)).sync { counter in
            counter.on(Elsewhere()).sync { counter in
                refusal(at: .queue(serial))
            }
        }
        XCTAssertEqual(error?.code, .wouldDeadlock)
        XCTAssertEqual(error?.cycle, ["Elsewhere", "serial", "Elsewhere"])
    }

    func testCycleOnOneThreadIsRefused() {
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        let counter = Ledger()

        let error = counter.on(.queue(first)).sync { counter in
            counter.on(.queue(second)).sync { _ in
                thrown {
                    try counter.on(.queue(first)).sync(timeout: .seconds(ample)) { $0.value = 1 }
                }
            }
        }
        first.sync {}

        XCTAssertEqual(error?.code, .wouldDeadlock)
        XCTAssertEqual(error?.cycle, ["second", "first", "second"])
        XCTAssertEqual(counter.value, 0)
    }

    @MainActor
    func testCycleFromMainOnOneThreadIsRefused() {
        let files = DispatchQueue(label: "files")
        let counter = Ledger()
        let error = counter.on(.queue(files)).sync { counter in
            thrown { try counter.on(.main).sync(timeout: .seconds(ample)) { $0.value = 1 } }
        }
        XCTAssertEqual(error?.cycle, ["files", "main", "files"])
    }

    func testQueueThatTargetsAnotherIsWithinBoth() {
        let target = DispatchQueue(label: "target")
        let child = DispatchQueue(label: "child", target: target)
        let other = DispatchQueue(label: "other")
        // A queue is known from the first wait for it by other queues.
        other.sync { Ledger().on(.queue(target)).sync { _ in } }

        for round in 0..<rounds(50, underStress: 500) {
            let errors = cross((from: child, to: other), (from: other, to: target))
            XCTAssertEqual(errors.count, 1, "round \(round)")
            XCTAssertEqual(Set(errors.first?.cycle ?? []), ["other", "target"], "round \(round)")
        }
    }

    func testWaitForOneselfThroughATargetIsAlsoACycle() {
        let target = DispatchQueue(label: "target")
        let child = DispatchQueue(label: "child", target: target)
        let other = DispatchQueue(label: "other")
        let error = child.sync {
            Ledger().on(.queue(other)).sync { counter in
                refusal(at: .queue(target), timeout: .milliseconds(5))
            }
        }
        // The target got its identity after the outer wait began: the time-out covers this.
        XCTAssertEqual(error?.code, .timedOut)

        let next = child.sync {
            Ledger().on(.queue(other)).sync { counter in
                refusal(at: .queue(target))
            }
        }
        XCTAssertEqual(next?.cycle, ["other", "target", "other"])
    }

    func testCrossingWaitsOfMixedDestinationsGiveExactlyOneErrorThatNamesEach() {
        checkMixedRings(seed: 1) { _, _ in nil }
    }

    func testTheOneWaitWithATimeoutIsRefusedAmongMixedDestinations() {
        checkMixedRings(seed: 3) { [Int.random(in: 0..<$0.count, using: &$1)] }
    }

    /// Checks rings whose members of `timed`, or all, have a time-out.
    private func checkMixedRings(
        seed: UInt64,
        timed: ([Member], inout SeededRandom) -> Set<Int>?
    ) {
        let pool = Pool()
        var random = SeededRandom(seed: seed)
        for round in 0..<rounds(150, underStress: 10_000) {
            let ring = pool.ring(of: [2, 3, 5][round % 3], &random)
            let timed = timed(ring, &random)
            guard check(close(ring, timed: timed), of: ring, "round \(round)") else { return }
        }
    }

    func testCrossingWaitsOfMainAndMixedDestinationsGiveExactlyOneErrorThatNamesEach() async {
        let pool = Pool()
        let results = await onThread {
            var random = SeededRandom(seed: 2)
            return (0..<rounds(60, underStress: 3_000)).map { round in
                let ring = [Member.main] + pool.ring(of: [2, 3, 5][round % 3] - 1, &random)
                return (ring, close(ring))
            }
        }
        for (ring, errors) in results { check(errors, of: ring, "main") }
    }

    func testCycleOfAQueueAndAThreadThatWaitsWithoutATimeoutIsRefused() {
        for member in [Member.worker(WorkerThread(name: "worker")), .loop(LoopThread())] {
            let ring = [.queue(DispatchQueue(label: "queue")), member]
            check(close(ring, timed: [0]), of: ring, "")
        }
    }

    func testCycleFromAWorkerOnOneThreadIsRefused() {
        let worker = WorkerThread(name: "worker")
        for member in [Member.queue(DispatchQueue(label: "queue")), .operations(named: "queue")] {
            let error = Ledger().on(worker).sync { _ -> InvocationError? in
                let log = Log<InvocationError>()
                try? member.timedSync {
                    if let error = thrown({ try Member.worker(worker).timedSync() }) {
                        log.add(error)
                    }
                }
                return log.entries.first
            }
            XCTAssertEqual(error?.cycle, ["queue", "worker", "queue"])
        }
    }

    func testCycleThroughAQueueThatAWorkerRunsItselfNamesEach() {
        let (worker, other) = (WorkerThread(name: "worker"), DispatchQueue(label: "other"))
        let queue = DispatchQueue(label: "queue")
        let isWaiting = DispatchSemaphore(value: 0)
        let log = Log<InvocationError>()
        Ledger().on(worker) { counter in
            // Dispatch runs this on the worker's own thread.
            counter.on(.queue(queue)).sync { counter in
                isWaiting.wait()
                if let error = refusal(at: .queue(other)) {
                    log.add(error)
                }
            }
        }
        Ledger().on(.queue(other)).sync { counter in
            counter.on(.queue(other)) { counter in
                isWaiting.signal()
                if let error = refusal(at: worker) {
                    log.add(error)
                }
            }
        }
        Ledger().on(worker).sync { _ in }
        other.sync {}
        XCTAssertEqual(log.entries.map(\.code), [.wouldDeadlock])
        XCTAssertEqual(Set(log.entries.first?.cycle ?? []), ["worker", "queue", "other"])
    }

    func testWaitForACallIsPartOfACycle() {
        let pool = Pool()
        var random = SeededRandom(seed: 4)
        for round in 0..<rounds(60, underStress: 3_000) {
            let ring = pool.ring(of: [2, 3][round % 2], &random)
            let errors = close(ring) { next in
                let call = next.submit {}
                try call.wait()
            }
            guard check(errors, of: ring, "round \(round)") else { return }
        }
    }

    func testOperationQueueOfMainIsMain() async {
        // Main code that waits for this queue would wait for itself.
        let errors = await onThread {
            let log = Log<InvocationError?>()
            Ledger().on(.main).sync { _ in
                log.add(thrown { try Member.operations(.main).timedSync(.seconds(5)) })
            }
            return log.entries
        }
        XCTAssertNotEqual(errors.first??.code, .timedOut)
    }

    func testRunLoopThatIsNamedInCodeOfAWaitingThreadDoesNotRace() {
        let (queue, other) = (DispatchQueue(label: "queue"), DispatchQueue(label: "other"))
        for _ in 0..<rounds(100, underStress: 5_000) {
            let worker = WorkerThread(name: "worker")
            let isInside = DispatchSemaphore(value: 0)
            Ledger().on(worker) { counter in
                // Dispatch runs this on the worker's own thread, whose wait is in the graph.
                counter.on(.queue(queue)).sync { _ in
                    isInside.signal()
                    _ = RunLoopDestination.runLoop(.current)
                }
            }
            let error = Ledger().on(.queue(other)).sync { counter in
                thrown {
                    isInside.wait()
                    try counter.on(worker).sync(timeout: .seconds(ample)) { _ in }
                }
            }
            XCTAssertNil(error)
        }
    }

    // MARK: No cycles

    func testConcurrentQueueIsNeverPartOfACycle() {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let serial = DispatchQueue(label: "serial")
        for _ in 0..<rounds(50, underStress: 500) {
            let errors = cross((from: concurrent, to: serial), (from: serial, to: concurrent))
            XCTAssertEqual(errors, [])
        }
    }

    func testQueuesOfOneLabelOrNoneAreToldApart() {
        for label in ["same", ""] {
            let (first, second) = (DispatchQueue(label: label), DispatchQueue(label: label))
            let other = DispatchQueue(label: label.isEmpty ? "" : "other")
            // In the second round the queues are known.
            for _ in 0..<2 {
                let errors = cross((from: first, to: other), (from: other, to: second))
                XCTAssertEqual(errors, [])
            }
        }
    }

    func testWaitThatTimedOutIsForgotten() throws {
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        let counter = Ledger()
        second.suspend()
        let code = first.sync {
            refusal(at: .queue(second), timeout: .milliseconds(1))?.code
        }
        second.resume()
        XCTAssertEqual(code, .timedOut)

        first.suspend()
        let waits = DispatchGroup()
        let log = Log<Int>()
        second.async(group: waits) {
            let wait = Result {
                try counter.on(.queue(first)).sync(timeout: .seconds(ample)) { _ in 1 }
            }
            log.add((try? wait.get()) ?? 0)
        }
        first.resume()
        waits.wait()
        XCTAssertEqual(log.entries, [1])
    }

    func testRandomWaitsOfQueuesWithoutACycleAreNeverRefused() {
        let members = (0..<8).map { Member.queue(DispatchQueue(label: "queue \($0)")) }
        checkRandomWaits(rounds(20_000, underStress: 1_000_000), for: members)
    }

    func testRandomWaitsOfMixedDestinationsWithoutACycleAreNeverRefused() {
        let pool = Pool()
        checkRandomWaits(rounds(700, underStress: 1_000_000), for: pool.members)
    }

    private func checkRandomWaits(_ waits: Int, for members: [Member]) {
        let threads = 4
        let errors = Log<InvocationError>()
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var random = SeededRandom(seed: thread + 1)
            // A path of three members, each with a greater index than the one before, holds three
            // waits.
            for _ in 0..<waits / threads / 3 {
                let path = Set(
                    (0..<3).map { _ in Int.random(in: 0..<members.count, using: &random) }
                ).sorted()
                walk(
                    along: path.map { members[$0] },
                    timed: Int.random(in: 0..<8, using: &random),
                    errors
                )
            }
        }
        XCTAssertEqual(errors.entries, [])
    }
}

/// Waits for the first member, from there for the second, and so on; with a time-out where `timed`
/// has a bit.
private func walk(along path: [Member], timed: Int, _ errors: Log<InvocationError>) {
    guard let member = path.first else { return }
    let rest = Array(path.dropFirst())
    guard timed & 1 == 1 else {
        return member.sync { walk(along: rest, timed: timed >> 1, errors) }
    }
    do throws(InvocationError) {
        try member.timedSync { walk(along: rest, timed: timed >> 1, errors) }
    } catch {
        errors.add(error)
    }
}

/// Makes each member wait for the next one when all of them are blocked, and returns the errors.
///
/// The waits of `timed` have a time-out, the others don't.
func close(
    _ ring: [Member],
    timed: Set<Int>? = nil,
    _ wait: @escaping @Sendable (Member) throws -> Void = { try $0.timedSync() }
) -> [InvocationError] {
    let errors = Log<InvocationError>()
    let (inside, ended) = (DispatchGroup(), DispatchGroup())
    for _ in ring {
        inside.enter()
        ended.enter()
    }
    for (index, member) in ring.enumerated() {
        let next = ring[(index + 1) % ring.count]
        let isTimed = timed?.contains(index) ?? true
        member.enqueue {
            inside.leave()
            inside.wait()
            if isTimed {
                if let error = thrown({ try wait(next) }) { errors.add(error) }
            } else {
                next.sync()
            }
            ended.leave()
        }
    }
    ended.wait()
    return errors.entries
}

/// Checks that one wait of the ring was refused, with the whole ring as its cycle.
@discardableResult
func check(_ errors: [InvocationError], of ring: [Member], _ round: String) -> Bool {
    let names = ring.map(\.name)
    let cycle = errors.first?.cycle ?? []
    guard errors.map(\.code) == [.wouldDeadlock],
        let start = cycle.first.flatMap(names.firstIndex(of:)),
        cycle == (0...names.count).map({ names[(start + $0) % names.count] })
    else {
        XCTFail("\(round): \(names) gave \(errors)")
        return false
    }
    return true
}

/// Makes all queues wait for their targets at the same time, and returns the errors.
private func cross(_ waits: (from: DispatchQueue, to: DispatchQueue)...) -> [InvocationError] {
    let errors = Log<InvocationError>()
    let (inside, ended) = (DispatchGroup(), DispatchGroup())
    for _ in waits { inside.enter() }
    for (queue, target) in waits {
        queue.async(group: ended) {
            inside.leave()
            inside.wait()
            if let error = refusal(at: .queue(target)) { errors.add(error) }
        }
    }
    ended.wait()
    return errors.entries
}
