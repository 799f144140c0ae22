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

        mutating func popRound() -> Round {
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
    private let handler: @Sendable (ValueChange<Value>) -> Void

    /// Creates a mailbox for the changes of an observation and for its end, which is reported last;
    /// if `isHeld` is `true`, changes wait until ``begin(with:)``.
    @usableFromInline
    init(
        for source: Registration,
        to delivery: ChangeDelivery?,
        isHeld: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)?,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) {
        registration = Registration(for: source)
        registration.onFinish = source.onFinish
        let turn = isHeld && delivery == nil ? Turn.held : .free
        contents = Lock(Contents(turn: turn, isSubmitted: isHeld))
        self.delivery = delivery
        self.isSame = isSame
        self.handler = handler
        source.onFinish = { self.post(nil) }
    }

    /// Delivers a change, or the end (`nil`), or leaves it to the thread or block that delivers.
    ///
    /// Calls must not overlap.
    @usableFromInline
    func post(_ change: ValueChange<Value>?) {
        var merged: ValueChange<Value>?  // Released without the lock: a `deinit` may run any code.
        let (waits, submits) = contents.withLock { contents in
            if delivery == nil {
                // Without the turn: nothing waits, and the caller makes one call at a time.
                if contents.turn == .free { return (false, false) }
                _ = contents.turn.acquireOrLeaveMail()
            }
            if let change {
                if delivery?.isCoalesced == true { merged = contents.changes.popLast() }
                contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            } else {
                contents.isFinished = true
            }
            defer { contents.isSubmitted = true }
            return (true, delivery != nil && !contents.isSubmitted)
        }
        if submits { return submit() }
        if waits { return }
        if let change { notify(change) } else { registration.finishAtEnd() }
    }

    /// Delivers the initial value, and then the changes that were held back.
    @usableFromInline
    func begin(with value: Value) {
        let change = ValueChange(.initial, from: value, to: value)
        contents.withLock { $0.changes.insert(change, at: 0) }
        if delivery != nil { return submit() }
        Cascade.deliver { deliver(contents.withLock { $0.popRound() }) }
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
            if round.isLast { registration.finishAtEnd() }
            next = contents.withLock { $0.advance() }
        }
    }

    private func notify(_ change: ValueChange<Value>) {
        if registration.isFinished { return }
        if let oldValue = change.oldValue, isSame?(oldValue, change.newValue) == true { return }
        handler(change)
    }
}
