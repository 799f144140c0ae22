import FootingLocks

/// The waits of threads for which other threads may wait.
///
/// A thread that is about to block follows the needs of its target: the work of threads, other
/// targets, slots of queues. If they lead back to the thread, the wait would complete a cycle and
/// never finish. A thread that is inside no serial place, and settles no future, can't be part of a
/// cycle and is not recorded.
package enum WaitGraph {
    /// The result of entering a wait.
    package enum Entry {
        /// The wait is recorded under this number, or not at all if it can't be part of a cycle.
        /// These jobs, which have not begun, need a slot of the queue whose slot the thread lends.
        case entered(Int?, needed: [any WaitTarget])
        /// The wait would complete this cycle.
        case refused([String])
    }

    /// A wait that is recorded, or about to be.
    // Unmanaged references, since reference counting would take as long as the rest of the entry.
    // Safe: the blocked thread retains the objects, and continues only after the wait was removed.
    @safe
    struct Wait {
        var number = 0
        let place: CurrentPlace
        unowned(unsafe) let target: any WaitTarget
        /// The target, if it is a serial place.
        let serialTarget: Unmanaged<SerialPlace>?
        /// The waiter of the thread, which may be refused to break a cycle; `nil` for a wait in
        /// Dispatch, which can't be.
        unowned(unsafe) let waiter: Waiter?

        /// Whether the target is settled, so that the thread is about to continue.
        var isOver: Bool { unsafe waiter?.isOver == true }

        /// Whether a thread at `place` keeps the target from running its next job.
        func needs(_ place: CurrentPlace) -> Bool {
            unsafe serialTarget?._withUnsafeGuaranteedRef { place.isInside($0) } == true
        }
    }

    /// The slot that a waiting job lends; if not `isForAnyJob`, only jobs that the wait needs may
    /// get it.
    package typealias LentSlot = (queue: AnyObject, isForAnyJob: Bool)

    private struct State {
        var waits: [Wait] = []
        var lastNumber = 0

        /// Whether another thread may be waiting for the thread of `wait`.
        ///
        /// Also true if the target is a place from which this thread already waits in Dispatch.
        func isAwaited(_ wait: Wait) -> Bool {
            let place = wait.place
            if place.holdsTargets { return true }
            return waits.contains { other in
                if other.place.isOfSameThread(as: place) { return wait.needs(other.place) }
                return other.needs(place)
                    || waits.contains { own in
                        own.place.isOfSameThread(as: place) && other.needs(own.place)
                    }
            }
        }

        /// Adds a wait, and returns its number.
        mutating func append(_ wait: consuming Wait) -> Int {
            lastNumber += 1
            wait.number = lastNumber
            waits.append(wait)
            return lastNumber
        }

        mutating func remove(_ number: Int) {
            // Most often the last one, whose removal is faster.
            if waits.last?.number == number {
                waits.removeLast()
            } else {
                waits.removeAll { $0.number == number }
            }
        }
    }

    private static let state = Lock(State())

    /// Records that the calling thread is about to block for `target`.
    ///
    /// If that would complete a cycle, one wait that can throw is refused: preferably the new one,
    /// otherwise another wait of the cycle. If no wait of the cycle can throw, the new wait is
    /// refused.
    ///
    /// - Parameters:
    ///   - target: The awaited place or future.
    ///   - place: The place of the calling thread; `nil` if no other thread can wait for it.
    ///   - mayBeInside: Whether the thread may be inside the target already.
    ///   - waiter: The waiter, which has begun to wait, unless the thread blocks in Dispatch.
    ///   - slot: The slot that the calling job lends while it is blocked.
    /// - Returns: Whether the wait was recorded or refused.
    package static func enter(
        _ target: any WaitTarget,
        from place: CurrentPlace?,
        mayBeInside: Bool = true,
        _ waiter: Waiter? = nil,
        lending slot: LentSlot? = nil
    ) -> Entry {
        guard let place else { return .entered(nil, needed: []) }
        let serialTarget = unsafe (target as? SerialPlace).map(Unmanaged.passUnretained)
        let wait = unsafe Wait(
            place: place,
            target: target,
            serialTarget: serialTarget,
            waiter: waiter
        )
        // Most often, no other thread is waiting for this one.
        if !mayBeInside || !wait.needs(place),
            let number = state.withLock({ $0.isAwaited(wait) ? nil : $0.append(wait) })
        {
            return .entered(number, needed: [])
        }
        return recordOrRefuse(wait, lending: slot)
    }

    /// Records a wait, or refuses it if it would complete a cycle.
    @inline(never)
    private static func recordOrRefuse(_ wait: Wait, lending slot: LentSlot?) -> Entry {
        // Released after the lock is released: a future that was settled meanwhile may release
        // foreign objects.
        var seen: [Obstacle] = []
        defer { withExtendedLifetime(seen) {} }
        return state.withLock { state in
            var needed: [any WaitTarget] = []
            while wait.needs(wait.place) || state.isAwaited(wait) {
                var search = CycleSearch(from: wait, among: state.waits, lending: slot)
                let cycles = search.cycles()
                seen += search.seen
                needed = search.needed
                guard let cycles else { break }
                if unsafe wait.waiter?.canBeRefused == true { return .refused(cycles.names) }
                let refused = cycles.others.first {
                    unsafe $0.wait.waiter?.refuse($0.names) == true
                }
                guard let (refused, _) = refused else { return .refused(cycles.names) }
                state.remove(refused.number)
            }
            return .entered(state.append(wait), needed: needed)
        }
    }

    /// The number of recorded waits; used by tests.
    package static var count: Int { state.withLock { $0.waits.count } }

    /// Removes the wait numbered `number`.
    package static func leave(_ number: Int) {
        state.withLock { $0.remove(number) }
    }

    /// Removes the wait numbered `number` if `condition` is true, as one atomic step for the graph.
    static func leave(_ number: Int, if condition: () -> Bool) -> Bool {
        state.withLock { state in
            guard condition() else { return false }
            state.remove(number)
            return true
        }
    }
}
