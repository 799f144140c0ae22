public import Dispatch

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
    /// still delivered, and then `onEnd` is called there.
    ///
    /// In all else this is ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
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
        let mailbox = Mailbox(
            to: delivery,
            isHeld: false,
            bond: nil,
            distinct: isSame,
            onEnd: onEnd,
            handler: handler
        )
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
