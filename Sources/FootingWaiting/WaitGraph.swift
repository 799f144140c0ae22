import FootingLocks

/// The waits of threads for which other threads may wait.
///
/// A thread that is about to block follows what its target needs: the work of threads, other
/// targets, slots of queues. If the wait could never end because all of that leads back to the
/// thread, the wait would complete a circle. A thread that is inside no serial place, and settles
/// no future, can't be part of a circle and is not recorded.
package enum WaitGraph {
    /// The result of entering a wait.
    package enum Entry {
        /// The wait can't be part of a circle, or is over.
        case unrecorded
        /// The wait is recorded under this number. These jobs, which have not begun, need a slot of
        /// the queue whose slot the thread lends.
        case recorded(Int, needed: [any WaitTarget])
        /// The wait would complete this circle.
        case refused([String])
    }

    /// A wait that is about to be recorded.
    package struct Wait {
        let number: Int
        let thread: ThreadRecord
        let place: CurrentPlace?
        let target: any WaitTarget
        /// The blocked thread, which may be refused to break a circle; `nil` for a wait in
        /// Dispatch, which can't be.
        let waiter: Waiter?

        /// Whether the target is settled, so that the thread is about to continue.
        var isOver: Bool { waiter?.isOver == true }
    }

    /// The slot that a waiting job lends.
    package struct Loan {
        let queue: AnyObject
        /// Whether any job may take the slot, and not only one that the wait needs.
        let isForAnyJob: Bool

        package init(of queue: AnyObject, isForAnyJob: Bool) {
            self.queue = queue
            self.isForAnyJob = isForAnyJob
        }
    }

    private struct State {
        var waits: [Wait] = []
        var lastNumber = 0
    }

    private static let state = Lock(State())

    /// Records that the calling thread is about to block for `target`.
    ///
    /// If that would complete a circle, one wait that can throw is refused: preferably the new one,
    /// otherwise another wait of the circle. If no wait of the circle can throw, the new wait is
    /// refused.
    ///
    /// - Parameters:
    ///   - target: The awaited place or future.
    ///   - place: The place of the calling thread; `nil` if no other thread can wait for it.
    ///   - waiter: The waiter, which has begun to wait, unless the thread blocks in Dispatch.
    ///   - loan: The slot that the calling job lends while it is blocked.
    /// - Returns: Whether the wait was recorded or refused.
    package static func enter(
        _ target: any WaitTarget,
        from place: CurrentPlace?,
        _ waiter: Waiter? = nil,
        lending loan: Loan? = nil
    ) -> Entry {
        guard let place else { return .unrecorded }
        let thread = ThreadRecord.current
        var seen: [Obstacle] = []
        var removed: [Wait] = []
        let entry = state.withLock { state -> Entry in
            let number = state.lastNumber + 1
            let wait = Wait(
                number: number,
                thread: thread,
                place: place,
                target: target,
                waiter: waiter
            )
            var needed: [any WaitTarget] = []
            while isAwaited(wait, in: state.waits) {
                var search = CircleSearch(from: wait, among: state.waits, lending: loan)
                let circles = search.circles()
                seen += search.seen
                needed = search.needed
                guard let circles else { break }
                if waiter?.canBeRefused == true { return .refused(circles.names) }
                let refused = circles.others.first { $0.wait.waiter?.refuse($0.names) == true }
                guard let (refused, _) = refused else { return .refused(circles.names) }
                removed.append(refused)
                state.waits.removeAll { $0.number == refused.number }
            }
            state.lastNumber = number
            state.waits.append(wait)
            return .recorded(number, needed: needed)
        }
        // Released after the lock is released: a future that has ended meanwhile may release
        // foreign objects.
        withExtendedLifetime((seen, removed)) {}
        return entry
    }

    /// The number of recorded waits; used by tests.
    package static var count: Int { state.withLock { $0.waits.count } }

    /// Whether any thread may be waiting for the thread of `wait`; most often, none is.
    private static func isAwaited(_ wait: Wait, in waits: [Wait]) -> Bool {
        if unsafe !wait.thread.held.isEmpty { return true }
        let isInside = { (target: any WaitTarget) in
            target.serialPlace.map { wait.place?.isInside($0) == true } ?? false
        }
        return isInside(wait.target) || waits.contains { isInside($0.target) }
    }

    /// Removes the wait numbered `number` if `condition` is true, as one atomic step for the graph.
    @discardableResult
    package static func leave(_ number: Int, if condition: () -> Bool = { true }) -> Bool {
        let (isRemoved, wait) = state.withLock { state -> (Bool, Wait?) in
            guard condition() else { return (false, nil) }
            let index = state.waits.lastIndex { $0.number == number }
            return (true, index.map { state.waits.remove(at: $0) })
        }
        // Released after the lock is released.
        withExtendedLifetime(wait) {}
        return isRemoved
    }

    /// Records a wait that can't throw, or stops the program if the wait would complete a circle.
    ///
    /// - Returns: The number of the wait, if it was recorded.
    package static func enterOrStop(
        _ target: any WaitTarget,
        from place: CurrentPlace?,
        sentence: ([String]) -> String
    ) -> Int? {
        switch enter(target, from: place) {
        case .unrecorded: return nil
        case .recorded(let number, _): return number
        // An error of the program, whatever its input, and no caller that it could be thrown to.
        // Not a precondition, whose message is omitted from release builds.
        case .refused(let names): fatalError(sentence(names))
        }
    }
}
