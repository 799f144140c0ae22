import CObservationThread
import Dispatch
/// The delivery of what threads change in an ``ObservedValue``; its lock guards this too.
///
/// One thread at a time is the deliverer, and owns the list of observers. A change that is made while
/// there is one waits for it, and so does a new observer, behind the changes that it must not see. The
/// deliverer goes on until nothing waits; only then, and under the lock, is there no deliverer any more.
@usableFromInline
struct SharedDelivery: Sendable {
    /// Whether there may be an observer.
    @usableFromInline private(set) var isObserved = false
    /// Made for the first observer.
    private(set) var list: ObserverList?

    /// The thread that delivers, as ``thisThread``, or 0 if a queue is to go on.
    private var deliverer: UInt?
    private var waiting: [Step] = []
    /// How many handlers' changes led to the one that is being delivered.
    private var depth = 0
    /// Whether the value is gone.
    private var isEnded = false

    /// A piece of work for the deliverer.
    private struct Step: Sendable {
        /// How many handlers' changes led to this: none, if it comes from another thread.
        let depth: Int
        let perform: @Sendable (ObserverList) -> Void
    }

    /// What becomes of a change.
    @usableFromInline
    enum Role: Sendable {
        /// Nobody observes.
        case nothing
        /// This thread is the deliverer now, and delivers it.
        case deliver(ObserverList)
        /// It is to wait.
        case wait(depth: Int)
    }

    /// Calls its argument with the delivery, under the lock.
    @usableFromInline typealias Access = @Sendable ((inout SharedDelivery) -> Void) -> Void

    @usableFromInline
    init() {}

    /// A number that no other running thread has.
    private static var thisThread: UInt {
        unsafe UInt(bitPattern: footing_observation_of_thread())
    }

    // MARK: Under the lock

    /// Decides on a change that has just been stored.
    @usableFromInline
    mutating func role() -> Role {
        guard let deliverer else {
            guard let list, list.hasObservers else {
                isObserved = false
                return .nothing
            }
            if Cascade.hasCutOff(list) { return .nothing }
            self.deliverer = Self.thisThread
            return .deliver(list)
        }
        guard deliverer == Self.thisThread, let list else { return .wait(depth: 0) }
        let isAdmitted = Cascade.current.admitsFeedback(to: list, inRound: depth)
        return isAdmitted ? .wait(depth: depth + 1) : .nothing
    }

    /// Lets a step wait for the deliverer.
    @usableFromInline
    mutating func wait(depth: Int, _ perform: @escaping @Sendable (ObserverList) -> Void) {
        waiting.append(Step(depth: depth, perform: perform))
    }

    /// Counts the changes that are made from now on, because the value is being read by an evaluation.
    mutating func noteRead() { isObserved = true }

    /// Lets an observer wait for the deliverer.
    ///
    /// - Returns: The list to deliver to, if this thread is the deliverer now.
    mutating func add(_ arrival: Arrival) -> ObserverList? {
        let list = list ?? ObserverList(owner: nil)
        self.list = list
        isObserved = true
        arrival.observer.ticket.source = list
        let isEnded = isEnded
        wait(depth: 0) { isEnded ? arrival.end() : arrival.join($0) }
        return listForThisThread()
    }

    /// Lets the end of the value wait for the deliverer.
    ///
    /// - Returns: The list to deliver to, if this thread is the deliverer now.
    mutating func end() -> ObserverList? {
        isEnded = true
        guard list != nil else { return nil }
        wait(depth: 0) { list in
            list.giveBack()
            list.end()
            list.take()
        }
        return listForThisThread()
    }

    private mutating func listForThisThread() -> ObserverList? {
        guard deliverer == nil else { return nil }
        deliverer = Self.thisThread
        return list
    }

    /// Takes what waits, or ends the delivery if nothing does.
    private mutating func nextRound() -> [Step] {
        if waiting.isEmpty { (deliverer, depth) = (nil, 0) }
        defer { waiting = [] }
        return waiting
    }

    // MARK: By the deliverer

    @usableFromInline static var isStackNearlyUsed: Bool { Cascade.isStackNearlyUsed }

    /// Delivers the `ValueChange` at the address, if there is one, and then what waits.
    ///
    /// So that no thread is kept for ever by what others change, a queue goes on after a while.
    @usableFromInline
    static func deliver(
        _ change: UnsafeRawPointer?,
        to list: ObserverList,
        _ access: @escaping Access
    ) {
        let reading = unsafe Cascade.begin()
        defer { unsafe Cascade.end(reading) }
        if let change = unsafe change { list.whileDelivering { unsafe list.notifyAll(change) } }
        var (depth, share) = (0, fairShare)
        while share > 0 {
            var steps: [Step] = []
            access { steps = $0.nextRound() }
            if steps.isEmpty { return }
            list.whileDelivering {
                for step in steps {
                    if step.depth == 0 {
                        share -= 1
                        Cascade.beginAnew()
                    } else {
                        Cascade.current.beginRound(step.depth, of: list)
                        if Cascade.hasCutOff(list) { continue }
                    }
                    if step.depth != depth {
                        depth = step.depth
                        access { $0.depth = depth }
                    }
                    step.perform(list)
                }
            }
        }
        goOnInQueue(access) { unsafe deliver(nil, to: list, access) }
    }

    /// Leaves the rest of a delivery to a queue.
    @usableFromInline
    static func goOnInQueue(_ access: @escaping Access, _ rest: @escaping @Sendable () -> Void) {
        access { $0.deliverer = 0 }
        ownThread().async {
            access { $0.deliverer = thisThread }
            rest()
        }
    }

    @usableFromInline
    static func notify(_ list: ObserverList, _ change: UnsafeRawPointer) {
        unsafe list.notifyAll(change)
    }
}

/// An observer on its way to the list.
// Unchecked, because an observer is not `Sendable` by its type. Those of a shared value are: their
// handlers are, and only the deliverer touches their links.
@safe
struct Arrival: @unchecked Sendable {
    let observer: Observer

    /// Adds the observer to the list, which the caller owns, unless its observation is over already.
    func join(_ list: ObserverList) {
        if !observer.ticket.isOver { list.attach(observer) }
    }

    /// Ends the observation, whose value is gone already.
    func end() {
        if observer.ticket.finish() { observer.onEnd?() }
    }
}
