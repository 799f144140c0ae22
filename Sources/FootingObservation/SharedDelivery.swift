import Dispatch
import FootingLocks

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

    private var deliverer: ThreadID?
    private var waiting: [Step] = []
    /// How many of `waiting` the deliverer's own handlers have made.
    private var feedback = 0
    /// How many handlers' changes led to the one that is being delivered.
    private var depth = 0
    /// Whether feedback has passed a limit, so that what handlers change now is stored but not told.
    private var isExhausted = false

    /// What the deliverer does in its turn.
    private struct Step: Sendable {
        /// How many handlers' changes led to this: none, if it comes from another thread.
        let depth: Int
        let perform: @Sendable (ObserverList) -> Void
    }

    /// What waited for the deliverer.
    private struct Round: Sendable {
        let steps: [Step]
        /// Whether handlers made some of them, or what was delivered before.
        let hasFeedback: Bool
        /// Whether those are to be dropped.
        let isExhausted: Bool
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

    // MARK: Under the lock

    /// Decides on a change that has just been stored.
    @usableFromInline
    mutating func role() -> Role {
        guard let deliverer else {
            guard let list, list.hasObservers else {
                isObserved = false
                return .nothing
            }
            self.deliverer = .current
            return .deliver(list)
        }
        guard deliverer == .current else { return .wait(depth: 0) }
        feedback += 1
        isExhausted =
            isExhausted || depth >= feedbackLimit.rounds || feedback > feedbackLimit.changes
        return isExhausted ? .nothing : .wait(depth: depth + 1)
    }

    /// Lets a step wait for the deliverer.
    @usableFromInline
    mutating func wait(depth: Int, _ perform: @escaping @Sendable (ObserverList) -> Void) {
        waiting.append(Step(depth: depth, perform: perform))
    }

    /// Lets an observer wait for the deliverer.
    ///
    /// - Returns: The list it will be in, and whether this thread is the deliverer now.
    mutating func add(_ arrival: Arrival) -> (list: ObserverList, isDeliverer: Bool) {
        let list = list ?? ObserverList()
        let isDeliverer = deliverer == nil
        self.list = list
        isObserved = true
        if isDeliverer { deliverer = .current }
        wait(depth: 0) { arrival.join($0) }
        return (list, isDeliverer)
    }

    /// Takes what waits, or ends the delivery if nothing does.
    private mutating func nextRound() -> Round? {
        guard !waiting.isEmpty || isExhausted else {
            deliverer = nil
            depth = 0
            return nil
        }
        let hasFeedback = feedback > 0 || depth > 0
        defer { (waiting, feedback, isExhausted) = ([], 0, false) }
        return Round(steps: waiting, hasFeedback: hasFeedback, isExhausted: isExhausted)
    }

    // MARK: By the deliverer

    /// Delivers the `ValueChange` at the address, and then what waits.
    @usableFromInline
    static func deliver(
        _ change: UnsafeRawPointer,
        to list: ObserverList,
        _ access: @escaping Access
    ) {
        Reading.suspend {
            list.take()
            unsafe notify(list, change)
            list.giveBack()
            deliverWaiting(to: list, access)
        }
    }

    /// Delivers what waits, until nothing does; but so that no thread is kept for ever by what others
    /// change, a queue goes on after a while.
    static func deliverWaiting(to list: ObserverList, _ access: @escaping Access) {
        var share = fairShare
        while let round = nextRound(access) {
            list.take()
            for step in round.steps where step.depth == 0 || !round.isExhausted {
                if round.hasFeedback { access { $0.depth = step.depth } }
                if step.depth == 0 { share -= 1 }
                step.perform(list)
            }
            let origins = round.isExhausted ? list.origins() : []
            list.giveBack()
            if round.isExhausted { ObservationIssue(.endlessFeedback, from: origins).report() }
            if share <= 0 {
                access { $0.deliverer = ThreadID.none }
                return DispatchQueue.global().async {
                    access { $0.deliverer = .current }
                    deliverWaiting(to: list, access)
                }
            }
        }
    }

    private static func nextRound(_ access: Access) -> Round? {
        var round: Round?
        access { round = $0.nextRound() }
        return round
    }

    @usableFromInline
    static func notify(_ list: ObserverList, _ change: UnsafeRawPointer) {
        if let last = unsafe list.last { unsafe list.notify(change, through: last) }
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
        if !observer.ticket.isOver { list.append(observer) }
    }
}

/// Calls a handler with the initial value, and keeps back the changes that arrive meanwhile.
@usableFromInline
final class InitialCall<Value: Sendable>: Sendable {
    private let handler: @Sendable (ValueChange<Value>) -> Void
    private let early = Lock<[ValueChange<Value>]?>([])

    @usableFromInline
    init(to handler: @escaping @Sendable (ValueChange<Value>) -> Void) {
        self.handler = handler
    }

    /// Hands on a change, now or after the initial value.
    @usableFromInline
    func deliver(_ change: ValueChange<Value>) {
        let isEarly = early.withLock { $0?.append(change) != nil }
        if !isEarly { handler(change) }
    }

    /// Calls the handler with the value, then with what came meanwhile, unless the observation ends.
    func make(with value: Value, _ ticket: Ticket) {
        Reading.suspend {
            if !ticket.isOver { handler(ValueChange(initial: value)) }
            deliverEarly(ticket)
        }
    }

    private func deliverEarly(_ ticket: Ticket) {
        var share = fairShare
        while let changes = early.withLock({ early -> [ValueChange<Value>]? in
            guard let changes = early, !changes.isEmpty else {
                early = nil
                return nil
            }
            early = []
            return changes
        }) {
            for change in changes where !ticket.isOver { handler(change) }
            share -= changes.count
            if share <= 0 { return DispatchQueue.global().async { self.deliverEarly(ticket) } }
        }
    }
}

/// How many changes of other threads a thread delivers before a queue does it in its place.
private let fairShare = 1_000

/// How far handlers may go in changing the value that they observe: how many changes may lead to one, and
/// how many may wait at a time.
private let feedbackLimit = (rounds: 100, changes: 100_000)
