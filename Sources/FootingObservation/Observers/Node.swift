/// The observable state of one property of one object, created when the property is first observed.
///
/// Only the property's wrapper retains the node permanently, so the node is released with the
/// property, or with the last copy of the wrapper. All members belong to the isolation of the
/// observed object, except for `list`: tokens reach it from other threads, and it can outlive the
/// node.
@safe
@usableFromInline
class AnyNode {
    /// The object that the property belongs to.
    ///
    /// Identifies a wrapper that was copied to another object.
    @usableFromInline let owner: ObjectIdentifier

    /// Keeps the owner's memory (not the owner) allocated for as long as the node: a copied wrapper
    /// may keep the node longer than its owner lives, and no other object must get the address
    /// `owner` meanwhile.
    private unowned let pin: AnyObject

    @usableFromInline let list: ObserverList
    /// Whether a delivery has been queued but has not begun.
    fileprivate final var isWaiting = false
    fileprivate final var hasPending = false

    @usableFromInline
    init(owner: AnyObject, showsChanges: Bool = true) {
        self.owner = ObjectIdentifier(owner)
        pin = owner
        list = ObserverList(owner: self.owner, showsChanges: showsChanges)
    }

    deinit {
        list.finish()
    }

    @usableFromInline
    final func isObserved(in object: AnyObject) -> Bool {
        list.hasObservers && belongs(to: object)
    }

    /// Whether the node was created for this object, not copied with the wrapper of another.
    @inlinable
    @inline(__always)
    final func belongs(to object: AnyObject) -> Bool { owner == ObjectIdentifier(object) }

    /// Registers an observer, and calls `initial` before delivering any change to it.
    @usableFromInline
    final func register(_ observer: Observer, initial: (() -> Void)?) {
        guard let initial else { return list.attach(observer) }
        deliverInitial {
            list.attach(observer)
            initial()
        }
    }

    /// Makes the first call of a handler; changes that the handler makes are delivered afterwards.
    final func deliverInitial(_ call: () -> Void) {
        if list.isOwned { return call() }
        deliver(call)
    }

    /// Delivers the `ValueChange` at the address, and then the changes that its handlers make.
    ///
    /// - Returns: Whether the change was delivered. If not, it must wait.
    @usableFromInline
    final func deliver(_ change: UnsafeRawPointer) -> Bool {
        if list.isOwned || !Cascade.admit(list) { return false }
        deliver { unsafe list.notifyAll(change) }
        return true
    }

    /// Runs a first round, and the rounds that result from it.
    @inline(__always)
    private final func deliver(_ firstRound: () -> Void) {
        Cascade.deliver {
            list.whileOwned {
                firstRound()
                if hasPending { deliverPending(from: 1) }
            }
        }
    }

    /// Passes the `ValueChange` at the address to the observers that are called before a change,
    /// unless one of their handlers makes the change.
    @usableFromInline
    final func announce(_ change: UnsafeRawPointer) {
        guard let prior = list.prior, !prior.isOwned, !Cascade.isStackNearlyUsed else {
            return
        }
        Cascade.deliver { prior.whileOwned { unsafe prior.notifyAll(change) } }
    }

    /// Queues a delivery behind the outermost one.
    fileprivate final func enqueue(in cascade: Cascade, of object: AnyObject) {
        list.acquireTurn()
        list.isOwned = true
        isWaiting = true
        cascade.enqueue { [self] in
            isWaiting = false
            Cascade.deliver {
                deliverPending(from: 0)
                list.isOwned = false
                list.releaseTurn()
            }
            withExtendedLifetime(object) {}
        }
    }

    // MARK: Only the typed node can do this

    /// Delivers the changes that earlier rounds have left, until none is left or the limit is
    /// reached.
    func deliverPending(from round: Int) {}
}

@usableFromInline
final class Node<Value>: AnyNode {
    /// A change that was stored during a delivery, and the last observer registered at that time.
    @safe
    private struct Pending {
        var change: ValueChange<Value>
        let last: Observer.Link
        /// The number of the batch that the change was made in, or 0.
        let batch: Int
    }

    private var pending: [Pending] = []
    /// The number of the round being delivered; 0 for the change that began the delivery.
    private var round = 0

    /// Calls the observers that are called before a change.
    @inlinable
    @inline(never)
    func announceChange(from value: Value, in object: AnyObject) {
        guard list.prior != nil, belongs(to: object) else { return }
        let change = ValueChange(.initial, from: value, to: value)
        unsafe withUnsafePointer(to: change) { change in
            unsafe announce(UnsafeRawPointer(change))
        }
    }

