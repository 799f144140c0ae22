import Dispatch
public import FootingLocks

/// The delivery of changes to an ``ObservedValue``.
///
/// The thread that has the ``Turn`` is the deliverer, which acts as the list's domain. Changes and
/// new observers that find the turn taken wait in one queue, so that an observer gets only the
/// changes after its registration.
// Unchecked only because the superclass is: a lock guards its one variable. The lock is here rather
// than beside the value so that code that uses it need not be specialized for the type.
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
        /// The ``Cascade/thisThread`` with the turn, or 0 while a queue is about to continue.
        fileprivate var deliverer: UInt = 0
        /// The work that was left to the deliverer.
        private var waiting: [Step] = []
        /// The number of nested handlers' changes that led to the change being delivered.
        fileprivate var depth = 0

        /// Makes this thread the deliverer, or leaves a step to the one that there is.
        ///
        /// - Returns: Whether this thread became the deliverer; it then performs the step itself.
        @usableFromInline
        mutating func takeTurn(
            orLeave perform: @escaping @Sendable () -> Void,
            depth: Int = 0
        ) -> Bool {
            if takeTurn() { return true }
            waiting.append(Step(depth: depth, perform: perform))
            return false
        }

        fileprivate mutating func takeTurn() -> Bool {
            guard turn.takeOrLeaveMail() else { return false }
            deliverer = Cascade.thisThread
            return true
        }

        /// Removes and returns the waiting steps, or gives the turn back if there are none.
        fileprivate mutating func nextRound() -> [Step] {
            if turn.giveBack() { (deliverer, depth) = (0, 0) }
            defer { waiting = [] }
            return waiting
        }
    }

    /// The way in which a change is handled.
    @usableFromInline
    enum Role: Sendable {
        /// There is no observer, or the change is part of feedback that was stopped.
        case drop
        /// This thread became the deliverer and delivers the change.
        case deliver
        /// The change waits for the deliverer.
        case wait(depth: Int)
    }

    /// The state of the delivery; its lock also guards the value.
    @usableFromInline final let state = Lock(State())

    @usableFromInline
    init() { super.init(owner: nil) }

    override final var isShared: Bool { true }

    // MARK: Under the lock

    /// Chooses how to handle a change that has just been stored.
    @usableFromInline
    final func role(in state: inout State) -> Role {
        let hasObservers = noteStore()
        if state.turn == .free {
            state.isObserved = hasObservers
            return hasObservers && state.takeTurn() ? .deliver : .drop
        }
        guard state.deliverer == Cascade.thisThread else { return .wait(depth: 0) }
        let isAdmitted = Cascade.current.admitsFeedback(to: self, inRound: state.depth)
        return isAdmitted ? .wait(depth: state.depth + 1) : .drop
    }

    // MARK: By the deliverer

    /// Delivers the `ValueChange` at the address, and then what waits.
    @usableFromInline
    final func deliver(_ change: UnsafeRawPointer) {
        deliver { if !Cascade.cutsOff(self) { unsafe notifyAll(change) } }
    }

    /// Performs a step, and then the waiting ones.
    ///
    /// After ``fairShare`` steps from other threads, a queue continues, so that no thread delivers
    /// for others without end.
    @inline(__always)
    final func deliver(_ first: () -> Void) {
        let reading = unsafe Cascade.begin()
        defer { unsafe Cascade.end(reading) }
        whileDelivering(first)
        var (depth, share) = (0, fairShare)
        while share > 0 {
            let steps = state.withLock { $0.nextRound() }
            if steps.isEmpty { return }
            whileDelivering {
                for step in steps {
                    if step.depth == 0 {
                        share -= 1
                        Cascade.beginAnew()
                    } else {
                        Cascade.current.beginRound(step.depth, of: self)
                        if Cascade.cutsOff(self) { continue }
                    }
                    if step.depth != depth {
                        depth = step.depth
                        state.withLock { $0.depth = depth }
                    }
                    step.perform()
                }
            }
        }
        goOnInQueue { self.goOn() }
    }

    private final func goOn() { deliver {} }

    /// Continues the delivery on a queue.
    @usableFromInline
    final func goOnInQueue(_ rest: @escaping @Sendable () -> Void) {
        state.withLock { $0.deliverer = 0 }
        ownThread().async {
            self.state.withLock { $0.deliverer = Cascade.thisThread }
            rest()
        }
    }

    /// Whether too little of the stack is left to deliver a change here.
    @usableFromInline final var needsOtherStack: Bool {
        Cascade.isStackNearlyUsed && !Cascade.hasCutOff(self)
    }
}
