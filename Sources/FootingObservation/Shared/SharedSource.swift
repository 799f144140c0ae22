public import FootingLocks

/// The value of an ``ObservedValue``, and the list of its observers.
///
/// It outlives the observed value while it delivers, and while evaluations depend on it.
// Unchecked for the value: the lock of the state guards it. So no two accesses to it overlap: no foreign code
// runs under the lock but the body of `withValue`, which must not use the shared value.
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
        // First, so that each later change has another version than the one that is noted.
        state.withLock { $0.isObserved = true }
        unsafe Reading.current?._withUnsafeGuaranteedRef { $0.note(self) }
    }

    @inlinable
    @inline(__always)
    func set(_ newValue: Value) {
        var oldValue = newValue  // The old value is released at the end, where no lock is held.
        let isDeliverer = state.withLock { state in
            swap(&value, &oldValue)
            return state.isObserved && decide(after: oldValue, in: &state)
        }
        if isDeliverer { deliver(from: oldValue, to: newValue) }
    }

    @inlinable
    func withValue<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var change: (oldValue: Value, newValue: Value)?
        defer { if let change { deliver(from: change.oldValue, to: change.newValue) } }
        return try state.withLock { state throws(Failure) in
            let oldValue = state.isObserved ? value : nil
            defer {
                if let oldValue, decide(after: oldValue, in: &state) {
                    change = (oldValue, value)
                }
            }
            return try body(&value)
        }
    }

    /// Decides on a change that has just been stored, and lets it wait if it is to.
    ///
    /// - Returns: Whether this thread has to deliver it.
    @inlinable
    func decide(after oldValue: Value, in state: inout State) -> Bool {
        switch role(in: &state) {
        case .deliver: return true
        case .drop: break
        case .unobserved: state.isObserved = false
        case .wait(let depth):
            let change = ValueChange(from: oldValue, to: value)
            state.wait(depth: depth) {
                unsafe withUnsafePointer(to: change) { unsafe self.notifyInStep($0) }
            }
        }
        return false
    }

    // MARK: Delivery

    /// Delivers a change whose deliverer this thread is, and what waits then.
    @inlinable
    @inline(never)
    func deliver(from oldValue: Value, to newValue: Value) {
        let change = ValueChange(from: oldValue, to: newValue)
        if isStackNearlyUsed { goOnInQueue { self.deliver(change) } } else { deliver(change) }
    }

    @inlinable
    func deliver(_ change: ValueChange<Value>) {
        unsafe withUnsafePointer(to: change) { unsafe deliver(UnsafeRawPointer($0)) }
    }

    // MARK: Observers

    /// Registers an observer.
    ///
    /// - Returns: The value before the changes that the observer gets.
    @usableFromInline
    @discardableResult
    func register(_ observer: Observer) -> Value {
        let arrival = Arrival(observer: observer)
        let (value, isDeliverer) = state.withLock { state in
            (self.value, add(arrival, in: &state))
        }
        if isDeliverer { unsafe deliver(nil) }
        return value
    }

    override func attach(_ observer: Observer) { register(observer) }

    /// Ends every observation, after what waits: the observed value is gone.
    @usableFromInline
    func close() {
        let isDeliverer = state.withLock { addEnd(in: &$0) }
        if isDeliverer { unsafe deliver(nil) }
    }
}
