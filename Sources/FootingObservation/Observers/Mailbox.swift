import Dispatch
import FootingLocks

/// The waiting changes of one observation: they wait for a queue, or for the delivery of the
/// initial value.
///
/// Only the thread or queued block that has the ``Turn`` delivers them, in order.
@usableFromInline
final class Mailbox<Value: Sendable>: Sendable {
    /// Changes to deliver, and whether the observation ends after them.
    private typealias Round = (changes: [ValueChange<Value>], isLast: Bool)

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

        /// Leaves what was added to the block that is to deliver, or to the thread that delivers.
        ///
        /// - Returns: Whether the caller must submit that block.
        mutating func leave(isQueued: Bool) -> Bool {
            if !isQueued { return turn.takeOrLeaveMail() }
            defer { isSubmitted = true }
            return !isSubmitted
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
    private let isSame: (@Sendable (Value, Value) -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let handler: @Sendable (ValueChange<Value>) -> Void

    /// Creates a mailbox; if `isHeld` is `true`, changes wait until ``begin(with:)``.
    @usableFromInline
    init(
        to place: ChangeDelivery?,
        isHeld: Bool,
        bond: Bond?,
        distinct isSame: (@Sendable (Value, Value) -> Bool)?,
        onEnd: (@Sendable () -> Void)?,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) {
        ticket = Ticket(bond: bond)
        let isTaken = isHeld && place == nil
        contents = Lock(Contents(turn: isTaken ? .taken : .free, isSubmitted: isHeld))
        self.place = place
        self.isSame = isSame
        self.onEnd = onEnd
        self.handler = handler
    }

    /// Delivers a change, or leaves it to the thread or block that is to deliver.
    ///
    /// Calls of this and ``end()`` must not overlap.
    @usableFromInline
    func post(_ change: ValueChange<Value>) {
        var merged: ValueChange<Value>?  // Released without the lock: a `deinit` may run any code.
        let (waits, submits) = contents.withLock { contents in
            // The caller need not take the turn: nothing waits, and it makes one call at a time.
            if place == nil, contents.turn == .free { return (false, false) }
            if place?.isCoalesced == true { merged = contents.changes.popLast() }
            contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            return (true, contents.leave(isQueued: place != nil))
        }
        if !waits { call(with: change) } else if submits { submit() }
    }

    /// Ends the observation after the waiting changes.
    @usableFromInline
    func end() {
        let isFirst = contents.withLock { contents in
            contents.hasEnded = true
            return contents.leave(isQueued: place != nil)
        }
        if isFirst { place == nil ? finish() : submit() }
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
        if let oldValue = change.oldValue, isSame?(oldValue, change.newValue) == true { return }
        handler(change)
    }

    private func finish() {
        if ticket.finish() { onEnd?() }
    }
}

/// Returns a queue that gets its own thread, even while all threads of the global queues are busy.
func ownThread() -> DispatchQueue { DispatchQueue(label: "ObservedValue") }

/// The number of other threads' changes that a thread delivers before another thread continues.
let fairShare = 1_000
