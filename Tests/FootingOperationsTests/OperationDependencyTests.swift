import Foundation
import TestSupport
import XCTest

@testable import FootingOperations

private typealias Number = FutureOperation<Int, Refusal>

/// Calls a closure when it is asked whether it is ready.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
private final class Probe: Operation, @unchecked Sendable {
    private let asked: @Sendable () -> Void

    init(_ asked: @escaping @Sendable () -> Void) {
        self.asked = asked
    }

    override var isReady: Bool {
        asked()
        return super.isReady
    }
}

final class OperationDependencyTests: XCTestCase {
    /// If they became ready afterwards, an `OperationQueue` would look at all its operations in
    /// between.
    func testDependentsAreReadyWhenAnOperationSaysThatItIsFinished() {
        let first = FutureOperation {}
        let second = FutureOperation {}
        second.addDependency(first)
        let isReady = Log<Bool>()
        let probe = Probe { if first.isFinished { isReady.add(second.isReady) } }
        probe.addDependency(first)
        XCTAssertFalse(second.isReady || probe.isReady)
        first.start()
        XCTAssertEqual(isReady.entries.first, true)
        XCTAssertTrue(probe.isReady)
    }

    func testDependentsBeginAfterTheirDependencies() {
        for queue in EitherQueue.both(width: 4) {
            let order = Log<Int>()
            let operations = (0..<50).map { number in FutureOperation { order.add(number) } }
            for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
            XCTAssertEqual(operations[7].dependencies, [operations[6]])
            operations.reversed().forEach(queue.add)
            assertSucceeds(operations[49].future)
            XCTAssertEqual(order.entries, Array(0..<50))
            assertComesTrue(operations.allSatisfy { $0.isFinished && $0.dependencies.isEmpty })
        }
    }

    func testARepeatedOrRefusedDependencyIsReleased() {
        for isRefused in [false, true] {
            weak var upstream: FutureOperation<Void, Never>?
            do {
                let first = FutureOperation {}
                let foreign = BlockOperation {}
                let second = FutureOperation {}
                upstream = first
                second.addDependency(first)
                second.addDependency(foreign)
                if isRefused { second.start() }
                second.addDependency(first)
                second.addDependency(foreign)
                // Has unowned references to its dependents.
                foreign.start()
            }
            // Foundation may still notify the dependents of `foreign` on another thread.
            assertComesTrue(upstream == nil, "refused: \(isRefused)")
        }
    }

    func testDependenciesCrossQueuesAndClasses() {
        for queue in EitherQueue.both(width: 1) {
            for other in EitherQueue.both(width: 1) {
                let foundation = OperationQueue()
                let order = Log<Int>()
                let first = FutureOperation { order.add(1) }
                let second = BlockOperation { order.add(2) }
                let third = FutureOperation { () async in order.add(3) }
                second.addDependency(first)
                third.addDependency(second)
                queue.add(third)
                foundation.addOperation(second)
                other.add(first)
                assertSucceeds(third.future)
                XCTAssertEqual(order.entries, [1, 2, 3])
            }
        }
    }