    /// Delivers a change, or leaves it to the delivery under way.
    ///
    /// Not inlined: its stack frame would slow down the setter of an unobserved property too.
    /// `object` stays alive until this returns, even if a handler releases it.
    ///
    /// - Returns: Whether this node belongs to the object, rather than to one that it was copied
    ///   from.
    @inlinable
    @inline(never)
    @discardableResult
    func deliverChange(from oldValue: Value, to newValue: Value, in object: AnyObject) -> Bool {
        guard belongs(to: object) else { return false }
        guard list.noteStore() else { return true }
        // The value may hold the edits recorded in an earlier access.
        let newValue = recorder.map { $0.forget(newValue) } ?? newValue
        deliver(ValueChange(from: oldValue, to: newValue), in: object)
        return true
    }

    @inlinable
    func deliver(_ change: ValueChange<Value>, in object: AnyObject) {
        let delivered = unsafe withUnsafePointer(to: change) { change in
            unsafe deliver(UnsafeRawPointer(change))
        }
        if !delivered { postpone(change, in: object) }
    }

    // MARK: Accesses in place

    /// The functions that record accesses; set once an observer has needed the edits.
    // Exclusivity checks are off, since every setter reads this: each access is one load or one
    // store, so accesses don't overlap.
    @safe @exclusivity(unchecked) @usableFromInline var recorder: AccessRecorder<Value>?

    /// The values before the accesses under way that a registrar reports.
    @usableFromInline var oldValues: [Value] = []

    /// Begins an access to an observed property.
    ///
    /// - Returns: A copy of the value, if an observer needs the old value.
    @inlinable
    @inline(never)
    func beginAccess(to value: inout Value) -> Value? {
        list.countAccess(1)
        // Copied before recording begins: a copy that shared the recorder would stop it.
        let oldValue = list.needsOldValue ? value : nil
        if let recorder, list.needsEdits { recorder.begin(&value) }
        return oldValue
    }

    /// Finishes an access.
    ///
    /// - Returns: The new value, with the recorded edits.
    @inlinable
    @inline(never)
    func finishAccess(to value: inout Value) -> Value {
        list.countAccess(-1)
        return recorder?.finish(&value, list.needsNewValue) ?? value
    }

    /// Delivers the change that an access has made, like ``deliverChange(from:to:in:)``.
    @inlinable
    @inline(never)
    func deliverAccess(from oldValue: Value?, to newValue: Value, in object: AnyObject) {
        guard list.noteStore() else { return }
        deliver(ValueChange(from: oldValue ?? newValue, to: newValue), in: object)
    }

    @usableFromInline
    func postpone(_ change: ValueChange<Value>, in object: AnyObject) {
        if Cascade.traceIfCutOff(list) { return }
        let cascade = Cascade.current
        if !list.isOwned {
            enqueue(in: cascade, of: object)
        } else if !isWaiting, !cascade.admitFeedback(to: list, inRound: round) {
            return
        }
        guard let last = unsafe list.last else { return }
        hasPending = true
        let batch = cascade.batchNumber
        if batch > 0, let former = pending.last, former.batch == batch,
            unsafe former.last.toOpaque() == last.toOpaque()
        {
            // The intermediate value is released after the access to `pending`.
            let next = recorder.map { $0.joined(former.change, change) } ?? change
            pending[pending.count - 1].change = former.change.merged(with: next)
        } else {
            let first = batch > 0 ? change.merged(with: change) : change
            unsafe pending.append(Pending(change: first, last: last, batch: batch))
        }
    }

    override func deliverPending(from first: Int) {
        let cascade = Cascade.current
        round = first
        while !pending.isEmpty {
            if round > 0 { cascade.beginRound(round, of: list) }
            let changes = pending  // Released after the access to `pending`.
            pending = []
            for item in changes where !Cascade.traceIfCutOff(list) {
                unsafe withUnsafePointer(to: item.change) {
                    unsafe list.notify(UnsafeRawPointer($0), through: item.last)
                }
            }
            round += 1
        }
        round = 0
        hasPending = false
    }

    // MARK: Being read

    /// Reads the property as the evaluation under way on this thread sees it.
    ///
    /// - Returns: The value, and the property's node if it was just created and must be stored.
    @inlinable
    @inline(never)
    static func read<Owner: AnyObject>(
        _ node: Node?,
        value: Value,
        of owner: Owner,
        as keyPath: () -> ReferenceWritableKeyPath<Owner, Value>
    ) -> (value: Value, node: Node?) {
        guard let reading = unsafe Reading.current else { return (value, nil) }
        return unsafe reading._withUnsafeGuaranteedRef { reading in
            let own = node.flatMap { $0.belongs(to: owner) ? $0 : nil }
            let current = own ?? Node(owner: owner)
            let change = unsafe reading.note(current, as: keyPath)
            return unsafe (
                change?.assumingMemoryBound(to: ValueChange<Value>.self).pointee.newValue ?? value,
                own == nil ? current : nil
            )
        }
    }
}

@available(*, unavailable)
extension AnyNode: Sendable {}
