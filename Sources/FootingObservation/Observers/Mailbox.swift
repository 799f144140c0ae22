import Dispatch
import FootingLocks

/// The waiting changes of one observation: they wait for a queue, or for the delivery of the
/// initial value.
///
/// Only the thread or queued block that holds the ``Turn`` delivers them, in order.
@usableFromInline
final class Mailbox<Value: Sendable>: Sendable {
    /// Changes to deliver, and whether they are the last ones.
    private typealias Round = (changes: [ValueChange<Value>], isLast: Bool)

    private struct Contents {
        var turn: Turn
        var changes: [ValueChange<Value>] = []
        /// Whether a block of the queue is to deliver the changes but has not begun.
        var isSubmitted: Bool
        var isFinished = false

        /// Acquires the turn for a block, and returns its first round; `nil` if another block
        /// holds the turn and will deliver.
        mutating func beginRounds() -> Round? { turn.acquireOrLeaveMail() ? popRound() : nil }

        /// Returns the next round, or releases the turn and returns `nil`.
        mutating func advance() -> Round? { turn.release() ? nil : popRound() }

        /// Leaves a change or the end to the block that is to deliver, or to the thread that does.
        ///
        /// - Returns: Whether the caller must submit that block.
        mutating func leave(isQueued: Bool) -> Bool {
            if !isQueued { return turn.acquireOrLeaveMail() }
            defer { isSubmitted = true }
            return !isSubmitted
        }

        private mutating func popRound() -> Round {
            defer { (changes, isSubmitted) = ([], false) }
            return (changes, isFinished)
        }
    }

    /// Finished when the observation is cancelled or its last change has been delivered.
    @usableFromInline let registration: Registration
    private let contents: Lock<Contents>
    /// The queue to deliver on; if `nil`, the thread that posts a change delivers it.
    private let delivery: ChangeDelivery?
    private let isSame: (@Sendable (Value, Value) -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let handler: @Sendable (ValueChange<Value>) -> Void

    /// Creates a mailbox; if `isHeld` is `true`, changes wait until ``begin(with:)``.
    @usableFromInline
    init(
        to delivery: ChangeDelivery?,
        isHeld: Bool = false,
        bond: Bond? = nil,
        distinct isSame: (@Sendable (Value, Value) -> Bool)?,
        onEnd: (@Sendable () -> Void)?,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) {
        registration = Registration(bond: bond)
        let turn = isHeld && delivery == nil ? Turn.held : .free
        contents = Lock(Contents(turn: turn, isSubmitted: isHeld))
        self.delivery = delivery
        self.isSame = isSame
        self.onEnd = onEnd
        self.handler = handler
    }

    /// Delivers a change, or leaves it to the thread or block that is to deliver.
    ///
    /// Calls of this and ``finish()`` must not overlap.
    @usableFromInline
    func post(_ change: ValueChange<Value>) {
        var merged: ValueChange<Value>?  // Released without the lock: a `deinit` may run any code.
        let (waits, submits) = contents.withLock { contents in
            // Without the turn: nothing waits, and the caller makes one call at a time.
            if delivery == nil, contents.turn == .free { return (false, false) }
            if delivery?.isCoalesced == true { merged = contents.changes.popLast() }
            contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            return (true, contents.leave(isQueued: delivery != nil))
        }
        if !waits { notify(change) } else if submits { submit() }
    }

    /// Finishes the observation after the waiting changes.
    @usableFromInline
    func finish() {
        let isFirst = contents.withLock { contents in
            contents.isFinished = true
            return contents.leave(isQueued: delivery != nil)
        }
        if isFirst { delivery == nil ? reportEnd() : submit() }
    }

    /// Delivers the initial value, and then the changes that were held back.
    @usableFromInline
    func begin(with value: Value) {
        let change = ValueChange(initial: value)
        if delivery != nil {
            contents.withLock { $0.changes.insert(change, at: 0) }
            return submit()
        }
        Cascade.deliver { deliver(([change], false)) }
    }

    /// Submits a block that delivers.
    ///
    /// Changes that arrive while it delivers are delivered by another block, submitted when they
    /// arrive, so that they are delivered before any block submitted later. If that block begins
    /// meanwhile, on a concurrent queue, it leaves its changes to this one.
    private func submit() {
        delivery?.queue.async { self.deliver(self.contents.withLock { $0.beginRounds() }) }
    }

    /// Delivers rounds until none is left; after ``fairShare`` changes, another thread continues.
    private func deliver(_ first: Round?) {
        var (next, share) = (first, fairShare)
        while let round = next {
            if share <= 0 {
                let queue = delivery?.queue ?? makeThreadQueue()
                return queue.async { self.deliver(round) }
            }
            share -= round.changes.count
            for change in round.changes { notify(change) }
            if round.isLast { reportEnd() }
            next = contents.withLock { $0.advance() }
        }
    }

    private func notify(_ change: ValueChange<Value>) {
        if registration.isFinished { return }
        if let oldValue = change.oldValue, isSame?(oldValue, change.newValue) == true { return }
        handler(change)
    }

    private func reportEnd() {
        if registration.finish() { onEnd?() }
    }
}
