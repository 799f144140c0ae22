import Dispatch
import FootingLocks

/// The waiting changes of one observation: they wait for a queue, or for the delivery of the
/// initial value.
///
/// Only the thread or queued block that has the ``Turn`` delivers them, in order.
// Unchecked, because the type of a registration is not `Sendable`. Its closures are: the public
// methods that lead here demand it.
@safe
@usableFromInline
final class Mailbox<Value: Sendable>: @unchecked Sendable {
    /// Changes to deliver, and whether the observation ends after them.
    private typealias Round = (changes: [ValueChange<Value>], isLast: Bool)

    /// How the caller that adds a change or the end goes on.
    private enum Step { case call, submit, none }

    private struct Contents {
        var turn: Turn
        var changes: [ValueChange<Value>] = []
        /// Whether a block of the queue is to deliver the changes but has not begun.
        var isSubmitted: Bool
        var hasEnded = false

        /// The first round of a block, unless another block has the turn and will deliver.
        mutating func firstRound() -> Round? { turn.takeOrLeaveMail() ? round() : nil }

        /// The next round of the thread or block that has the turn; `nil` gives the turn back.
        mutating func nextRound() -> Round? { turn.giveBack() ? nil : round() }

        /// Leaves what was added to the thread or block that delivers, if there is one.
        mutating func leave(isQueued: Bool) -> Step {
            // With a queue, only blocks take the turn. Without, the caller need not take it: once it
            // is free, nothing waits, and the caller makes one call at a time.
            if isQueued {
                defer { isSubmitted = true }
                return isSubmitted ? .none : .submit
            }
            if turn == .free { return .call }
            _ = turn.takeOrLeaveMail()
            return .none
        }

        private mutating func round() -> Round {
            defer { (changes, isSubmitted) = ([], false) }
            return (changes, hasEnded)
        }
    }

    /// Finished when the observation is cancelled or its last change has been delivered.
    @usableFromInline let ticket: Ticket
    private let contents: Lock<Contents>
    /// The queue to deliver on; if `nil`, the thread that posts a change delivers it.
    private let place: ChangeDelivery?
    private let registration: Registration<Value>

    /// Creates a mailbox; with an initial call, changes wait until ``begin(with:)``.
    @usableFromInline
    init(_ registration: Registration<Value>, on place: ChangeDelivery?) {
        ticket = Ticket(bond: registration.ticket.bond)
        let isHeld = registration.isInitial
        let turn = isHeld && place == nil ? Turn.taken : .free
        contents = Lock(Contents(turn: turn, isSubmitted: isHeld))
        self.place = place
        self.registration = registration
    }

    /// The observation of the source, whose changes come into this mailbox.
    @usableFromInline
    func posting(initial: Bool) -> Registration<Value> {
        Registration(
            from: registration.origin,
            as: registration.ticket,
            initial: initial,
            onEnd: { self.end() },
            handler: { self.post($0) }
        )
    }

    /// Delivers a change, or leaves it to the thread or block that is to deliver.
    ///
    /// Calls of this and ``end()`` must not overlap.
    @usableFromInline
    func post(_ change: ValueChange<Value>) {
        var merged: ValueChange<Value>?  // Released without the lock: a `deinit` may run any code.
        let step = contents.withLock { contents in
            if place == nil, contents.turn == .free { return Step.call }
            if place?.isCoalesced == true { merged = contents.changes.popLast() }
            contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            return contents.leave(isQueued: place != nil)
        }
        if step == .call { call(with: change) } else if step == .submit { submit() }
    }

    /// Ends the observation after the waiting changes.
    @usableFromInline
    func end() {
        let step = contents.withLock { contents in
            contents.hasEnded = true
            return contents.leave(isQueued: place != nil)
        }
        if step == .call { finish() } else if step == .submit { submit() }
    }

    /// Delivers the initial value, and then the changes that were held back.
    @usableFromInline
    func begin(with value: Value) {
        let change = ValueChange(initial: value)
        if place != nil {
            contents.withLock { $0.changes.insert(change, at: 0) }
            return submit()
        }
        let reading = unsafe Cascade.begin()
        deliver(([change], false))
        unsafe Cascade.end(reading)
    }

    /// Submits a block that delivers.
    ///
    /// Changes that arrive while it delivers are delivered by another block, submitted when they
    /// arrive, so that they are delivered before any block submitted later. If that block begins
    /// meanwhile, on a concurrent queue, it leaves its changes to this one.
    private func submit() {
        place?.queue.async { self.deliver(self.contents.withLock { $0.firstRound() }) }
    }

    /// Delivers rounds until none is left; after ``fairShare`` changes, another thread continues.
    private func deliver(_ first: Round?) {
        var (next, share) = (first, fairShare)
        while let round = next {
            if share <= 0 { return (place?.queue ?? ownThread()).async { self.deliver(round) } }
            share -= round.changes.count
            for change in round.changes { call(with: change) }
            if round.isLast { finish() }
            next = contents.withLock { $0.nextRound() }
        }
    }

    private func call(with change: ValueChange<Value>) {
        if ticket.isOver { return }
        if let old = change.oldValue, registration.isSame?(old, change.newValue) == true { return }
        registration.handler(change)
    }

    private func finish() {
        if ticket.finish() { registration.onEnd?() }
    }
}

/// Returns a queue that gets its own thread, even while all threads of the global queues are busy.
func ownThread() -> DispatchQueue { DispatchQueue(label: "ObservedValue") }

/// The number of other threads' changes that a thread delivers before another thread continues.
let fairShare = 1_000
