public import Dispatch
import FootingLocks

/// Where an observation calls its handler, if not where the property is set.
public struct ChangeDelivery: Sendable {
    let queue: DispatchQueue
    let isCoalesced: Bool

    /// The main queue.
    public static var main: ChangeDelivery { queue(.main) }

    /// A dispatch queue.
    ///
    /// An observation makes one call at a time, in the order of the changes, also on a concurrent queue.
    /// Code that is added to a serial queue after a change runs after the call for that change.
    public static func queue(_ queue: DispatchQueue) -> ChangeDelivery {
        ChangeDelivery(queue: queue, isCoalesced: false)
    }

    /// Another delivery with at most one call waiting: changes that arrive meanwhile become one.
    ///
    /// The old value of that one is the value delivered last, so no change is lost, only steps between.
    public static func coalesced(on delivery: ChangeDelivery) -> ChangeDelivery {
        ChangeDelivery(queue: delivery.queue, isCoalesced: true)
    }
}

extension KeyValueObservable {
    /// Calls a handler on a queue after each change of a property.
    ///
    /// ```swift
    /// let journal = account.observe(\.balance, on: .queue(queue)) { change in
    ///     print("journal:", change.newValue)
    /// }
    /// ```
    ///
    /// The values are taken where the property is set; the setter does not wait for the handler. Calls
    /// are made one at a time, in the order of the changes. The number of changes that wait has no
    /// limit, unless they are ``ChangeDelivery/coalesced(on:)``. When the token is cancelled, no further
    /// call starts, also of a change that waits. When this object is gone, the changes that wait are
    /// still delivered.
    ///
    /// In all else this is ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe.
    ///   - delivery: The place where the handler is called.
    ///   - initial: Whether the handler is also called with the current value, before any change.
    ///   - isSame: If given, a change between values that are the same is not reported.
    ///   - onEnd: Called there once when this object is gone and its last change is delivered, unless
    ///     the token ended the observation before.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    ///   - handler: Called with each change.
    /// - Returns: The token that ends the observation when it is cancelled or released.
    public func observe<Value: Sendable>(
        _ keyPath: KeyPath<Self, Value>,
        on delivery: ChangeDelivery,
        initial: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
        onEnd: (@Sendable () -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let mailbox = Mailbox(to: delivery, distinct: isSame, onEnd: onEnd, handler: handler)
        let ticket = Ticket()
        observe(
            keyPath,
            initial: initial,
            distinct: nil,
            onEnd: { mailbox.end() },
            from: ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line),
            as: ticket
        ) { mailbox.post($0) }
        return ObservationToken(ticket.isOver ? [ticket] : [ticket, mailbox.ticket])
    }

    /// Returns the changes of a property as an asynchronous sequence.
    ///
    /// ```swift
    /// if let changes {
    ///     for await change in changes { print("sequence:", change.newValue) }
    /// }
    /// ```
    ///
    /// Observing begins with this call, so no change is lost before the first iteration. It ends when the
    /// sequence is released or its task is cancelled. The sequence ends when this object is gone, after
    /// the changes that wait. The number of changes that wait has no limit, unless you set one.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe, as in
    ///     ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
    ///   - newest: If given, the number of changes that may wait; older ones are dropped, so an old value
    ///     may then differ from the new value before.
    ///   - initial: Whether the sequence begins with the current value.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    /// - Returns: The changes, for one iteration.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        newest: Int? = nil,
        initial: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncStream<ValueChange<Value>> {
        let (changes, continuation) = AsyncStream.makeStream(
            of: ValueChange<Value>.self,
            bufferingPolicy: newest.map { .bufferingNewest(max($0, 0)) } ?? .unbounded
        )
        let ticket = Ticket()
        continuation.onTermination = { _ in ticket.cancel() }
        observe(
            keyPath,
            initial: initial,
            distinct: nil,
            onEnd: { continuation.finish() },
            from: ObservationOrigin(keyPath: keyPath, fileID: fileID, line: line),
            as: ticket
        ) { continuation.yield($0) }
        if ticket.isOver { continuation.finish() }
        return changes
    }
}

/// The changes of one observation that wait for their queue.
private final class Mailbox<Value: Sendable>: Sendable {
    private struct Contents {
        var changes: [ValueChange<Value>] = []
        /// Whether the queue has a turn that has not begun.
        var isScheduled = false
        /// Whether a turn calls the handler.
        var isRunning = false
        /// Whether another turn began meanwhile, as a concurrent queue permits, and took nothing.
        var isTurnMissed = false
        var hasEnded = false
    }

    /// Over when the observation is cancelled, or when its last change is delivered.
    let ticket = Ticket()
    private let contents = Lock(Contents())
    private let delivery: ChangeDelivery
    private let isSame: (@Sendable (Value, Value) -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let handler: @Sendable (ValueChange<Value>) -> Void

    init(
        to delivery: ChangeDelivery,
        distinct isSame: (@Sendable (Value, Value) -> Bool)?,
        onEnd: (@Sendable () -> Void)?,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) {
        self.delivery = delivery
        self.isSame = isSame
        self.onEnd = onEnd
        self.handler = handler
    }

    func post(_ change: ValueChange<Value>) {
        let merged = contents.withLock { contents -> ValueChange<Value>? in
            // Released outside of the lock, as it may run any code.
            let merged = delivery.isCoalesced ? contents.changes.popLast() : nil
            contents.changes.append(merged.map { $0.merged(with: change) } ?? change)
            return merged
        }
        withExtendedLifetime(merged) {}
        schedule()
    }

    /// Ends the observation after the changes that wait.
    func end() {
        contents.withLock { $0.hasEnded = true }
        schedule()
    }

    private func schedule() {
        let isScheduled = contents.withLock { contents in
            defer { contents.isScheduled = true }
            return contents.isScheduled
        }
        if !isScheduled { delivery.queue.async { self.deliver() } }
    }

    /// Takes a turn in the queue.
    ///
    /// Changes that come meanwhile take another turn, which is added to the queue when they come, so
    /// that they are delivered before whatever is added later.
    private func deliver() {
        let turn = contents.withLock { contents -> (changes: [ValueChange<Value>], isLast: Bool)? in
            guard !contents.isRunning else {
                contents.isTurnMissed = true
                return nil
            }
            contents.isScheduled = false
            contents.isRunning = true
            defer { contents.changes = [] }
            return (contents.changes, contents.hasEnded)
        }
        guard let turn else { return }
        for change in turn.changes where !ticket.isOver {
            if let oldValue = change.oldValue, isSame?(oldValue, change.newValue) == true {
                continue
            }
            handler(change)
        }
        let isTurnMissed = contents.withLock { contents in
            defer { contents.isTurnMissed = false }
            contents.isRunning = false
            return contents.isTurnMissed
        }
        if isTurnMissed { delivery.queue.async { self.deliver() } }
        if turn.isLast, ticket.finish() { onEnd?() }
    }
}
