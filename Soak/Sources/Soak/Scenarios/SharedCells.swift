import FootingObservation
import FootingOperations
import FootingProxies
import Foundation
import Synchronization

/// Cells that jobs write, and that observers, an expression, calls and tasks follow.
final class SharedCells: Scenario {
    /// A cell, and what its observer has heard last.
    private final class Cell: Sendable {
        let value = ObservedValue(0)
        let heard = Atomic(0)
    }

    private let cells = (0..<8).map { _ in Cell() }
    private let total = ObservedValue(0)
    private let writers = FutureQueue(name: "cell writers", maxConcurrentJobs: 3)
    private let followers = FutureQueue(name: "cell followers", maxConcurrentJobs: 4)
    private let worker = WorkerThread(name: "cells")
    private let deliveries = Tally()
    private let bag = ObservationBag()

    private let heard: Counter
    private let inOrder: Counter
    private let delivered: Counter
    private let joined: Counter
    private let initial: Counter
    private let ended: Counter
    private let followed: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        heard = ledger.counter("cells: changes heard")
        inOrder = ledger.counter("cells: changes in order")
        delivered = ledger.counter("cells: calls of observers made")
        joined = ledger.counter("cells: corrections by handlers")
        initial = ledger.counter("cells: initial values")
        ended = ledger.counter("cells: ends heard")
        followed = ledger.counter("cells: changes in tasks")
        let (cells, total) = (cells, total)
        ledger.compare("cells: last sum of the expression") {
            cells.reduce(0) { $0 + $1.value.value }
        } seen: {
            total.value
        }

        for cell in cells {
            cell.value.observe { [heard, inOrder, delivered, deliveries, worker, unowned cell] in
                let change = $0
                heard.see()
                let last = cell.heard.exchange(change.newValue, ordering: .sequentiallyConsistent)
                inOrder.check(
                    change.oldValue == last,
                    "from \(change.oldValue ?? -1) after \(last)"
                )
                delivered.expect()
                deliveries.on(worker) { deliveries in
                    deliveries.add()
                    delivered.see()
                }
            }.store(in: bag)
        }
        observeSharedChanges {
            cells.reduce(0) { $0 + $1.value.value }
        } handler: { change in
            total.set(change.newValue)
        }.store(in: bag)
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        switch random.number(1...4) {
        case 1: try followTemporaryCell(&random)
        case 2: correctTemporaryCell(&random)
        default: try write(&random)
        }
    }

    private func write(_ random: inout RandomSource) throws {
        let futures = (1...random.number(1...24)).map { _ in
            let cell = cells[random.number(0...cells.count - 1)]
            heard.expect()
            return writers.submit { cell.value.withValue { $0 += 1 } }
        }
        for future in futures { try future.wait(timeout: patience) }
        // No step goes on before the worker has made the calls that were sent to it.
        deliveries.on(worker).sync { _ in }
    }

    /// Ends a cell while a task follows it.
    private func followTemporaryCell(_ random: inout RandomSource) throws {
        let count = random.number(1...50)
        var cell: ObservedValue<Int>? = ObservedValue(0)
        guard let changes = cell?.changes(initial: true) else { return }
        let future = followers.submit {
            var sum = 0
            for await change in changes { sum += change.newValue }
            return sum
        }
        ended.expect()
        cell?.observe(onFinish: { [ended] in ended.see() }) { _ in }.store(in: bag)
        for number in 1...count { cell?.set(number) }
        cell = nil
        followed.check(try future.wait(timeout: patience), is: count * (count + 1) / 2)
    }

    /// Lets a handler change the value that it is told of, and cancels its token.
    private func correctTemporaryCell(_ random: inout RandomSource) {
        let limit = random.number(1...20)
        let level = ObservedValue(0)
        let token = level.observe(initial: true) { [initial, weak level] change in
            if change.kind == .initial { return initial.see() }
            if change.newValue > limit { level?.set(limit) }
        }
        initial.expect()
        for number in 1...40 {
            level.set(number)
            joined.check(level.value, is: min(number, limit))
        }
        token.cancel()
        level.set(100)
        joined.check(level.value, is: 100)
    }
}
