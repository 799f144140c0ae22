public import FootingLocks

/// The value of an ``ObservedValue``, and the source that evaluations depend on.
///
/// It outlives the observed value while it delivers, and while evaluations depend on it.
// Unchecked only because the class above it is: its one variable is behind a lock.
@usableFromInline
final class SharedSource<Value: Sendable>: Source, @unchecked Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var value: Value
        @usableFromInline var delivery = SharedDelivery()

        @inlinable
        init(value: Value) { self.value = value }
    }

    @usableFromInline let state: Lock<State>

    @usableFromInline
    init(_ value: Value) {
        state = Lock(State(value: value))
        super.init(owner: nil)
    }

    override var isShared: Bool { true }

    // MARK: The value

    @inlinable
    @inline(__always)
    func read() -> Value {
        if Reading.isUnderWay { noteRead() }
        return state.withLock { $0.value }
    }

    @usableFromInline
    func noteRead() {
        // First, so that each later change has another version than the one that is noted.
        state.withLock { $0.delivery.noteRead() }
        unsafe Reading.current?._withUnsafeGuaranteedRef { $0.note(self) }
    }

    @inlinable
    @inline(__always)
    func set(_ newValue: Value) {
        var value = newValue  // The old value is released at the end, where no lock is held.
        let role = state.withLock { state in
            swap(&state.value, &value)
            return state.delivery.isObserved ? decide(after: value, in: &state) : .nothing
        }
        if case .deliver(let list) = role { deliver(from: value, to: newValue, list) }
    }

    @inlinable
    func withValue<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var list: ObserverList?
        var change: (oldValue: Value, newValue: Value)?
        defer {
            if let list, let change { deliver(from: change.oldValue, to: change.newValue, list) }
        }
        return try state.withLock { state throws(Failure) in
            let oldValue = state.delivery.isObserved ? state.value : nil
            defer {
                if let oldValue, case .deliver(let ours) = decide(after: oldValue, in: &state) {
                    (list, change) = (ours, (oldValue, state.value))
                }
            }
            return try body(&state.value)
        }
    }

    /// Decides on a change that has just been stored, and lets it wait if it is to.
    @inlinable
    func decide(after oldValue: Value, in state: inout State) -> SharedDelivery.Role {
        noteChange()
        let role = state.delivery.role()
        if case .wait(let depth) = role {
            let change = ValueChange(from: oldValue, to: state.value)
            state.delivery.wait(depth: depth) { list in
                unsafe withUnsafePointer(to: change) { change in
                    unsafe SharedDelivery.notify(list, UnsafeRawPointer(change))
                }
            }
        }
        return role
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

    // MARK: Observers

    /// Registers an observer.
    ///
    /// - Returns: The value before the changes that the observer gets.
    @usableFromInline
    @discardableResult
    func register(_ observer: Observer) -> Value {
        let arrival = Arrival(observer: observer)
        let (value, list) = state.withLock { ($0.value, $0.delivery.add(arrival)) }
        if let list { unsafe SharedDelivery.deliver(nil, to: list, access) }
        return value
    }

    override func attach(_ observer: Observer) { register(observer) }

    /// Ends every observation, after what waits: the observed value is gone.
    @usableFromInline
    func end() {
        let list = state.withLock { $0.delivery.end() }
        if let list { unsafe SharedDelivery.deliver(nil, to: list, access) }
    }
}
