import CObservationThread
import Dispatch
public import FootingLocks

/// The delivery of what threads change in an ``ObservedValue``.
///
/// One thread at a time is the deliverer, and the domain of the list. A change that is made while there is
/// one waits for it, and so does a new observer, behind the changes that it must not see. The deliverer goes
/// on until nothing waits; only then, and under the lock, is there no deliverer any more.
// Unchecked only because the class above it is: its one variable is behind a lock. The lock is here and not
// beside the value, so that its accesses are compiled for no type in particular.
@usableFromInline
class SharedDelivery: ObserverList, @unchecked Sendable {
    /// A piece of work for the deliverer.
    fileprivate struct Step: Sendable {
        /// How many handlers' changes led to this: none, if it comes from another thread.
        let depth: Int
        let perform: @Sendable () -> Void
    }

    @usableFromInline
    struct State: Sendable {
        /// Whether there may be an observer.
        @usableFromInline var isObserved = false
        /// The thread that delivers, as ``thisThread``, or 0 if a queue is to go on.
        fileprivate var deliverer: UInt?
        private var waiting: [Step] = []
        /// How many handlers' changes led to the one that is being delivered.
        fileprivate var depth = 0
        /// Whether the value is gone.
        fileprivate var isEnded = false

        /// Lets a step wait for the deliverer.
        @usableFromInline
        mutating func wait(depth: Int, _ perform: @escaping @Sendable () -> Void) {
            waiting.append(Step(depth: depth, perform: perform))
        }

        /// Makes this thread the deliverer, if there is none.
        ///
        /// - Returns: Whether there was none.
        fileprivate mutating func becomeDeliverer() -> Bool {
            if deliverer != nil { return false }
            deliverer = SharedDelivery.thisThread
            return true
        }

        /// Takes what waits, or ends the delivery if nothing does.
        fileprivate mutating func nextRound() -> [Step] {
            if waiting.isEmpty { (deliverer, depth) = (nil, 0) }
            defer { waiting = [] }
            return waiting
        }
    }

    /// What becomes of a change.
    @usableFromInline
    enum Role: Sendable {
        /// Nobody observes.
        case unobserved
        /// It is not delivered, as part of feedback that was stopped.
        case drop
        /// This thread is the deliverer now, and delivers it.
        case deliver
        /// It is to wait.
        case wait(depth: Int)
    }

    /// The state of the delivery; its lock guards the value, too.
    @usableFromInline final let state = Lock(State())

    @usableFromInline
    init() { super.init(owner: nil) }

    override final var isShared: Bool { true }

    /// A number that no other running thread has.
    private static var thisThread: UInt {
        unsafe UInt(bitPattern: footing_observation_of_thread())
    }

    // MARK: Under the lock

    /// Decides on a change that has just been stored.
    @usableFromInline
    final func role(in state: inout State) -> Role {
        let hasObservers = noteStore()
        guard let deliverer = state.deliverer else {
            guard hasObservers else { return .unobserved }
            if Cascade.hasCutOff(self) { return .drop }
            state.deliverer = Self.thisThread
            return .deliver
        }
        guard deliverer == Self.thisThread else { return .wait(depth: 0) }
        let isAdmitted = Cascade.current.admitsFeedback(to: self, inRound: state.depth)
        return isAdmitted ? .wait(depth: state.depth + 1) : .drop
    }

    /// Lets an observer wait for the deliverer.
    ///
    /// - Returns: Whether this thread is the deliverer now.
    final func add(_ arrival: Arrival, in state: inout State) -> Bool {
        arrival.observer.ticket.source = self
        let isEnded = state.isEnded
        state.isObserved = true
        state.wait(depth: 0) { isEnded ? arrival.observer.end() : arrival.join(self) }
        return state.becomeDeliverer()
    }

    /// Lets the end of the value wait for the deliverer.
    ///
    /// - Returns: Whether this thread is the deliverer now.
    final func addEnd(in state: inout State) -> Bool {
        state.isEnded = true
        state.wait(depth: 0) {
            self.giveBack()
            self.end()
            self.take()
        }
        return state.becomeDeliverer()
    }

    // MARK: By the deliverer

    /// Delivers the `ValueChange` at the address, if there is one, and then what waits.
    ///
    /// So that no thread is kept for ever by what others change, a queue goes on after a while.
    @usableFromInline
    final func deliver(_ change: UnsafeRawPointer?) {
        let reading = unsafe Cascade.begin()
        defer { unsafe Cascade.end(reading) }
        if let change = unsafe change { whileDelivering { unsafe notifyAll(change) } }
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
                        if Cascade.hasCutOff(self) { continue }
                    }
                    if step.depth != depth {
                        depth = step.depth
                        state.withLock { $0.depth = depth }
                    }
                    step.perform()
                }
            }
        }
        goOnInQueue { unsafe self.deliver(nil) }
    }

    /// Leaves the rest of a delivery to a queue.
    @usableFromInline
    final func goOnInQueue(_ rest: @escaping @Sendable () -> Void) {
        state.withLock { $0.deliverer = 0 }
        ownThread().async {
            self.state.withLock { $0.deliverer = Self.thisThread }
            rest()
        }
    }

    /// Calls the observers, as a step of the deliverer.
    @usableFromInline
    final func notifyInStep(_ change: UnsafeRawPointer) { unsafe notifyAll(change) }

    @usableFromInline final var isStackNearlyUsed: Bool { Cascade.isStackNearlyUsed }
}

/// An observer on its way to the list.
// Unchecked, because an observer is not `Sendable` by its type. Those of a shared value are: their
// handlers are, and only the deliverer touches their links.
@safe
struct Arrival: @unchecked Sendable {
    let observer: Observer

    /// Adds the observer to the list, which the caller owns, unless its observation is over already.
    func join(_ list: ObserverList) {
        if !observer.ticket.isOver { list.insert(observer) }
    }
}
