import Dispatch
import FootingProxies
import XCTest

/// Waits of queues for each other.
final class WaitGraphTests: XCTestCase {
    // MARK: Cycles

    func testCrossingWaitsOfQueuesGiveExactlyOneErrorThatNamesEachQueue() {
        for size in [2, 3, 5] {
            let ring = (0..<size).map { Member.queue(DispatchQueue(label: "member \($0)")) }
            for round in 0..<100 * stress {
                check(close(ring), of: ring, "\(size) queues, round \(round)")
            }
        }
    }

    func testCrossingWaitsOfMainAndQueuesGiveExactlyOneErrorThatNamesEach() async {
        for size in [2, 3, 5] {
            let queues = (1..<size).map { Member.queue(DispatchQueue(label: "member \($0)")) }
            let ring = [.main] + queues
            let errors = await withCheckedContinuation { answer in
                Thread.detachNewThread {
                    answer.resume(returning: (0..<100 * stress).map { _ in close(ring) })
                }
            }
            for errors in errors { check(errors, of: ring, "main and \(size - 1) queues") }
        }
    }

    func testFirstWaitsForNewQueuesAreSeen() {
        for round in 0..<50 * stress {
            // Nobody has waited for these before, so they have no identity yet.
            let ring = (0..<2).map { Member.queue(DispatchQueue(label: "new \($0)")) }
            check(close(ring), of: ring, "round \(round)")
        }
    }

    func testTheWaitWithATimeoutIsRefusedAndNotTheOneWithout() {
        let ring = (0..<3).map { Member.queue(DispatchQueue(label: "member \($0)")) }
        for round in 0..<100 * stress {
            let timed = round % ring.count
            check(close(ring, timed: [timed]), of: ring, "round \(round)")
        }
    }

    func testCycleOnOneThreadIsRefused() {
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        let counter = Counter()

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
        let counter = Counter()
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
        other.sync { Counter().on(.queue(target)).sync { _ in } }

        for round in 0..<50 * stress {
            let errors = cross(
                from: child,
                { try Counter().on(.queue(other)).sync(timeout: .seconds(ample)) { _ in } },
                from: other,
                { try Counter().on(.queue(target)).sync(timeout: .seconds(ample)) { _ in } }
            )
            XCTAssertEqual(errors.count, 1, "round \(round)")
            XCTAssertEqual(Set(errors.first?.cycle ?? []), ["other", "target"], "round \(round)")
        }
    }

    func testWaitForOneselfThroughATargetIsAlsoACycle() {
        let target = DispatchQueue(label: "target")
        let child = DispatchQueue(label: "child", target: target)
        let other = DispatchQueue(label: "other")
        let error = child.sync {
            Counter().on(.queue(other)).sync { counter in
                thrown { try counter.on(.queue(target)).sync(timeout: .milliseconds(5)) { _ in } }
            }
        }
        // The target got its identity after the outer wait began: the time-out covers this.
        XCTAssertEqual(error?.code, .timedOut)

        let next = child.sync {
            Counter().on(.queue(other)).sync { counter in
                thrown { try counter.on(.queue(target)).sync(timeout: .seconds(ample)) { _ in } }
            }
        }
        XCTAssertEqual(next?.cycle, ["other", "target", "other"])
    }

    // MARK: No cycles

    func testConcurrentQueueIsNeverPartOfACycle() {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let serial = DispatchQueue(label: "serial")
        for _ in 0..<50 * stress {
            let errors = cross(
                from: concurrent,
                { try Counter().on(.queue(serial)).sync(timeout: .seconds(ample)) { _ in } },
                from: serial,
                { try Counter().on(.queue(concurrent)).sync(timeout: .seconds(ample)) { _ in } }
            )
            XCTAssertEqual(errors, [])
        }
    }

    func testQueuesOfOneLabelAreToldApart() {
        let (first, second) = (DispatchQueue(label: "same"), DispatchQueue(label: "same"))
        let other = DispatchQueue(label: "other")
        let errors = cross(
            from: first,
            { try Counter().on(.queue(other)).sync(timeout: .seconds(ample)) { _ in } },
            from: other,
            { try Counter().on(.queue(second)).sync(timeout: .seconds(ample)) { _ in } }
        )
        XCTAssertEqual(errors, [])
    }

    func testQueuesWithoutALabelAreToldApart() {
        let (first, second) = (DispatchQueue(label: ""), DispatchQueue(label: ""))
        let other = DispatchQueue(label: "")
        for _ in 0..<2 {
            let errors = cross(
                from: first,
                { try Counter().on(.queue(other)).sync(timeout: .seconds(ample)) { _ in } },
                from: other,
                { try Counter().on(.queue(second)).sync(timeout: .seconds(ample)) { _ in } }
            )
            XCTAssertEqual(errors, [])
        }
    }

