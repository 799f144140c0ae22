import CObservationThread
import Dispatch

/// The delivery of what threads change in an ``ObservedValue``.
///
/// One thread at a time is the deliverer, and the domain of the list. A change that is made while there is
/// one waits for it, and so does a new observer, behind the changes that it must not see. The deliverer goes
/// on until nothing waits; only then, and under the lock, is there no deliverer any more.
// Unchecked for the variables: the lock of the value guards them, which `locked(_:)` holds. So no two accesses
// to them overlap either, since no foreign code runs under the lock.
@safe
@usableFromInline
class SharedDelivery: ObserverList, @unchecked Sendable {
    /// The thread that delivers, as ``thisThread``, or 0 if a queue is to go on.
    @safe @exclusivity(unchecked) private final var deliverer: UInt?
    @safe @exclusivity(unchecked) private final var waiting: [Step] = []
    /// How many handlers' changes led to the one that is being delivered.
    @safe @exclusivity(unchecked) private final var depth = 0
    /// Whether the value is gone.
    private final var isEnded = false

    /// A piece of work for the deliverer.
    private struct Step: Sendable {
        /// How many handlers' changes led to this: none, if it comes from another thread.
        let depth: Int
        let perform: @Sendable () -> Void
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

    @usableFromInline
    init() { super.init(owner: nil) }

    override final var isShared: Bool { true }

    /// Calls its argument under the lock of the value.
    @usableFromInline
    func locked(_ body: () -> Void) {}

    /// A number that no other running thread has.
    private static var thisThread: UInt {
        unsafe UInt(bitPattern: footing_observation_of_thread())
    }

    // MARK: Under the lock

    /// Decides on a change that has just been stored.
    @usableFromInline
    final func role() -> Role {
        let hasObservers = noteStore()
        guard let deliverer else {
            guard hasObservers else { return .unobserved }
            if Cascade.hasCutOff(self) { return .drop }
            self.deliverer = Self.thisThread
            return .deliver
        }
        guard deliverer == Self.thisThread else { return .wait(depth: 0) }
        let isAdmitted = Cascade.current.admitsFeedback(to: self, inRound: depth)
        return isAdmitted ? .wait(depth: depth + 1) : .drop
    }

    /// Lets a step wait for the deliverer.
    @usableFromInline
    final func wait(depth: Int, _ perform: @escaping @Sendable () -> Void) {
        waiting.append(Step(depth: depth, perform: perform))
    }

    /// Lets an observer wait for the deliverer.
    ///
    /// - Returns: Whether this thread is the deliverer now.
    final func add(_ arrival: Arrival) -> Bool {
        arrival.observer.ticket.source = self
        let isEnded = isEnded
        wait(depth: 0) { isEnded ? arrival.end() : arrival.join(self) }
        return becomeDeliverer()
    }

    /// Lets the end of the value wait for the deliverer.
    ///
    /// - Returns: Whether this thread is the deliverer now.
    final func addEnd() -> Bool {
        isEnded = true
        wait(depth: 0) {
            self.giveBack()
            self.end()
            self.take()
        }
        return becomeDeliverer()
    }

    private final func becomeDeliverer() -> Bool {
        if deliverer != nil { return false }
        deliverer = Self.thisThread
        return true
    }

    /// Takes what waits, or ends the delivery if nothing does.
    private final func nextRound() -> [Step] {
        if waiting.isEmpty { (deliverer, depth) = (nil, 0) }
        defer { waiting = [] }
        return waiting
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
            var steps: [Step] = []
            locked { steps = nextRound() }
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
                        locked { self.depth = depth }
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
        locked { deliverer = 0 }
        ownThread().async {
            self.locked { self.deliverer = Self.thisThread }
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

    /// Ends the observation, whose value is gone already.
    func end() {
        if observer.ticket.finish() { observer.onEnd?() }
    }
}
