import Dispatch
import FootingProxies
import TestSupport
import XCTest

/// Objects that belong to one destination.
final class ConfinedTests: XCTestCase {
    /// Not Sendable, and unsafe in two bodies at a time.
    private final class Parser {
        private(set) var lines = 0
        private var isBusy = false
        private let witness: Witness?

        init(_ witness: Witness? = nil) { self.witness = witness }

        func feed(_ count: Int = 1) {
            XCTAssertFalse(isBusy)
            isBusy = true
            lines += count
            isBusy = false
        }

        func fail() throws(Refusal) { throw Refusal(code: lines) }
    }

    private struct Tally {
        var counts: [String: Int] = [:]
    }

    func testCallsReachTheObjectInOrder() async throws {
        let parser = Confined(Parser(), on: .queue(DispatchQueue(label: "files")))
        parser { $0.feed(2) }
        let handle = parser.submit { parser in
            parser.feed(3)
            return parser.lines
        }
        let count = await parser.run { $0.lines }
        XCTAssertEqual(count, 5)
        let value = try await handle.value
        XCTAssertEqual(value, 5)
        let waited = await onThread { [parser] in
            (parser.sync { $0.lines }, try? parser.sync(timeout: .seconds(ample)) { $0.lines })
        }
        XCTAssertEqual(waited.0, 5)
        XCTAssertEqual(waited.1, 5)
    }

    func testValuesAreChangedInPlace() {
        let tally = Confined(Tally(), on: .queue(DispatchQueue(label: "tally")))
        for word in ["a", "b", "a"] { tally { $0.counts[word, default: 0] += 1 } }
        XCTAssertEqual(tally.sync { $0.counts }, ["a": 2, "b": 1])
        tally { $0 = Tally() }
        XCTAssertEqual(tally.sync { $0.counts }, [:])
    }

    func testErrorsArriveWithTheirTypeAndLeaveTheObject() async {
        let parser = Confined(Parser(), on: .queue(DispatchQueue(label: "throws")))
        let error = await failure { () async throws(Refusal) in
            try await parser.run { parser throws(Refusal) in
                parser.feed()
                try parser.fail()
            }
        }
        XCTAssertEqual(error, Refusal())
        let waited = await onThread { [parser] in
            failure { () throws(Refusal) in
                try parser.sync { parser throws(Refusal) in try parser.fail() }
            }
        }
        XCTAssertEqual(waited, Refusal())
        let handle = parser.submit { parser in try parser.fail() }
        let awaited = await failure { try await handle.value }
        XCTAssertEqual(awaited as? Refusal, Refusal())
        let lines = await parser.run { $0.lines }
        XCTAssertEqual(lines, 1)
    }

