import Synchronization

/// An observation of a value that is computed from any number of sources.
///
/// When a source changes, the derivation evaluates again, compares the sources that were read with
/// those of the last run, and delivers the old and the new value. It depends only on the sources of
/// the last run.
///
/// Every access needs the ``Turn``. A change or cancellation that finds it held leaves mail, and
/// the holder evaluates again, or finishes the observation. So no thread waits, and no change is
/// lost.
// Unchecked, because the compiler can't verify that. `callsOnFinish` is written by the one call
// that finishes the observation; the holder reads it after that call's mail or its own
// compare-exchange.
@safe
@usableFromInline
final class Derivation: @unchecked Sendable {
    /// The closures of the observation, released when it is finished.
    ///
    /// - `evaluate` evaluates, and keeps the value until it is delivered.
    /// - `deliver` delivers the value of the last evaluation, and the value delivered before it.
    /// - `announce` evaluates and delivers the value before a source changes; `nil` if no handler
    ///   needs it.
    @usableFromInline
    typealias Body = (
        evaluate: (_ root: AnyObject?) -> Void,
        deliver: (ChangeKind) -> Void,
        announce: ((_ root: AnyObject?) -> Void)?
    )

    let registration: Registration
    private let turn = Atomic(Turn.held)
    /// The thread that holds the turn, or 0.
    private let holder = Atomic<UInt>(0)

    /// The only thread on which changes of shared values are followed; `nil` if any thread may
    /// evaluate.
    private let home: UInt?
    /// Whether the observation reports the value before each change.
    let announcesChanges: Bool
    private let hasReported = Atomic(false)
    private let reading: Reading
    private var body: Body?
    /// The object at which the key path begins; `nil` for an expression.
    ///
    /// Not retained. It is used only while one of the object's own properties delivers a change, or
    /// while the observation begins: the object is alive then.
    private let root: Unmanaged<AnyObject>?
    private let rootID: ObjectIdentifier?
    /// A weak reference to the same object, set once the derivation reads anything but one property
    /// of it.
    ///
    /// Not set earlier, because a weak reference makes every retain of the object slower.
    private weak var weakRoot: AnyObject?
    /// Whether the holding thread itself has left mail.
    private var hasOwnMail = false
    private var callsOnFinish = false

    /// Begins the observation, after the first evaluation.
    @discardableResult
    @usableFromInline
    init(
        of root: AnyObject?,
        after reading: Reading,
        registration: Registration,
        isShared: Bool,
        initial: (() -> Void)?,
        body: Body
    ) {
        home = isShared ? nil : Cascade.thisThread
        unsafe self.root = root.map { unsafe Unmanaged.passUnretained($0) }
        rootID = root.map { ObjectIdentifier($0) }
        self.reading = reading
        self.registration = registration
        self.body = body
        announcesChanges = body.announce != nil
        registration.derivation = self
        Cascade.deliver {
            holder.store(Cascade.thisThread, ordering: .relaxed)
            // Not kept if it belongs to another object, which may be gone since the evaluation.
            let node = reading.onlyNode.take().flatMap { $0.owner == rootID ? $0 : nil }
            let hasChanged = reading.subscribe(self)
            if reading.subscriptions.isEmpty {
                ObservationIssue(.nothingObserved, from: [registration]).report()
                registration.cancel()
            } else {
                if !followsOneProperty { weakRoot = root }
                if reading.readsStock {
                    ObservationIssue(.partlyObserved, from: [registration]).report()
                }
            }
            let begin = { [self] in
                initial?()
                if hasChanged { unsafe update(with: root) }
                release(with: root)
            }
            // With only one source, its changes wait until the initial call is over.
            if let node, followsOneProperty { node.deliverInitial(begin) } else { begin() }
        }
    }

    // MARK: Sources

    /// Evaluates again after a source has changed.
    func sourceChanged(_ subscription: Subscription, _ change: UnsafeRawPointer?) {
        if let home, subscription.source.isShared, home != Cascade.thisThread {
            let isFirst = !hasReported.exchange(true, ordering: .relaxed)
            if isFirst { ObservationIssue(.changedOnAnotherThread, from: [registration]).report() }
            return
        }
        guard acquire() else { return }
        // The kind is the first stored property of a `ValueChange`, so its offset is 0 for any
        // type.
        let kind = unsafe change?.load(as: ChangeKind.self) ?? .change
        if let change = unsafe change, followsOneProperty, !subscription.isRemoved {
            // Evaluates with the value of this change. If the property already has a newer value,
            // its next change is delivered next.
            let root = unsafe root?.takeUnretainedValue()
            unsafe update(with: root, as: kind, seeing: change)
            release(with: root)
        } else {
            let root = weakRoot
            if subscription.isStale { unsafe update(with: root, as: kind) }
            release(with: root)
        }
    }

    /// Announces a change that a source is about to make.
    func announce() {
        guard acquire() else { return }
        let root = followsOneProperty ? unsafe root?.takeUnretainedValue() : weakRoot
        if let root, !registration.isFinished, !isInAccess { body?.announce?(root) }
        release(with: root)
    }

