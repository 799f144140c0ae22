import CObservationThread
import Dispatch
public import FootingLocks

/// The delivery of changes to an ``ObservedValue``.
///
/// One thread at a time is the deliverer, which acts as the list's domain. While there is a
/// deliverer, changes and new observers wait for it in one queue, so that an observer gets only the
/// changes after its registration. The deliverer continues until nothing waits, and gives up its
/// role under the lock.
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
        /// The thread that delivers, as ``thisThread``; 0 while a queue is about to continue; `nil`
        /// if none.
        fileprivate var deliverer: UInt?
        private var waiting: [Step] = []
        /// The number of nested handlers' changes that led to the change being delivered.
        fileprivate var depth = 0
        /// Whether the value is deallocated.
        fileprivate var isEnded = false

        /// Queues a step for the deliverer.
        @usableFromInline
        mutating func wait(depth: Int, _ perform: @escaping @Sendable () -> Void) {
            waiting.append(Step(depth: depth, perform: perform))
        }

        /// Makes this thread the deliverer if there is none.
        ///
        /// - Returns: Whether this thread became the deliverer.
        fileprivate mutating func becomeDeliverer() -> Bool {
            if deliverer != nil { return false }
            deliverer = SharedDelivery.thisThread
            return true
        }

        /// Removes and returns the waiting steps, or ends the delivery if there are none.
        fileprivate mutating func nextRound() -> [Step] {
            if waiting.isEmpty { (deliverer, depth) = (nil, 0) }
            defer { waiting = [] }
            return waiting
        }
    }

    /// The way in which a change is handled.
    @usableFromInline
    enum Role: Sendable {
        /// There is no observer.
        case unobserved
        /// The change is part of feedback that was stopped, and is not delivered.
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

    /// A number that no other running thread has.
    private static var thisThread: UInt {
        unsafe UInt(bitPattern: footing_observation_of_thread())
    }

    // MARK: Under the lock

    /// Chooses how to handle a change that has just been stored.
    @usableFromInline
    final func role(in state: inout State) -> Role {
        let hasObservers = noteStore()
        guard let deliverer = state.deliverer else {
            guard hasObservers else { return .unobserved }
            state.deliverer = Self.thisThread
            return .deliver
        }
        guard deliverer == Self.thisThread else { return .wait(depth: 0) }
        let isAdmitted = Cascade.current.admitsFeedback(to: self, inRound: state.depth)
        return isAdmitted ? .wait(depth: state.depth + 1) : .drop
    }

    /// Queues an observer for the deliverer.
    ///
    /// - Returns: Whether this thread became the deliverer.
    final func add(_ arrival: Arrival, in state: inout State) -> Bool {
        arrival.observer.ticket.source = self
        let isEnded = state.isEnded
        state.isObserved = true
        state.wait(depth: 0) { isEnded ? arrival.observer.end() : arrival.join(self) }
        return state.becomeDeliverer()
    }

    /// Queues the end of the value for the deliverer.
    ///
    /// - Returns: Whether this thread became the deliverer.
    final func addEnd(in state: inout State) -> Bool {
        state.isEnded = true
        state.wait(depth: 0) { self.end() }
        return state.becomeDeliverer()
    }

    // MARK: By the deliverer

    /// Delivers the `ValueChange` at the address, if there is one, and then the waiting steps.
    ///
    /// After ``fairShare`` steps from other threads, a queue continues, so that no thread delivers
    /// for others without end.
    @usableFromInline
    final func deliver(_ change: UnsafeRawPointer?) {
        let reading = unsafe Cascade.begin()
        defer { unsafe Cascade.end(reading) }
        if let change = unsafe change {
            whileDelivering { if !Cascade.cutsOff(self) { unsafe notifyAll(change) } }
        }
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
        goOnInQueue { unsafe self.deliver(nil) }
    }

    /// Continues the delivery on a queue.
    @usableFromInline
    final func goOnInQueue(_ rest: @escaping @Sendable () -> Void) {
        state.withLock { $0.deliverer = 0 }
        ownThread().async {
            self.state.withLock { $0.deliverer = Self.thisThread }
            rest()
        }
    }

    /// Calls the observers, from a step of the deliverer.
    @usableFromInline
    final func notifyInStep(_ change: UnsafeRawPointer) { unsafe notifyAll(change) }

    /// Whether too little of the stack is left to deliver a change here.
    @usableFromInline final var needsOtherStack: Bool {
        Cascade.isStackNearlyUsed && !Cascade.hasCutOff(self)
    }
}

/// An observer that waits to be added to the list.
// Unchecked, because the type of an observer is not `Sendable`. The observers of a shared value
// are: their handlers are `Sendable`, and only the deliverer accesses their links.
@safe
struct Arrival: @unchecked Sendable {
    let observer: Observer

    /// Adds the observer to the list, which the caller owns, unless the observation is already
    /// over.
    func join(_ list: ObserverList) {
        if !observer.ticket.isOver { list.insert(observer) }
    }
}