    func testConcurrentQueueNeverRunsTwoBodiesAtATime() {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let serial = DispatchQueue(label: "serial")
        for queue in [concurrent, .global(), serial, .global(qos: .utility)] {
            let parser = Confined(Parser(), on: .queue(queue))
            let calls = rounds(200, underStress: 5_000)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for call in 0..<calls {
                    switch (thread + call) % 3 {
                    case 0: parser { $0.feed() }
                    case 1: parser.sync { $0.feed() }
                    default: _ = parser.submit { $0.feed() }
                    }
                }
            }
            XCTAssertEqual(parser.sync { $0.lines }, 8 * calls)
        }
    }

    func testConcurrentQueueStillRunsTheCalls() {
        let mark = MarkedQueue("concurrent", attributes: .concurrent)
        let parser = Confined(Parser(), on: .queue(mark.queue))
        XCTAssertTrue(parser.sync { _ in mark.isCurrent })
    }

    func testTimeoutAndCancelledCallsLeaveTheObject() {
        let queue = DispatchQueue(label: "suspended")
        let parser = Confined(Parser(), on: .queue(queue))
        queue.suspend()
        let handle = parser.submit { $0.feed() }
        XCTAssertEqual(
            thrown { try parser.sync(timeout: .milliseconds(1)) { $0.feed() } }?.code,
            .timedOut
        )
        XCTAssertTrue(handle.cancel())
        queue.resume()
        XCTAssertEqual(parser.sync { $0.lines }, 0)
    }

    func testWorkersAndRunLoopsConfine() {
        let home = MarkedWorker()
        let onWorker = Confined(Parser(), on: home.worker)
        onWorker { $0.feed() }
        XCTAssertEqual(onWorker.sync { home.isCurrent ? $0.lines : -1 }, 1)

        let thread = LoopThread()
        let onLoop = Confined(Parser(), on: thread.place)
        onLoop { $0.feed() }
        XCTAssertEqual(onLoop.sync { thread.isCurrent ? $0.lines : -1 }, 1)
        thread.end()
        XCTAssertEqual(
            thrown { try onLoop.sync(timeout: .seconds(ample)) { $0.feed() } }?.code,
            .destinationGone
        )
    }

    func testStoppedWorkerRefusesAndStillReleases() {
        let refusals = Log<InvocationError>()
        let home = MarkedWorker { refusals.add($0) }
        let log = Log<Bool>()
        do {
            let parser = Confined(Parser(Witness(log) { home.isCurrent }), on: home.worker)
            home.worker.stop()
            parser { $0.feed() }
            XCTAssertEqual(
                thrown { try parser.submit { $0.feed() }.wait() }?.code,
                .destinationGone
            )
            XCTAssertEqual(parser.sync { $0.lines }, 0)
        }
        XCTAssertTrue(eventually { log.entries.count == 1 })
        XCTAssertEqual(log.entries, [true])
        XCTAssertEqual(refusals.entries.count, 1)
    }

    func testObjectsAreReleasedAtTheirDestination() {
        let (queue, home) = (MarkedQueue(), MarkedWorker())
        let concurrent = MarkedQueue("concurrent", attributes: .concurrent)
        let thread = LoopThread()
        let log = Log<Bool>()
        let objects = rounds(200, underStress: 10_000)
        for object in 0..<objects {
            let serial = Confined(Parser(Witness(log) { queue.isCurrent }), on: .queue(queue.queue))
            let global = Confined(
                Parser(Witness(log) { concurrent.isCurrent }),
                on: .queue(concurrent.queue)
            )
            let worker = Confined(Parser(Witness(log) { home.isCurrent }), on: home.worker)
            let loop = Confined(Parser(Witness(log) { thread.isCurrent }), on: thread.place)
            if object % 2 == 0 {
                serial { $0.feed() }
                global { $0.feed() }
                worker { $0.feed() }
                _ = loop.submit { $0.feed() }
            }
        }
        XCTAssertTrue(eventually { log.entries.count == 4 * objects })
        XCTAssertEqual(log.entries.count { !$0 }, 0)
        thread.end()
    }

    func testLastReferenceMayBeDroppedAtTheDestination() {
        let queue = MarkedQueue()
        let log = Log<Bool>()
        for _ in 0..<rounds(100, underStress: 5_000) {
            let parser = Confined(
                Parser(Witness(log) { queue.isCurrent }),
                on: .queue(queue.queue)
            )
            parser { [parser] in
                $0.feed()
                _ = parser
            }
        }
        XCTAssertTrue(eventually { log.entries.count == rounds(100, underStress: 5_000) })
        XCTAssertEqual(log.entries.count { !$0 }, 0)
    }

    func testCopiesShareTheObject() {
        let parser = Confined(Parser(), on: .queue(DispatchQueue(label: "copies")))
        let copies = Array(repeating: parser, count: 8)
        DispatchQueue.concurrentPerform(iterations: 8) { copy in
            let copy = copies[copy]
            copy { $0.feed() }
        }
        XCTAssertEqual(parser.sync { $0.lines }, 8)
    }
}
