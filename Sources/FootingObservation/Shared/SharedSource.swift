public import FootingLocks

/// The value of an ``ObservedValue``, and the list of its observers.
///
/// It can outlive the `ObservedValue`: while it delivers, and while evaluations depend on it.
// Unchecked for the value, which the lock of the state guards. Accesses to it don't overlap: the
// only foreign code that runs under the lock is the body of `withValue`, which must not use the
// shared value.
@safe
@usableFromInline
final class SharedSource<Value: Sendable>: SharedDelivery, @unchecked Sendable {
    @safe @exclusivity(unchecked) @usableFromInline var value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
        super.init()
    }

    // MARK: The value

    @inlinable
    @inline(__always)
    func read() -> Value {
        if Reading.isUnderWay { noteRead() }
        return state.withLock { _ in value }
    }

    @usableFromInline
    func noteRead() {
        // Set before the read is recorded, so that every later change gets another version.
        state.withLock { $0.isObserved = true }
        unsafe Reading.current?._withUnsafeGuaranteedRef { $0.note(self) }
    }

    @inlinable
    @inline(__always)
    func set(_ newValue: Value) {
        var oldValue = newValue  // Swapped with the old value, and released without the lock.
        let isDeliverer = state.withLock { state in
            swap(&value, &oldValue)
            return state.isObserved && admitChange(from: oldValue, in: &state)
        }
        if isDeliverer { deliver(from: oldValue, to: newValue) }
    }

    @inlinable
    func withValue<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var oldValue: Value?  // Released without the lock, like the values of `set`.
        var newValue: Value?
        defer { if let oldValue, let newValue { deliver(from: oldValue, to: newValue) } }
        return try state.withLock { state throws(Failure) in
            if state.isObserved { oldValue = value }
            defer {
                if let oldValue, admitChange(from: oldValue, in: &state) { newValue = value }
            }
            return try body(&value)
        }
    }

    /// Handles a change that has just been stored.
    ///
    /// - Returns: Whether this thread must deliver it.
    @inlinable
    func admitChange(from oldValue: Value, in state: inout State) -> Bool {
        admitChange(in: &state) {
            let change = ValueChange(from: oldValue, to: value)
            return {
                unsafe withUnsafePointer(to: change) { unsafe self.notifyAll(UnsafeRawPointer($0)) }
            }
        }
    }

    // MARK: Delivery

    /// Delivers a change as the deliverer, and then the waiting steps.
    @inlinable
    @inline(never)
    func deliver(from oldValue: Value, to newValue: Value) {
        let change = ValueChange(from: oldValue, to: newValue)
        if needsOtherStack { resumeOnQueue { self.deliver(change) } } else { deliver(change) }
    }

    @inlinable
    func deliver(_ change: ValueChange<Value>) {
        unsafe withUnsafePointer(to: change) { unsafe deliver(UnsafeRawPointer($0)) }
    }

    // MARK: Observers

    /// Registers an observer.
    ///
    /// - Returns: The value before the first change that the observer gets.
    @usableFromInline
    @discardableResult
    func register(_ observer: Observer) -> Value {
        observer.registration.list = self
        // Unchecked: the type of an observer is not `Sendable`, but handlers of shared values are,
        // and only the deliverer accesses the links.
        nonisolated(unsafe) let arrival = observer
        let join: @Sendable () -> Void = {
            if unsafe !arrival.registration.isFinished { unsafe self.insert(arrival) }
        }
        let (value, isDeliverer) = state.withLock { state in
            state.isObserved = true
            return (self.value, state.acquireTurn(orLeave: join))
        }
        if isDeliverer { deliver(join) }
        return value
    }

    override func attach(_ observer: Observer) { register(observer) }

    /// Finishes every observation after the waiting steps, because the observed value is
    /// deallocated.
    @usableFromInline
    func finishInTurn() {
        let isDeliverer = state.withLock { $0.acquireTurn(orLeave: { self.finish() }) }
        if isDeliverer { deliver { finish() } }
    }
}
