import Dispatch
public import FootingLocks

/// The delivery of changes to an ``ObservedValue``.
///
/// The thread that holds the ``Turn`` is the deliverer, which acts as the list's domain. Changes
/// and new observers that find the turn held wait in one queue, so that an observer gets only the
/// changes after its registration.
// Unchecked for `depth`, which only the deliverer accesses; a lock guards the rest. The lock is not
// beside the value, so that code that uses it need not be specialized for the type.
@usableFromInline
class SharedDelivery: ObserverList, @unchecked Sendable {
    /// A piece of work for the deliverer.
    fileprivate struct Step: Sendable {
        /// The number of nested handlers' changes that led to this step; 0 if it comes from another
        /// thread.
        let depth: Int
        let perform: @Sendable () -> Void
    }

    @usableFromInline
    struct State: Sendable {
        /// Whether there may be an observer.
        @usableFromInline var isObserved = false
        fileprivate var turn = Turn.free
        /// The ``Cascade/thisThread`` that holds the turn, or 0 while a queue is about to continue.
        fileprivate var deliverer: UInt = 0
        /// The work that was left to the deliverer.
        private var waiting: [Step] = []

        /// Makes this thread the deliverer, or leaves a step to the one that there is.
        ///
        /// - Returns: Whether this thread became the deliverer; it then performs the step itself.
        @usableFromInline
        mutating func acquireTurn(
            orLeave perform: @autoclosure () -> @Sendable () -> Void,
            depth: Int = 0
        ) -> Bool {
            if turn.acquireOrLeaveMail() {
                deliverer = Cascade.thisThread
                return true
            }
            waiting.append(Step(depth: depth, perform: perform()))
            return false
        }

        /// Removes and returns the waiting steps, or releases the turn.
        fileprivate mutating func popSteps() -> [Step] {
            if turn.release() { deliverer = 0 }
            defer { waiting = [] }
            return waiting
        }
    }

    /// The state of the delivery; its lock also guards the value.
    @usableFromInline final let state = Lock(State())
    /// The number of nested handlers' changes that led to the change being delivered.
    @safe @exclusivity(unchecked) private final var depth = 0

    @usableFromInline
    init() { super.init(owner: nil) }

    override final var isShared: Bool { true }

    // MARK: Under the lock

    /// Handles a change that has just been stored: makes this thread the deliverer, leaves the
    /// change to the one that there is, or drops it, without an observer or as stopped feedback.
    ///
    /// - Parameters:
    ///   - state: The locked state.
    ///   - delivery: Makes the delivery to leave.
    /// - Returns: Whether this thread became the deliverer; it then delivers the change.
    @usableFromInline
    final func admitChange(
        in state: inout State,
        _ delivery: () -> @Sendable () -> Void
    ) -> Bool {
        let hasObservers = noteStore()
        var nextDepth = 0
        if state.turn == .free {
            state.isObserved = hasObservers
            if !hasObservers { return false }
        } else if state.deliverer == Cascade.thisThread {
            guard Cascade.current.admitFeedback(to: self, inRound: depth) else { return false }
            nextDepth = depth + 1
        }
        return state.acquireTurn(orLeave: delivery(), depth: nextDepth)
    }

    // MARK: By the deliverer

    /// Delivers the `ValueChange` at the address, and then what waits.
    @usableFromInline
    final func deliver(_ change: UnsafeRawPointer) {
        deliver { if !Cascade.traceIfCutOff(self) { unsafe notifyAll(change) } }
    }

    /// Performs a step, and then the waiting ones.
    ///
    /// After ``fairShare`` steps from other threads, a queue continues, so that no thread delivers
    /// for others without end.
    @inline(__always)
    final func deliver(_ first: () -> Void) {
        Cascade.deliver {
            depth = 0
            whileOwned(first)
            var share = fairShare
            while share > 0 {
                let steps = state.withLock { $0.popSteps() }
                if steps.isEmpty { return }
                whileOwned {
                    for step in steps {
                        if step.depth == 0 {
                            share -= 1
                            Cascade.beginAnew()
                        } else {
                            Cascade.current.beginRound(step.depth, of: self)
                            if Cascade.traceIfCutOff(self) { continue }
                        }
                        depth = step.depth
                        step.perform()
                    }
                }
            }
            resumeOnQueue { self.resume() }
        }
    }

    private final func resume() { deliver {} }

    /// Continues the delivery on a queue.
    @usableFromInline
    final func resumeOnQueue(_ rest: @escaping @Sendable () -> Void) {
        state.withLock { $0.deliverer = 0 }
        makeThreadQueue().async {
            self.state.withLock { $0.deliverer = Cascade.thisThread }
            rest()
        }
    }

    /// Whether too little of the stack is left to deliver a change here.
    @usableFromInline final var needsOtherStack: Bool {
        Cascade.isStackNearlyUsed && !Cascade.hasCutOff(self)
    }
}
