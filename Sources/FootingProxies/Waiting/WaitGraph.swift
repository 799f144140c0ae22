import Dispatch
import FootingLocks

/// The waits of threads that block inside a serial queue, and so keep the queue from running its
/// next job.
///
/// A thread that is about to block inside a queue follows these waits. If they lead back to a queue
/// that the thread is inside, the wait would complete a cycle and never end. A wait is removed as
/// soon as its work has run, before the destination begins its next job: if it were removed later,
/// that job could find a cycle that no longer exists. A thread that is inside no queue is not
/// recorded.
enum WaitGraph {
    /// The result of entering a wait.
    enum Entry {
        /// The wait can't be part of a cycle and is not recorded.
        case unrecorded
        /// The wait is recorded under this number.
        case recorded(Int)
        /// The wait would complete this cycle.
        case refused([String])
    }

    // Safe: the blocked thread retains the place and the target, and continues only after the wait
    // was removed.
    @safe
    fileprivate struct Wait {
        let number: Int
        /// The place of the blocked thread.
        let place: CurrentPlace
        /// Retained by the blocked thread.
        let target: Unmanaged<WaitNode>
        /// The waiter, which may be refused to break a cycle; `nil` for a wait in Dispatch.
        let waiter: Waiter?
    }

    private struct State {
        var waits: [Wait] = []
        var lastNumber = 0
    }

    private static let state = Lock(State())

    /// Records that the calling thread is about to block for `target`.
    ///
    /// If that would complete a cycle, one wait that can throw is refused: preferably the new one,
    /// otherwise another wait of the cycle. If no wait of the cycle can throw, the new wait is
    /// refused.
    ///
    /// - Parameters:
    ///   - target: The awaited place, if it is serial. The calling thread is not inside it.
    ///   - place: The place of the calling thread, if it has one.
    ///   - waiter: The waiter, if the thread blocks for a ``Call``. If the wait is recorded, this
    ///     also begins it, as one atomic step for the graph. Nothing is recorded if the call has
    ///     ended.
    /// - Returns: Whether the wait was recorded or refused.
    static func enter(
        _ target: WaitNode?,
        from place: CurrentPlace?,
        _ waiter: Waiter? = nil
    ) -> Entry {
        guard let target = unsafe target.map(Unmanaged.passUnretained), let place else {
            return .unrecorded
        }
        return state.withLock { state in
            // In most cases no other thread waits.
            if !state.waits.isEmpty, let cycle = unsafe state.waits.cycle(from: place, to: target) {
                let victim =
                    waiter?.canBeRefused == true
                    ? nil
                    : cycle.waits.first { state.waits[$0].waiter?.refuse(cycle.names) == true }
                guard let victim else { return .refused(cycle.names) }
                state.waits.remove(at: victim)
            }
            let number = state.lastNumber + 1
            guard waiter?.begin(as: number) != false else { return .unrecorded }
            state.lastNumber = number
            state.waits.append(
                unsafe Wait(
                    number: number,
                    place: place,
                    target: target,
                    waiter: waiter
                )
            )
            return .recorded(number)
        }
    }

    /// Removes the wait numbered `number` if `condition` is true, as one atomic step for the graph.
    @discardableResult
    static func leave(_ number: Int, if condition: () -> Bool = { true }) -> Bool {
        state.withLock { state in
            guard condition() else { return false }
            if let index = state.waits.lastIndex(where: { $0.number == number }) {
                state.waits.remove(at: index)
            }
            return true
        }
    }

    /// Records a wait that can't throw, or stops the program if the wait would complete a cycle.
    ///
    /// - Returns: The number of the wait, if it was recorded.
    static func enterOrStop(
        _ target: WaitNode?,
        from place: CurrentPlace?,
        named name: @autoclosure () -> String
    ) -> Int? {
        switch enter(target, from: place) {
        case .unrecorded: return nil
        case .recorded(let number): return number
        case .refused(let cycle):
            // Not a precondition, whose message is omitted from release builds.
            fatalError(InvocationError.sentence(for: cycle, at: name()))
        }
    }
}

extension [WaitGraph.Wait] {
    /// The cycle that a wait for `target` by a thread at `place` would complete.
    fileprivate func cycle(
        from place: CurrentPlace,
        to target: Unmanaged<WaitNode>
    ) -> (names: [String], waits: [Int])? {
        // Safe, here and below: the thread of each wait retains its target.
        var last = unsafe target.takeUnretainedValue()
        var names = [last.name]
        var waits: [Int] = []
        // A serial queue runs one job, so at most one thread inside it waits.
        while let index = firstIndex(where: { $0.place.isInside(last) }), waits.count < count {
            waits.append(index)
            last = unsafe self[index].target.takeUnretainedValue()
            names.append(last.name)
            if place.isInside(last) { return ([last.name] + names, waits) }
        }
        return nil
    }
}
