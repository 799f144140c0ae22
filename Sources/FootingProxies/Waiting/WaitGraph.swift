import Dispatch
import FootingLocks

/// The waits of threads that block inside a serial queue, and so keep it from running its next job.
///
/// A thread that is about to block inside a queue follows these waits. If they lead back to a queue that
/// the thread is inside, the wait would close a cycle and never end. A wait is removed where its work
/// ran, before the destination begins its next job: a later removal could show that job a cycle that
/// no longer exists. A thread that is inside no queue is not recorded.
enum WaitGraph {
    /// The result of asking to wait.
    enum Entry {
        /// The wait can't be part of a cycle and is not recorded.
        case unrecorded
        /// The wait is recorded under this number.
        case recorded(Int)
        /// The wait would close this cycle.
        case refused([String])
    }

    // Safe: the blocked thread holds what its wait refers to, and goes on only when the wait was removed.
    @safe
    fileprivate struct Wait {
        let number: Int
        /// Where the blocked thread is.
        let place: CurrentPlace
        /// Held by the blocked thread.
        let target: Unmanaged<WaitNode>
        /// The waiter that may be refused to break a cycle; `nil` if it has nobody to tell.
        let waiter: Waiter?
    }

    private struct State {
        var waits: [Wait] = []
        var lastNumber = 0
    }

    private static let state = Lock(State())

    /// Records that the calling thread is about to block for `target`.
    ///
    /// If that would close a cycle, one wait that can throw is refused: the one that is about to begin, or,
    /// if it can't, another one of the cycle. The new wait is refused if no wait of the cycle can throw.
    ///
    /// - Parameters:
    ///   - target: The place that is waited for, if it is serial. The calling thread is not inside it.
    ///   - place: The place of the calling thread, if it has one.
    ///   - waiter: The waiter that can throw.
    ///   - begin: Begins the wait with its number, in one step for the graph. Nothing is recorded if it
    ///     returns `false`.
    /// - Returns: Whether the wait was recorded or refused.
    static func enter(
        _ target: WaitNode?,
        from place: CurrentPlace?,
        waiter: Waiter? = nil,
        begin: (Int) -> Bool = { _ in true }
    ) -> Entry {
        guard let target, let place else { return .unrecorded }
        return state.withLock { state in
            if let cycle = state.waits.cycle(from: place, to: target) {
                guard waiter == nil else { return .refused(cycle.names) }
                let victim = cycle.waits.first {
                    state.waits[$0].waiter?.refuse(cycle.names) == true
                }
                guard let victim else { return .refused(cycle.names) }
                state.waits.remove(at: victim)
            }
            guard begin(state.lastNumber + 1) else { return .unrecorded }
            state.lastNumber += 1
            state.waits.append(
                unsafe Wait(
                    number: state.lastNumber,
                    place: place,
                    target: .passUnretained(target),
                    waiter: waiter
                )
            )
            return .recorded(state.lastNumber)
        }
    }

    /// Removes the wait with the number `number`.
    static func leave(_ number: Int) {
        leave(number) { true }
    }

    /// Removes the wait with the number `number` if `condition` is true; both are one step for the graph.
    @discardableResult
    static func leave(_ number: Int, if condition: () -> Bool) -> Bool {
        state.withLock { state in
            guard condition() else { return false }
            if let index = state.waits.lastIndex(where: { $0.number == number }) {
                state.waits.remove(at: index)
            }
            return true
        }
    }

    /// Runs `work` on `queue` and blocks until it ran, or stops the program if the wait would close a
    /// cycle.
    static func sync(
        on queue: DispatchQueue,
        with node: WaitNode?,
        from place: CurrentPlace?,
        _ work: () -> Void
    ) {
        switch enter(node, from: place) {
        case .unrecorded:
            queue.sync(execute: work)
        case .recorded(let number):
            queue.sync {
                work()
                leave(number)
            }
        case .refused(let cycle):
            // Not a precondition: its sentence is left out of release builds.
            fatalError(InvocationError.sentence(for: cycle, at: queue.title))
        }
    }
}

extension [WaitGraph.Wait] {
    /// The cycle that a wait for `target` by a thread at `place` would close.
    fileprivate func cycle(
        from place: CurrentPlace,
        to target: WaitNode
    ) -> (names: [String], waits: [Int])? {
        // Most threads wait alone.
        guard !isEmpty else { return nil }
        var names = [target.name]
        var waits: [Int] = []
        var last = target
        // A serial queue runs one job, so at most one thread that is inside it waits.
        while let index = firstIndex(where: { $0.place.isInside(last) }), waits.count < count {
            waits.append(index)
            last = unsafe self[index].target.takeUnretainedValue()
            names.append(last.name)
            if place.isInside(last) { return ([last.name] + names, waits) }
        }
        return nil
    }
}
