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

    // Safe: the blocked thread holds the place and the target, and goes on only when the wait was removed.
    @safe
    fileprivate struct Wait {
        let number: Int
        /// Where the blocked thread is.
        let place: CurrentPlace
        /// Held by the blocked thread.
        let target: Unmanaged<WaitNode>
        /// The waiter, which may be refused to break a cycle; `nil` for a wait of Dispatch.
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
    ///   - waiter: The waiter, if the thread blocks for a ``Call``. If the wait is recorded, this begins it: both
    ///     are one step for the graph. Nothing is recorded if the call has ended.
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
            // Most threads wait alone.
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

    /// Removes the wait with the number `number` if `condition` is true; both are one step for the graph.
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

    /// Records a wait that can't throw, or stops the program if it would close a cycle.
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
            // Not a precondition: its sentence is left out of release builds.
            fatalError(InvocationError.sentence(for: cycle, at: name()))
        }
    }
}

extension [WaitGraph.Wait] {
    /// The cycle that a wait for `target` by a thread at `place` would close.
    fileprivate func cycle(
        from place: CurrentPlace,
        to target: Unmanaged<WaitNode>
    ) -> (names: [String], waits: [Int])? {
        // Sound, here and below: the thread of each wait holds its target.
        var last = unsafe target.takeUnretainedValue()
        var names = [last.name]
        var waits: [Int] = []
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
