import Dispatch
import FootingLocks

/// The waiting changes of one observation: they wait for a queue, or for the delivery of the
/// initial value.
///
/// Only one thread or one queued block at a time delivers them, in order.
@usableFromInline
final class Mailbox<Value: Sendable>: Sendable {
    private struct Contents {
        var changes: [ValueChange<Value>] = []
        /// Whether changes are being delivered or, with a queue, a block that is to deliver them
        /// has been submitted but has not begun.
        var isBusy: Bool
        /// Whether a block of the queue is delivering.
        var isRunning = false
        /// Whether another block began in the meantime (on a concurrent queue) and delivered
        /// nothing.
        var isTurnMissed = false
        var hasEnded = false

        /// Marks the mailbox as busy, and returns whether the caller must start the delivery.
        mutating func startIfIdle() -> Bool {
            defer { isBusy = true }
            return !isBusy
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
        contents = Lock(Contents(isBusy: isHeld))
        self.place = place
        self.isSame = isSame
        self.onEnd = onEnd
        self.handler = handler
    }

    /// Delivers a change, or leaves it to the thread or block that is delivering.
    @usableFromInline
    func post(_ change: ValueChange<Value>) {
        var merged: ValueChange<Value>?  // Released without the lock: a `deinit` may run any code.
        let (mustWait, isFirst) = contents.withLock { contents in
            if place == nil, !contents.isBusy { return (false, false) }
            if place?.isCoalesced == true { merged = contents.changes.popLast() }
            contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            return (true, contents.startIfIdle())
        }
        if !mustWait { call(with: change) } else if isFirst { start() }
    }

    /// Delivers the initial value, and then the changes that were held back.
    @usableFromInline
    func begin(with value: Value) {
        contents.withLock { $0.changes.insert(ValueChange(initial: value), at: 0) }
        let reading = unsafe Cascade.begin()
        start()
        unsafe Cascade.end(reading)
    }

    /// Ends the observation after the waiting changes.
    @usableFromInline
    func end() {
        let isFirst = contents.withLock { contents in
            contents.hasEnded = true
            return contents.startIfIdle()
        }
        if isFirst { start() }
    }

    private func start() {
        guard let place else { return deliver() }
        place.queue.async { self.deliverTurn(on: place.queue) }
    }

    /// Delivers the waiting changes; called at the start of a queued block.
    ///
    /// Changes that arrive in the meantime are delivered by another block, submitted when they
    /// arrive, so that they are delivered before any block submitted later.
    private func deliverTurn(on queue: DispatchQueue) {
        let turn = contents.withLock { contents -> (changes: [ValueChange<Value>], isLast: Bool)? in
            guard !contents.isRunning else {
                contents.isTurnMissed = true
                return nil
            }
            contents.isBusy = false
            contents.isRunning = true
            defer { contents.changes = [] }
            return (contents.changes, contents.hasEnded)
        }
        guard let turn else { return }
        for change in turn.changes { call(with: change) }
        let isTurnMissed = contents.withLock { contents in
            defer { contents.isTurnMissed = false }
            contents.isRunning = false
            return contents.isTurnMissed
        }
        if isTurnMissed { queue.async { self.deliverTurn(on: queue) } }
        if turn.isLast, ticket.finish() { onEnd?() }
    }

    /// Delivers the waiting changes; after ``fairShare`` changes, another thread continues.
    private func deliver() {
        var share = fairShare
        while share > 0 {
            let (changes, hasEnded) = contents.withLock { contents in
                let changes = contents.changes
                contents.changes = []
                contents.isBusy = !changes.isEmpty
                return (changes, contents.hasEnded)
            }
            if changes.isEmpty {
                if hasEnded, ticket.finish() { onEnd?() }
                return
            }
            for change in changes { call(with: change) }
            share -= changes.count
        }
        ownThread().async { self.deliver() }
    }

    private func call(with change: ValueChange<Value>) {
        if ticket.isOver { return }
        if let oldValue = change.oldValue, isSame?(oldValue, change.newValue) == true { return }
        handler(change)
    }
}

/// Returns a queue that gets its own thread, even while all threads of the global queues are busy.
func ownThread() -> DispatchQueue { DispatchQueue(label: "ObservedValue") }

/// The number of other threads' changes that a thread delivers before another thread continues.
let fairShare = 1_000
