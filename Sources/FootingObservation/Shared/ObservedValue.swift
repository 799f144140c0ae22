/// A value shared between threads, whose changes can be observed.
///
/// ```swift
/// let connections = ObservedValue(0)
/// connections.observe { change in
///     print(change.oldValue ?? 0, "->", change.newValue)
/// }.store(in: bag)
///
/// connections.set(3)  // 0 -> 3
/// connections.withValue { $0 += 1 }  // 3 -> 4
/// ```
///
/// Every member may be used on any thread. Every observer gets every change exactly once, in the
/// order in which the changes were stored: each ``ValueChange/oldValue`` is the
/// ``ValueChange/newValue`` of the change before it.
///
/// No thread waits for a handler: while one thread delivers, the others leave their changes to it
/// and continue. So a handler may run on another thread than the change, and after the call that
/// made the change has returned. A handler never runs on two threads at once. No lock is held while
/// a handler runs, so it may read and change the value, observe and cancel.
public final class ObservedValue<Value: Sendable>: Sendable {
    @usableFromInline let source: SharedSource<Value>

    /// Creates a shared value.
    @inlinable
    public init(_ value: Value) {
        source = SharedSource(value)
    }

    deinit {
        source.finishInTurn()
    }

    /// The current value.
    ///
    /// It has no setter, since a value computed from it may be outdated when it is stored. Use
    /// ``set(_:)`` to store a new value, and ``withValue(_:)`` to store a value that depends on the
    /// old one.
    @inlinable public var value: Value { source.read() }

    /// Replaces the value.
    ///
    /// When this returns, the change has been delivered, unless another thread is delivering or a
    /// handler called this method: then the delivering thread delivers it next.
    @inlinable
    public func set(_ newValue: Value) {
        source.set(newValue)
    }

    /// Changes the value while no other thread can read or change it.
    ///
    /// Each call is one change, even if it throws or leaves the value the same. The change is
    /// delivered like that of ``set(_:)``. If the value is observed, it is copied first to keep the
    /// old value.
    ///
    /// - Parameter body: Changes the value. It runs under a lock, like the body of
    ///   `Mutex.withLock`: it must be short, and must not use this object.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    @inlinable
    public func withValue<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try source.withValue(body)
    }

    /// Calls a handler after each change of the value.
    ///
    /// Handlers are called one after the other, in the order of registration, by the thread that
    /// delivers. A handler gets the changes that are stored after its registration.
    ///
    /// - Parameters:
    ///   - delivery: The queue to call the handler on, as with `observe(_:on:)` of
    ///     ``KeyValueObservable``; `nil` calls it on the thread that delivers.
    ///   - initial: Whether the handler is also called with the current value, before any change
    ///     and, without a queue, before this method returns.
    ///   - isSame: Compares the old and the new value. If it returns `true`, the change is not
    ///     reported.
    ///   - onFinish: Called once when this object is deallocated, unless the token ended the
    ///     observation first.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    ///   - handler: Called with each change. It is released when the observation ends.
    /// - Returns: The token that ends the observation when it is cancelled or released.
    @inlinable
    public func observe(
        on delivery: ChangeDelivery? = nil,
        initial: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
        onFinish: (@Sendable () -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let keyPath = \ObservedValue.value
        let registration = Registration(of: keyPath, fileID: fileID, line: line, onFinish: onFinish)
        return ObservationToken(
            observe(
                on: delivery,
                as: registration,
                initial: initial,
                distinct: isSame,
                handler: handler
            )
        )
    }

    /// Calls a handler on the main actor after each change of the value.
    ///
    /// Otherwise this behaves like the method with a queue: `onFinish` is called on the main actor,
    /// too.
    public func observe(
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

    /// Calls a handler after each change of the value, for as long as both this object and an
    /// observer object live.
    ///
    /// The observer object is held weakly, and no token needs to be kept, as with
    /// ``KeyValueObservable/observe(_:with:initial:distinct:fileID:line:handler:)``.
    @inlinable
    @discardableResult
    public func observe<Target: AnyObject & Sendable>(
        with observer: Target,
        initial: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping @Sendable (Target, ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let (keyPath, bond) = (\ObservedValue.value, Bond(to: observer))
        let registration = Registration(of: keyPath, fileID: fileID, line: line, bond: bond)
        let registrations = observe(as: registration, initial: initial, distinct: isSame) {
            [weak observer] change in
            guard let observer else { return registration.cancel() }
            handler(observer, change)
        }
        return ObservationToken(registrations, endsOnRelease: false)
    }

    /// Begins an observation, and returns its registrations.
    @inlinable
    func observe(
        on delivery: ChangeDelivery? = nil,
        as registration: Registration,
        initial: Bool,
        distinct isSame: (@Sendable (Value, Value) -> Bool)?,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) -> [Registration] {
        guard initial || delivery != nil else {
            let wanted = Observer.filter(handler, distinct: isSame)
            let deliver = unsafe ValueChange.delivery(to: wanted)
            unsafe source.register(Observer(registration, deliver: deliver))
            return [registration]
        }
        let mailbox = Mailbox(
            for: registration,
            to: delivery,
            isHeld: initial,
            distinct: isSame,
            handler: handler
        )
        let value = unsafe source.register(
            Observer(registration, deliver: ValueChange.delivery { mailbox.post($0) })
        )
        if initial { mailbox.begin(with: value) }
        return [registration, mailbox.registration]
    }

    /// Returns the changes of the value as an asynchronous sequence.
    ///
    /// ```swift
    /// for await change in connections.changes() {
    ///     print(change.newValue)
    /// }
    /// ```
    ///
    /// The observation begins with this call, and ends when the sequence is released or its task is
    /// cancelled. When this object is deallocated, the sequence delivers the waiting changes and
    /// finishes. The number of waiting changes is unlimited unless you set `newest`.
    public func changes(
        newest: Int? = nil,
        initial: Bool = false
    ) -> AsyncStream<ValueChange<Value>> {
        changeSequence(newest: newest) { changes in
            observe(initial: initial, onFinish: { changes.finish() }) { changes.yield($0) }
        }
    }
}