    func testWaitThatTimedOutIsForgotten() throws {
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        let counter = Counter()
        second.suspend()
        let code = first.sync {
            thrown { try counter.on(.queue(second)).sync(timeout: .milliseconds(1)) { _ in } }?.code
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

    func testRandomWaitsWithoutACycleAreNeverRefused() {
        let queues = (0..<8).map { DispatchQueue(label: "queue \($0)") }
        let threads = 4
        let waits = stress == 1 ? 20_000 : 1_000_000
        let errors = Log<InvocationError>()
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var random = Random(state: UInt64(thread + 1))
            // A path of three queues, each with a greater index than the one before, holds three waits.
            for _ in 0..<waits / threads / 3 {
                let path = Set((0..<3).map { _ in random.next() % queues.count }).sorted()
                walk(along: path.map { queues[$0] }, timed: random.next() % 8, errors)
            }
        }
        XCTAssertEqual(errors.entries, [])
    }
}

/// Waits for the first queue, from there for the second, and so on; with a time-out where `timed` has a bit.
private func walk(along path: [DispatchQueue], timed: Int, _ errors: Log<InvocationError>) {
    guard let queue = path.first else { return }
    let proxy = Counter().on(.queue(queue))
    let rest = Array(path.dropFirst())
    guard timed & 1 == 1 else {
        return proxy.sync { _ in walk(along: rest, timed: timed >> 1, errors) }
    }
    do throws(InvocationError) {
        try proxy.sync(timeout: .seconds(ample)) { _ in
            walk(along: rest, timed: timed >> 1, errors)
        }
    } catch {
        errors.add(error)
    }
}

private struct Random {
    var state: UInt64

    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }
}

private enum Member: Sendable {
    case main
    case queue(DispatchQueue)

    var name: String {
        switch self {
        case .main: "main"
        case .queue(let queue): queue.label
        }
    }

    func enqueue(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .main: Counter().on(.main) { _ in work() }
        case .queue(let queue): Counter().on(.queue(queue)) { _ in work() }
        }
    }

    func sync() {
        switch self {
        case .main: Counter().on(.main).sync { _ in }
        case .queue(let queue): Counter().on(.queue(queue)).sync { _ in }
        }
    }

    func timedSync() throws(InvocationError) {
        switch self {
        case .main: try Counter().on(.main).sync(timeout: .seconds(ample)) { _ in }
        case .queue(let queue):
            try Counter().on(.queue(queue)).sync(timeout: .seconds(ample)) { _ in }
        }
    }
}

/// Makes each member wait for the next one when all of them are blocked, and returns the errors.
///
/// The waits of `timed` have a time-out, the others don't.
private func close(_ ring: [Member], timed: Set<Int>? = nil) -> [InvocationError] {
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
                do throws(InvocationError) {
                    try next.timedSync()
                } catch {
                    errors.add(error)
                }
            } else {
                next.sync()
            }
            ended.leave()
        }
    }
    ended.wait()
    return errors.entries
}

private func check(_ errors: [InvocationError], of ring: [Member], _ round: String) {
    XCTAssertEqual(errors.map(\.code), [.wouldDeadlock], round)
    let names = ring.map(\.name)
    for error in errors {
        XCTAssertEqual(error.cycle.count, names.count + 1, round)
        guard let start = error.cycle.first.flatMap(names.firstIndex(of:)) else {
            XCTFail("\(round): \(error.cycle)")
            continue
        }
        let expected = (0...names.count).map { names[(start + $0) % names.count] }
        XCTAssertEqual(error.cycle, expected, round)
    }
}

/// Runs both bodies at the same time, each on its queue, and returns their errors.
private func cross(
    from first: DispatchQueue,
    _ firstBody: @escaping @Sendable () throws -> Void,
    from second: DispatchQueue,
    _ secondBody: @escaping @Sendable () throws -> Void
) -> [InvocationError] {
    let errors = Log<InvocationError>()
    let (inside, ended) = (DispatchGroup(), DispatchGroup())
    inside.enter()
    inside.enter()
    for (queue, body) in [(first, firstBody), (second, secondBody)] {
        queue.async(group: ended) {
            inside.leave()
            inside.wait()
            if let error = thrown(body) { errors.add(error) }
        }
    }
    ended.wait()
    return errors.entries
}

private func thrown(_ body: () throws -> Void) -> InvocationError? {
    do {
        try body()
        return nil
    } catch {
        return error as? InvocationError
    }
}