    func testAFutureOfAnOperationIsADependencyOfAJob() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let gate = Gate()
        let operation = FutureOperation {
            while !FutureQueue.isCurrentJobCancelled { sched_yield() }
            gate.pass()
        }
        let began = Log<Bool>()
        XCTAssertNoThrow(try queue.add(operation))
        let job = queue.submit(after: [operation.future]) { began.add(gate.isOpen) }
        assertComesTrue(operation.isExecuting)
        operation.cancel()
        gate.open()
        assertSucceeds(job)
        XCTAssertEqual(began.entries, [true])
    }

    func testRemovingTheLastDependencyLetsTheOperationBegin() {
        for queue in EitherQueue.both(width: 1) {
            let never = Number { 0 }
            let foreign = BlockOperation {}
            let operation = Number { 1 }
            operation.addDependency(never)
            operation.addDependency(foreign)
            operation.addDependency(never)
            XCTAssertEqual(operation.dependencies, [never, foreign])
            queue.add(operation)
            operation.removeDependency(never)
            XCTAssertEqual(operation.dependencies, [foreign])
            XCTAssertNil(operation.future.settledOutcome)
            operation.removeDependency(foreign)
            XCTAssertEqual(try operation.future.wait(timeout: patience), 1)
            operation.removeDependency(never)
        }
    }

    func testADependencyThatIsFinishedDelaysNobody() {
        for queue in EitherQueue.both(width: 1) {
            let first = Number { 1 }
            let foreign = BlockOperation {}
            first.start()
            foreign.start()
            let second = Number { 2 }
            second.addDependency(first)
            second.addDependency(foreign)
            queue.add(second)
            XCTAssertEqual(try second.future.wait(timeout: patience), 2)
        }
    }

    func testDependentsOfACancelledOperationRun() {
        for queue in EitherQueue.both(width: 1) {
            let first = Number { 1 }
            let second = Number { 2 }
            second.addDependency(first)
            queue.add(second)
            first.cancel()
            XCTAssertEqual(try second.future.wait(timeout: patience), 2)
        }
    }

    func testAFailedDependencyCancelsIfSuccessIsRequired() {
        for queue in EitherQueue.both(width: 2) {
            let failing = Number { () throws(Refusal) in throw Refusal() }
            let cancelled = BlockOperation {}
            let good = Number { 1 }
            let dependents = [1, 2, 3].map { number in Number { number } }
            for (operation, upstream) in zip(dependents, [failing, cancelled, good]) {
                XCTAssertNoThrow(
                    try operation.addDependency(upstream, requiringSuccess: true)
                )
                queue.add(operation)
            }
            cancelled.cancel()
            OperationQueue().addOperation(cancelled)
            queue.add(failing)
            queue.add(good)
            assertComesTrue(dependents.allSatisfy(\.isFinished))
            XCTAssertEqual(dependents[0].future.settledOutcome, .cancelled(.dependencyFailed))
            XCTAssertEqual(dependents[1].future.settledOutcome, .cancelled(.dependencyFailed))
            XCTAssertEqual(dependents[2].future.settledOutcome, .success(3))
        }
    }

    func testACycleIsRefusedWithItsNames() {
        let operations = ["a", "b", "c"].map { name in
            let operation = Number { 1 }
            operation.name = name
            return operation
        }
        operations[1].addDependency(operations[0])
        operations[2].addDependency(operations[1])
        XCTAssertThrowsError(
            try operations[0].addDependency(operations[2], requiringSuccess: false)
        ) {
            let refusal = OperationError(.dependencyCycle, operation: "a", dependency: "c")
            XCTAssertEqual($0 as? OperationError, refusal)
            XCTAssertEqual("\($0)", "“a” can't depend on “c”: they would wait for each other.")
        }
        XCTAssertThrowsError(
            try operations[0].addDependency(operations[0], requiringSuccess: false)
        ) {
            let refusal = OperationError(.dependencyCycle, operation: "a", dependency: "a")
            XCTAssertEqual($0 as? OperationError, refusal)
        }
        XCTAssertNil(operations[0].future.settledOutcome)
        operations[0].addDependency(operations[2])
        XCTAssertEqual(operations[0].future.settledOutcome, .cancelled(.dependencyRefused))
    }

    func testACycleThroughAForeignOperationIsRefused() {
        let operation = Number { 1 }
        let foreign = BlockOperation {}
        foreign.addDependency(operation)
        XCTAssertThrowsError(try operation.addDependency(foreign, requiringSuccess: false))
    }

    func testALateDependencyIsRefused() {
        let queue = FutureQueue(maxConcurrentJobs: 1)
        queue.isSuspended = true
        let waiting = Number { 1 }
        let finished = Number { 2 }
        finished.start()
        XCTAssertNoThrow(try queue.add(waiting))
        let other = Number { 3 }
        XCTAssertThrowsError(try waiting.addDependency(other, requiringSuccess: false))
        XCTAssertThrowsError(try finished.addDependency(other, requiringSuccess: false))
        finished.addDependency(other)
        XCTAssertEqual(finished.future.settledOutcome, .success(2))
        waiting.addDependency(other)
        XCTAssertEqual(waiting.future.settledOutcome, .cancelled(.dependencyRefused))
    }

    func testADependencyMayBeAddedInAnOperationQueueUntilTheOperationBegins() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let order = Log<Int>()
        let first = FutureOperation { order.add(1) }
        let second = FutureOperation { order.add(2) }
        queue.addOperation(second)
        second.addDependency(first)
        queue.isSuspended = false
        queue.addOperation(first)
        assertSucceeds(second.future)
        XCTAssertEqual(order.entries, [1, 2])
    }

    func testCancelledAndDroppedDependentsOfAnUnfinishedOperationAreReleased() {
        for queue in EitherQueue.both(width: 2) {
            let ours = Number { 1 }
            let foreign = BlockOperation {}
            for upstream in [ours, foreign] {
                let population = Population()
                var futures: [Future<Int, Refusal>] = []
                for number in 0..<1_000 {
                    let canary = population.canary()
                    let dependent = Number { withExtendedLifetime(canary) { 2 } }
                    dependent.addDependency(upstream)
                    futures.append(dependent.future)
                    switch number % 3 {
                    case 0: dependent.cancel()
                    case 1:
                        queue.add(dependent)
                        dependent.cancel()
                    default: break
                    }
                }
                assertComesTrue(population.count == 0)
                assertComesTrue(futures.allSatisfy { $0.settledOutcome != nil })
            }
            queue.add(ours)
            OperationQueue().addOperation(foreign)
            assertComesTrue(ours.isFinished && foreign.isFinished)
        }
    }

    func testAForeignOperationIsReleasedWithItsDependents() {
        weak var upstream: Operation?
        do {
            let foreign = BlockOperation {}
            upstream = foreign
            let dependent = Number { 1 }
            dependent.addDependency(foreign)
        }
        assertComesTrue(upstream == nil)
    }

    func testALongChainIsReleasedOnASmallStack() {
        onThread(stackSize: smallStack) {
            var last = Number { 0 }
            let first = last.future
            for number in 1..<chainLength {
                let next = Number { number }
                next.addDependency(last)
                last = next
            }
            last = Number { 0 }
            XCTAssertEqual(first.settledOutcome, .cancelled(.abandoned))
        }
    }

    func testALongChainRunsInAFutureQueue() {
        let queue = FutureQueue(maxConcurrentJobs: 2)
        var last = Number { 0 }
        XCTAssertNoThrow(try queue.add(last))
        for number in 1..<chainLength {
            let next = Number { number }
            next.addDependency(last)
            XCTAssertNoThrow(try queue.add(next))
            last = next
        }
        XCTAssertEqual(try last.future.wait(timeout: patience), chainLength - 1)
    }

    func testRandomGraphsWithCancelsAndRemovedDependenciesEnd() {
        for round in 0..<rounds(60, underStress: 6_000) {
            for queue in EitherQueue.both(width: 3) {
                var dice = SeededRandom(seed: round)
                let operations = (0..<40).map { number in
                    Number { () throws(Refusal) in
                        if number % 5 == 0 { throw Refusal() }
                        return number
                    }
                }
                for (number, operation) in operations.enumerated().dropFirst() {
                    for _ in 0..<Int.random(in: 0...3, using: &dice) {
                        let upstream = operations[Int.random(in: 0..<number, using: &dice)]
                        XCTAssertNoThrow(
                            try operation.addDependency(
                                upstream,
                                requiringSuccess: Int.random(in: 0..<8, using: &dice) == 0
                            )
                        )
                    }
                }
                for operation in operations.shuffled(using: &dice) {
                    queue.add(operation)
                    let other = operations[Int.random(in: 0..<40, using: &dice)]
                    switch Int.random(in: 0..<6, using: &dice) {
                    case 0: other.cancel()
                    case 1: other.future.cancel()
                    case 2: other.dependencies.first.map(other.removeDependency)
                    default: break
                    }
                }
                assertComesTrue(
                    operations.allSatisfy { $0.isFinished && $0.future.settledOutcome != nil },
                    "round \(round)"
                )
            }
        }
    }
}
