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
    /// is deallocated, the waiting changes are still delivered, and then `onFinish` is called on
    /// the queue.
    ///
    /// Otherwise this behaves like ``observe(_:initial:distinct:onFinish:fileID:line:handler:)``.
    public func observe<Value: Sendable>(
        _ keyPath: KeyPath<Self, Value>,
        on delivery: ChangeDelivery,
        initial: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
        onFinish: (@Sendable () -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let registration = Registration(of: keyPath, fileID: fileID, line: line, onFinish: onFinish)
        let mailbox = Mailbox(for: registration, to: delivery, distinct: isSame, handler: handler)
        observe(keyPath, as: registration, initial: initial) { mailbox.post($0) }
        if registration.isFinished { return ObservationToken(registration) }
        return ObservationToken([registration, mailbox.registration])
    }

    /// Calls a handler on the main actor after each change of a property.
    ///
    /// ```swift
    /// let shown = account.observe(\.balance, on: .main) { change in
    ///     panel.title = "Balance: \(change.newValue)"
    /// }
    /// ```
    ///
    /// Otherwise this behaves like the method with a queue: `onFinish` is called on the main actor,
    /// too.
    public func observe<Value: Sendable>(
        _ keyPath: KeyPath<Self, Value>,
        on delivery: MainChangeDelivery,
        initial: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
        onFinish: (@MainActor () -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping @MainActor (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        // The main queue calls both closures.
        observe(
            keyPath,
            on: delivery.delivery,
            initial: initial,
            distinct: isSame,
            onFinish: onFinish.map { onMain($0) },
            fileID: fileID,
            line: line
        ) { change in
            MainActor.assumeIsolated { handler(change) }
        }
    }
}
