public import FootingLocks

/// One value that threads share, and whose changes can be observed.
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
/// All of it may be used on any thread. Every observer gets every change exactly once, in the order in
/// which the changes were stored, so that each ``ValueChange/oldValue`` is the ``ValueChange/newValue``
/// before it.
///
/// No thread waits for a handler: while one thread delivers, the others leave their changes to it and
/// go on. A handler may therefore run on another thread than the change, and after the call that made
/// the change; it never runs twice at a time. No lock is held meanwhile, so that it may do anything:
/// read and change the value, observe, cancel.
public final class ObservedValue<Value: Sendable>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var value: Value
        @usableFromInline var delivery = SharedDelivery()

        @inlinable
        init(value: Value) { self.value = value }
    }

    @usableFromInline let state: Lock<State>

    /// Creates a shared value.
    @inlinable
    public init(_ value: Value) {
        state = Lock(State(value: value))
    }

    deinit {
        state.withLock { $0.delivery.list }?.end()
    }

    /// The value at this moment.
    ///
    /// It has no setter, since what is computed from it may be outdated when it is stored. Use ``set(_:)``
    /// for a new value, and ``withValue(_:)`` for one that depends on the old.
    @inlinable public var value: Value { state.withLock { $0.value } }

    /// Replaces the value.
    ///
    /// When this returns, the change has been delivered, unless another thread is delivering or this was
    /// called by a handler: then the deliverer delivers it next.
    @inlinable
    public func set(_ newValue: Value) {
        var value = newValue  // The old value is released at the end, where no lock is held.
        let role = state.withLock { state in
            swap(&state.value, &value)
            return state.isObserved ? state.role(after: value) : .nothing
        }
        if case .deliver(let list) = role { deliver(from: value, to: newValue, list) }
    }

    /// Changes the value while no other thread can read or change it.
    ///
    /// The call is one change, also if it throws, and also if the value is the same afterwards. It is
    /// delivered as ``set(_:)`` says. While somebody observes the value, it is copied first, to have an old
    /// one to tell.
    ///
    /// - Parameter body: Changes the value. It runs under a lock, as that of a `Mutex` does: it must be
    ///   short, and must not use this object.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @inlinable
    public func withValue<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var list: ObserverList?
        var change: (oldValue: Value, newValue: Value)?
        defer {
            if let list, let change { deliver(from: change.oldValue, to: change.newValue, list) }
        }
        return try state.withLock { state throws(Failure) in
            let oldValue = state.isObserved ? state.value : nil
            defer {
                if let oldValue, case .deliver(let ours) = state.role(after: oldValue) {
                    (list, change) = (ours, (oldValue, state.value))
                }
            }
            return try body(&state.value)
        }
    }

    /// Calls a handler after each change of the value.
    ///
    /// Handlers are called one after the other, in the order in which they were registered, by whichever
    /// thread delivers. A handler gets the changes that are stored after it was registered.
    ///
    /// - Parameters:
    ///   - initial: Whether the handler is also called with the current value, before this returns and
    ///     before it gets any change.
    ///   - isSame: If given, a change between values that are the same is not reported.
    ///   - onEnd: Called once when this object is gone, unless the token ended the observation before.
    ///   - fileID: The file that an ``ObservationIssue`` names.
    ///   - line: The line that an ``ObservationIssue`` names.
    ///   - handler: Called with each change. It is released when the observation ends.
    /// - Returns: The token that ends the observation when it is cancelled or released.
    @inlinable
    public func observe(
        initial: Bool = false,
        distinct isSame: (@Sendable (Value, Value) -> Bool)? = nil,
        onEnd: (@Sendable () -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        handler: @escaping @Sendable (ValueChange<Value>) -> Void
    ) -> ObservationToken {
        let origin = ObservationOrigin(
            keyPath: \ObservedValue<Value>.value,
            fileID: fileID,
            line: line
        )
        let start = initial ? InitialCall(to: handler) : nil
        let wanted = Observer.filter(
            start.map { start in { start.deliver($0) } } ?? handler,
            distinct: isSame
        )
        let delivery = unsafe Observer.delivery(to: wanted)
        let observer = unsafe Observer(
            origin: origin,
            ticket: Ticket(),
            onEnd: onEnd,
            deliver: delivery
        )
        return register(observer, start)
    }

    // MARK: Delivery

    /// Delivers a change whose deliverer this thread is, and what waits then.
    @inlinable
    @inline(never)
    func deliver(from oldValue: Value, to newValue: Value, _ list: ObserverList) {
        let change = ValueChange(from: oldValue, to: newValue)
        if SharedDelivery.isStackNearlyUsed {
            SharedDelivery.goOnInQueue(access) { self.deliver(change, list) }
        } else {
            deliver(change, list)
        }
    }

    @inlinable
    func deliver(_ change: ValueChange<Value>, _ list: ObserverList) {
        unsafe withUnsafePointer(to: change) { change in
            unsafe SharedDelivery.deliver(UnsafeRawPointer(change), to: list, access)
        }
    }

    @inlinable var access: SharedDelivery.Access {
        { body in self.state.withLock { body(&$0.delivery) } }
    }

    @usableFromInline
    func register(_ observer: Observer, _ start: InitialCall<Value>?) -> ObservationToken {
        let arrival = Arrival(observer: observer)
        let (value, list, isDeliverer) = state.withLock { state in
            let (list, isDeliverer) = state.delivery.add(arrival)
            return (state.value, list, isDeliverer)
        }
        let token = ObservationToken(observer.ticket)
        if isDeliverer { unsafe SharedDelivery.deliver(nil, to: list, access) }
        start?.make(with: value, observer.ticket)
        return token
    }
}

extension ObservedValue.State {
    @inlinable var isObserved: Bool { delivery.isObserved }

    /// Decides on a change that has just been stored, and lets it wait if it is to.
    @inlinable
    mutating func role(after oldValue: Value) -> SharedDelivery.Role {
        let role = delivery.role()
        if case .wait(let depth) = role {
            let change = ValueChange(from: oldValue, to: value)
            delivery.wait(depth: depth) { list in
                unsafe withUnsafePointer(to: change) { change in
                    unsafe SharedDelivery.notify(list, UnsafeRawPointer(change))
                }
            }
        }
        return role
    }
}
