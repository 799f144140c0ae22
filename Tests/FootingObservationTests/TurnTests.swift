import Dispatch
import Synchronization
import TestSupport
import XCTest

@testable import FootingObservation

final class TurnTests: XCTestCase {
    func testATurnPassesFromCallerToCaller() {
        var turn = Turn.free
        XCTAssertTrue(turn.acquireOrLeaveMail())
        XCTAssertEqual(turn, .held)
        XCTAssertTrue(turn.release())
        XCTAssertTrue(turn.acquireOrLeaveMail())
    }

    func testATurnWithMailIsNotReleased() {
        var turn = Turn.held
        XCTAssertFalse(turn.acquireOrLeaveMail())
        XCTAssertFalse(turn.acquireOrLeaveMail())
        XCTAssertFalse(turn.release())
        XCTAssertEqual(turn, .held)
        XCTAssertFalse(turn.acquireOrLeaveMail())
        XCTAssertFalse(turn.release())
        XCTAssertTrue(turn.release())
        XCTAssertEqual(turn, .free)
    }

    func testAFinishedTurnStaysFinished() {
        let turn = Atomic(Turn.heldWithMail)
        turn.finish()
        XCTAssertFalse(turn.acquire())
        XCTAssertFalse(turn.acquireOrLeaveMail())
        XCTAssertTrue(turn.release())
        XCTAssertTrue(turn.isFinished)
    }

    func testAcquiringATurnLeavesNoMail() {
        let turn = Atomic(Turn.held)
        XCTAssertFalse(turn.acquire())
        XCTAssertTrue(turn.release())
        XCTAssertTrue(turn.acquire())
    }

    /// Every order in which three callers can make their steps, each with two pieces of work.
    func testNoOrderOfStepsLeavesWorkBehind() {
        var orders = 0
        var known: Set<Model> = []
        var open = [Model()]
        while let model = open.popLast() {
            guard known.insert(model).inserted else { continue }
            let next = model.callers.indices.compactMap { model.afterStep(of: $0) }
            XCTAssertLessThanOrEqual(model.callers.count { $0.step == .work }, 1)
            if next.isEmpty {
                orders += 1
                XCTAssertEqual(model.turn, .free)
                XCTAssertEqual(model.work, 0)
            }
            open += next
        }
        XCTAssertGreaterThan(known.count, 100)
        XCTAssertEqual(orders, 1, "all orders lead to the same end")
    }

    func testThreadsLeaveNoWorkBehindAndWorkOneAtATime() {
        for _ in 0..<rounds(10, underStress: 200) {
            let bench = Bench()
            DispatchQueue.concurrentPerform(iterations: Bench.threads) { thread in
                for _ in 0..<2_000 { bench.submit(from: thread, waits: Bool.random()) }
            }
            XCTAssertEqual(bench.result, Array(repeating: 2_000, count: Bench.threads))
        }
    }

    func testNoThreadWorksOnAFinishedTurn() {
        for _ in 0..<rounds(100, underStress: 2_000) {
            let bench = Bench()
            let end = Int.random(in: 0..<500)
            DispatchQueue.concurrentPerform(iterations: Bench.threads) { thread in
                for number in 0..<500 {
                    if thread == 0, number == end { bench.finish() }
                    bench.submit(from: thread, waits: false)
                }
            }
            XCTAssertEqual(bench.result, bench.finalResult)
            XCTAssertFalse(bench.turn.acquire())
        }
    }
}

/// The steps of three callers, for all orders.
private struct Model: Hashable {
    enum Step { case write, begin, work, release }
    struct Caller: Hashable {
        var step = Step.write
        var pieces = 2
    }

    var callers = Array(repeating: Caller(), count: 3)
    var turn = Turn.free
    var work = 0

    func afterStep(of number: Int) -> Model? {
        var next = self
        switch callers[number].step {
        case .write:
            if callers[number].pieces == 0 { return nil }
            next.work += 1
            next.callers[number].pieces -= 1
            next.callers[number].step = .begin
        case .begin: next.callers[number].step = next.turn.acquireOrLeaveMail() ? .work : .write
        case .work:
            next.work = 0
            next.callers[number].step = .release
        case .release: next.callers[number].step = next.turn.release() ? .write : .work
        }
        return next
    }
}

/// Work that threads leave for each other.
// Unchecked for the variables, which only the caller that has the turn accesses: the thread
// sanitizer checks that.
private final class Bench: @unchecked Sendable {
    static let threads = 4

    let turn = Atomic(Turn.free)
    private let written: [Written] = (0..<threads).map { _ in Written() }
    private var done = Array(repeating: 0, count: threads)
    private(set) var finalResult: [Int]?

    private final class Written: Sendable {
        let count = Atomic(0)
    }

    /// Leaves a piece of work, or waits for the turn like the isolation of an object.
    func submit(from thread: Int, waits: Bool) {
        // Relaxed: only the turn makes it visible to the caller that does the work.
        written[thread].count.add(1, ordering: .relaxed)
        if waits {
            while !turn.acquire() {}
        } else if !turn.acquireOrLeaveMail() {
            return
        }
        repeat { work() } while !turn.release()
    }

    func finish() {
        while !turn.acquire() {}
        work()
        finalResult = done
        turn.finish()
    }

    /// The work that was done; called when no thread submits any more.
    var result: [Int] { done }

    private func work() {
        for thread in 0..<Bench.threads {
            done[thread] = written[thread].count.load(ordering: .relaxed)
        }
    }
}
