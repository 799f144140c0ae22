import Dispatch
import Synchronization
import TestSupport
import XCTest

@testable import FootingObservation

final class TurnTests: XCTestCase {
    func testATurnPassesFromCallerToCaller() {
        var turn = Turn.free
        XCTAssertTrue(turn.takeOrLeaveMail())
        XCTAssertEqual(turn, .taken)
        XCTAssertTrue(turn.giveBack())
        XCTAssertTrue(turn.takeOrLeaveMail())
    }

    func testATurnWithMailIsNotGivenBack() {
        var turn = Turn.taken
        XCTAssertFalse(turn.takeOrLeaveMail())
        XCTAssertFalse(turn.takeOrLeaveMail())
        XCTAssertFalse(turn.giveBack())
        XCTAssertEqual(turn, .taken)
        XCTAssertFalse(turn.takeOrLeaveMail())
        XCTAssertFalse(turn.giveBack())
        XCTAssertTrue(turn.giveBack())
        XCTAssertEqual(turn, .free)
    }

    func testATurnThatHasEndedStaysEnded() {
        let turn = Atomic(Turn.takenWithMail)
        turn.end()
        XCTAssertFalse(turn.take())
        XCTAssertFalse(turn.takeOrLeaveMail())
        XCTAssertTrue(turn.giveBack())
        XCTAssertTrue(turn.isEnded)
    }

    func testTakingATurnLeavesNoMail() {
        let turn = Atomic(Turn.taken)
        XCTAssertFalse(turn.take())
        XCTAssertTrue(turn.giveBack())
        XCTAssertTrue(turn.take())
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

    func testNoThreadWorksAfterARandomEnd() {
        for _ in 0..<rounds(100, underStress: 2_000) {
            let bench = Bench()
            let end = Int.random(in: 0..<500)
            DispatchQueue.concurrentPerform(iterations: Bench.threads) { thread in
                for number in 0..<500 {
                    if thread == 0, number == end { bench.end() }
                    bench.submit(from: thread, waits: false)
                }
            }
            XCTAssertEqual(bench.result, bench.resultAtEnd)
            XCTAssertFalse(bench.turn.take())
        }
    }
}

/// The steps of three callers, for all orders.
private struct Model: Hashable {
    enum Step { case write, begin, work, giveBack }
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
        case .begin: next.callers[number].step = next.turn.takeOrLeaveMail() ? .work : .write
        case .work:
            next.work = 0
            next.callers[number].step = .giveBack
        case .giveBack: next.callers[number].step = next.turn.giveBack() ? .write : .work
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
    private(set) var resultAtEnd: [Int]?

    private final class Written: Sendable {
        let count = Atomic(0)
    }

    /// Leaves a piece of work, or waits for the turn like the isolation of an object.
    func submit(from thread: Int, waits: Bool) {
        // Relaxed: only the turn makes it visible to the caller that does the work.
        written[thread].count.add(1, ordering: .relaxed)
        if waits {
            while !turn.take() {}
        } else if !turn.takeOrLeaveMail() {
            return
        }
        repeat { work() } while !turn.giveBack()
    }

    func end() {
        while !turn.take() {}
        work()
        resultAtEnd = done
        turn.end()
    }

    /// The work that was done; called when no thread submits any more.
    var result: [Int] { done }

    private func work() {
        for thread in 0..<Bench.threads {
            done[thread] = written[thread].count.load(ordering: .relaxed)
        }
    }
}