    /// Finishes the observation if its root object is gone, or evaluates again if another one is.
    ///
    /// During a delivery, the evaluation waits for the outermost delivery to finish: a variable
    /// that the key path reads may be in the middle of the assignment that released the object, and
    /// can't be read before the assignment is over.
    func sourceFinished(_ subscription: Subscription) {
        if let rootID, subscription.source.owner == rootID { return finish() }
        Cascade.deliver {
            Cascade.current.enqueue {
                Cascade.deliver { unsafe self.sourceChanged(subscription, nil) }
            }
        }
    }

    /// Whether an in-place access to a source is under way.
    ///
    /// The finished access is a change, which evaluates again.
    private var isInAccess: Bool {
        reading.subscriptions.contains { $0.source.isInAccess }
    }

    /// Whether the only subscription is a property of the root object.
    private var followsOneProperty: Bool {
        guard reading.subscriptions.count == 1, let rootID else { return false }
        let source = reading.subscriptions[0].source
        return source.showsChanges && source.owner == rootID
    }

    // MARK: Evaluating

    private func update(
        with root: AnyObject?,
        as kind: ChangeKind = .change,
        seeing change: UnsafeRawPointer? = nil
    ) {
        guard !registration.isFinished, !isInAccess, let body else { return }
        if rootID == nil {
            // The expression may read an object through an `unowned` reference, so it must not be
            // evaluated because an object is gone.
            reading.removeFinished()
            if reading.subscriptions.isEmpty { return finish() }
            guard reading.subscriptions.contains(where: \.isStale) else { return }
        } else if root == nil {
            return finish()
        }
        var change = unsafe change
        var isCurrent: Bool
        var rounds = 0
        repeat {
            let outer = unsafe reading.begin(seeing: change)
            body.evaluate(root)
            unsafe reading.finish(outer)
            isCurrent = !reading.subscribe(self)
            if !followsOneProperty {
                if weakRoot == nil { weakRoot = root }
                // The derivation now reads other sources too; those have no value as of this
                // change.
                if unsafe change != nil { isCurrent = false }
            }
            unsafe change = nil
            rounds += 1
            // An expression that changes its own sources is stale again after each run.
        } while !isCurrent && Cascade.current.admitRound(rounds, of: registration)
        body.deliver(kind)
        if reading.subscriptions.isEmpty { finish() }
    }

    // MARK: The end

    /// Finishes the observation, because its object or all its sources are gone.
    private func finish() {
        guard registration.finish() else { return }
        registration.derivation = nil
        callsOnFinish = true
        close()
    }

    /// Releases the closures of the finished observation, or leaves that to the holder.
    func close() {
        if acquire() { tearDown() }
    }

    private func tearDown() {
        let subscriptions = reading.subscriptions
        reading.subscriptions = []
        holder.store(0, ordering: .relaxed)
        turn.finish()
        let body = body
        self.body = nil
        for subscription in subscriptions { subscription.unsubscribe() }
        if callsOnFinish { registration.reportEnd() }
        withExtendedLifetime(body) {}  // Released last, like the handler of an observer.
    }

    // MARK: The turn

    /// Acquires the turn, or leaves mail for its holder.
    private func acquire() -> Bool {
        // Equal only if this thread is the holder.
        if holder.load(ordering: .relaxed) == Cascade.thisThread { hasOwnMail = true }
        guard turn.acquireOrLeaveMail() else { return false }
        holder.store(Cascade.thisThread, ordering: .relaxed)
        return true
    }

    /// Handles the mail, and releases the turn.
    private func release(with root: AnyObject?) {
        var rounds = 0
        while !registration.isFinished {
            holder.store(0, ordering: .relaxed)
            if turn.release() { return }
            holder.store(Cascade.thisThread, ordering: .relaxed)
            if hasOwnMail {
                hasOwnMail = false
                rounds += 1
                guard Cascade.current.admitRound(rounds, of: registration) else { continue }
            }
            if reading.subscriptions.contains(where: \.isStale) { unsafe update(with: root) }
        }
        tearDown()
    }
}

extension Derivation {
    /// The value delivered last, and that of the last evaluation.
    // Exclusivity checks are off, as they would take a tenth of a delivery. Each access is one load
    // or one store, so accesses don't overlap.
    @usableFromInline
    final class Values<Value> {
        @safe @exclusivity(unchecked) @usableFromInline var last: Value
        @safe @exclusivity(unchecked) @usableFromInline var next: Value

        @inlinable
        init(_ first: Value) {
            last = first
            next = first
        }
    }

    /// Observes a value that `evaluate` computes, and that was `first` in the run of `reading`.
    @inlinable
    static func start<Value>(
        of root: AnyObject?,
        after reading: Reading,
        from first: Value,
        registration: Registration,
        isShared: Bool = false,
        initial: (() -> Void)?,
        announce: ((Value) -> Void)? = nil,
        evaluate: @escaping (AnyObject?) -> Value,
        handler: @escaping (ValueChange<Value>) -> Void
    ) {
        reading.confirmStockReads { _ = evaluate(root) }
        let values = Values(first)
        let body: Body = (
            evaluate: { values.next = evaluate($0) },
            deliver: { kind in
                let change = ValueChange(kind, from: values.last, to: values.next)
                values.last = values.next
                handler(change)
            },
            announce: announce.map { announce in { announce(evaluate($0)) } }
        )
        Derivation(
            of: root,
            after: reading,
            registration: registration,
            isShared: isShared,
            initial: initial,
            body: body
        )
    }
}

@available(*, unavailable)
extension Derivation.Values: Sendable {}
