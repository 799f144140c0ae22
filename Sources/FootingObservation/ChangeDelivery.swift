public import Dispatch

/// The queue on which an observation calls its handler, instead of the thread that sets the
/// property.
public struct ChangeDelivery: Sendable {
    let queue: DispatchQueue
    let isCoalesced: Bool

    /// The main queue, which the program must serve: handlers wait until it does.
    public static var main: ChangeDelivery { queue(.main) }

    /// Calls handlers on a dispatch queue.
    ///
    /// Each observation makes one call at a time, in the order of the changes, even on a concurrent
    /// queue. On a serial queue, a block submitted after a change runs after the call for that
    /// change.
    public static func queue(_ queue: DispatchQueue) -> ChangeDelivery {
        ChangeDelivery(queue: queue, isCoalesced: false)
    }

    /// Merges changes that arrive while a call is waiting, so that at most one call waits.
    ///
    /// The merged change has the value delivered last as its old value. Intermediate values are
    /// skipped. A waiting initial call stays ``ChangeKind/initial``, and gets the newest value.
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
    /// The old and new values are captured where the property is set; the setter does not wait for
    /// the handler. Calls are made one at a time, in the order of the changes. The number of
    /// waiting changes is unlimited, unless they are ``ChangeDelivery/coalesced(on:)``. After the
    /// token is cancelled, no further call starts, not even for a waiting change. When this object
    /// is deallocated, the waiting changes are still delivered, and then `onEnd` is called on the
    /// queue.
    ///
    /// Otherwise this behaves like ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
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
    /// The observation begins with this call, so no change is lost before the first iteration, and
    /// ends when the sequence is released or its task is cancelled. When this object is
    /// deallocated, the sequence delivers the waiting changes and finishes. The number of waiting
    /// changes is unlimited unless you set `newest`.
    ///
    /// - Parameters:
    ///   - keyPath: The property to observe, as in
    ///     ``observe(_:initial:distinct:onEnd:fileID:line:handler:)``.
    ///   - newest: The maximum number of waiting changes. Older ones are dropped, so that the old
    ///     value of a change may differ from the new value of the change before it.
    ///   - initial: Whether the sequence begins with the current value.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    /// - Returns: The changes. The sequence can be iterated once.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        newest: Int? = nil,
        initial: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncStream<ValueChange<Value>> {
        changeSequence(newest: newest) { changes in
            observe(
                keyPath,
                initial: initial,
                onEnd: { changes.finish() },
                fileID: fileID,
                line: line
            ) { changes.yield($0) }
        }
    }
}
