import Dispatch
import FootingLocks

/// The changes of one observation that wait: for a queue, or until the initial value has been delivered.
///
/// One thread or one job of the queue at a time delivers them, in order.
@usableFromInline
final class Mailbox<Value: Sendable>: Sendable {
    private struct Contents {
        var changes: [ValueChange<Value>] = []
        /// Whether changes are being delivered or, with a queue, whether a job that has not begun is to
        /// deliver them.
        var isBusy: Bool
        /// Whether a job of the queue delivers.
        var isRunning = false
        /// Whether another job began meanwhile, as a concurrent queue permits, and delivered nothing.
        var isTurnMissed = false
        var hasEnded = false

        /// Returns whether the caller has to start the delivery.
        mutating func startIfIdle() -> Bool {
            defer { isBusy = true }
            return !isBusy
        }
    }

    /// Over when the observation is cancelled, or when its last change is delivered.
    @usableFromInline let ticket: Ticket
    private let contents: Lock<Contents>
    /// The place to deliver at; if `nil`, the thread that posts a change delivers it.
    private let place: ChangeDelivery?
    private let isSame: (@Sendable (Value, Value) -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let handler: @Sendable (ValueChange<Value>) -> Void

    /// Creates a mailbox; if it is held, changes wait until ``begin(with:)``.
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

    /// Delivers a change, or leaves it to the thread or job that delivers.
    @usableFromInline
    func post(_ change: ValueChange<Value>) {
        var merged: ValueChange<Value>?  // Released outside of the lock, as it may run any code.
        let (mustWait, isFirst) = contents.withLock { contents in
            if place == nil, !contents.isBusy { return (false, false) }
            if place?.isCoalesced == true { merged = contents.changes.popLast() }
            contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            return (true, contents.startIfIdle())
        }
        if !mustWait { call(with: change) } else if isFirst { start() }
    }

    /// Delivers the initial value before the changes that were held back.
    @usableFromInline
    func begin(with value: Value) {
        contents.withLock { $0.changes.insert(ValueChange(initial: value), at: 0) }
        let reading = unsafe Cascade.begin()
        start()
        unsafe Cascade.end(reading)
    }

    /// Ends the observation after the changes that wait.
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

    /// Delivers what waits when a job of the queue begins.
    ///
    /// Changes that come meanwhile are delivered by another job, which is added to the queue when they
    /// come, so that they are delivered before anything that is added later.
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

    /// Delivers what waits; after a while another thread goes on, so that this one can do its own work.
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

/// Returns a queue that gets a thread of its own, even while all those of the global queues are busy.
func ownThread() -> DispatchQueue { DispatchQueue(label: "ObservedValue") }

/// How many changes of others a thread delivers before another thread goes on with the rest.
let fairShare = 1_000
