import Synchronization

/// An observation of a value that is computed from any number of sources.
///
/// When a source changes, the derivation evaluates again, compares the sources that were read with
/// those of the last run, and delivers the old and the new value. It depends only on the sources of
/// the last run.
///
/// Every access needs the ``Turn``. A change or cancellation that finds it taken leaves mail, and
/// the owner of the turn evaluates again, or ends the observation. So no thread waits, and no
/// change is lost.
// Unchecked, because the compiler can't verify that. `callsOnEnd` is written by the one call that
// ends the observation; the owner reads it after that call's mail or its own compare-exchange.
@safe
@usableFromInline
final class Derivation: @unchecked Sendable {
    /// The closures of the observation, released when it ends.
    ///
    /// - `evaluate` evaluates, and keeps the value until it is delivered.
    /// - `deliver` delivers the value of the last evaluation, and the value delivered before it.
    /// - `announce` evaluates and delivers the value before a source changes; `nil` if no handler
    ///   needs it.
    @usableFromInline
    typealias Body = (
        evaluate: (_ root: AnyObject?) -> Void,
        deliver: (ChangeKind) -> Void,
        announce: ((_ root: AnyObject?) -> Void)?,
        onEnd: (() -> Void)?
    )

    let origin: ObservationOrigin
    let ticket: Ticket
    private let turn = Atomic(Turn.taken)
    /// The thread that has the turn, or 0.
    private let owner = Atomic<UInt>(0)

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
    /// Whether the owning thread itself has left mail.
    private var hasOwnMail = false
    private var callsOnEnd = false

    @usableFromInline
    init(
        of root: AnyObject?,
        after reading: Reading,
        origin: ObservationOrigin,
        ticket: Ticket,
        isShared: Bool,
        body: Body
    ) {
        home = isShared ? nil : Cascade.thisThread
        unsafe self.root = root.map { unsafe Unmanaged.passUnretained($0) }
        rootID = root.map { ObjectIdentifier($0) }
        self.reading = reading
        self.origin = origin
        self.ticket = ticket
        self.body = body
        announcesChanges = body.announce != nil
        ticket.derivation = self
    }

    /// Begins the observation, after the first evaluation.
    @usableFromInline
    func start(with root: AnyObject?, initial: (() -> Void)?) {
        let outer = unsafe Cascade.begin()
        owner.store(Cascade.thisThread, ordering: .relaxed)
        // Not kept if it belongs to another object, which may have ended during the evaluation.
        let node = reading.takeOnlyNode().flatMap { $0.owner == rootID ? $0 : nil }
        let hasChanged = reading.subscribe(self)
        if reading.dependencies.isEmpty {
            ObservationIssue(.nothingObserved, from: [origin]).report()
            if ticket.finish() { ticket.derivation = nil }
        } else {
            if !followsOneProperty { weakRoot = root }
            if reading.readsStock { ObservationIssue(.partlyObserved, from: [origin]).report() }
        }
        let begin = { [self] in
            initial?()
            if hasChanged { unsafe update(with: root) }
            release(with: root)
        }
        // With only one source, its changes wait until the initial call is over.
        if let node, followsOneProperty { node.deliverInitial(begin) } else { begin() }
        unsafe Cascade.end(outer)
    }

    // MARK: Sources

    /// Evaluates again after a source has changed.
    func sourceChanged(_ dependency: Dependency, _ change: UnsafeRawPointer?) {
        if let home, dependency.subject.isShared, home != Cascade.thisThread {
            let isFirst = !hasReported.exchange(true, ordering: .relaxed)
            if isFirst { ObservationIssue(.changedOnAnotherThread, from: [origin]).report() }
            return
        }
        guard acquire() else { return }
        // The kind is the first stored property of a `ValueChange`, so its offset is 0 for any
        // type.
        let kind = unsafe change?.load(as: ChangeKind.self) ?? .change
        if let change = unsafe change, followsOneProperty, !dependency.isRemoved {
            // Evaluates with the value of this change. If the property already has a newer value,
            // its next change is delivered next.
            let root = unsafe root?.takeUnretainedValue()
            unsafe update(with: root, as: kind, seeing: change, of: dependency.subject)
            release(with: root)
        } else {
            let root = weakRoot
            if dependency.isStale { unsafe update(with: root, as: kind) }
            release(with: root)
        }
    }

    /// Announces a change that a source is about to make.
    func announce() {
        guard acquire() else { return }
        let root = followsOneProperty ? unsafe root?.takeUnretainedValue() : weakRoot
        if let root, !ticket.isOver, !isInAccess { body?.announce?(root) }
        release(with: root)
    }

    /// Ends the observation if its root object has ended, or evaluates again if another object has.
    ///
    /// During a delivery, the evaluation waits for the outermost delivery to finish: a variable
    /// that the key path reads may be in the middle of the assignment that ended the object, and
    /// can't be read before the assignment is over.
    func sourceEnded(_ dependency: Dependency) {
        if let rootID, dependency.subject.owner == rootID { return end() }
        if Cascade.isDelivering {
            return Cascade.current.wait { unsafe self.sourceChanged(dependency, nil) }
        }
        let outer = unsafe Cascade.begin()
        unsafe sourceChanged(dependency, nil)
        unsafe Cascade.end(outer)
    }

    /// Whether an in-place access to a source is under way.
    ///
    /// The end of the access is a change, which evaluates again.
    private var isInAccess: Bool {
        for dependency in reading.dependencies where dependency.subject.isInAccess { return true }
        return false
    }

    /// Whether the only dependency is a property of the root object.
    private var followsOneProperty: Bool {
        guard reading.dependencies.count == 1, let rootID else { return false }
        let source = reading.dependencies[0].subject
        return source.showsChanges && source.owner == rootID
    }

    // MARK: Evaluating

    private func update(
        with root: AnyObject?,
        as kind: ChangeKind = .change,
        seeing change: UnsafeRawPointer? = nil,
        of source: ObserverList? = nil
    ) {
        guard !ticket.isOver, !isInAccess, let body else { return }
        if rootID == nil {
            // The expression may read an object through an `unowned` reference, so it must not be
            // evaluated because an object has ended.
            reading.removeEnded()
            if reading.dependencies.isEmpty { return end() }
            guard reading.dependencies.contains(where: \.isStale) else { return }
        } else if root == nil {
            return end()
        }
        var change = unsafe change
        var isCurrent: Bool
        var rounds = 0
        repeat {
            let outer: UnsafeMutableRawPointer?
            if let source, let change = unsafe change {
                unsafe outer = reading.begin(seeing: change, of: source)
            } else {
                unsafe outer = reading.begin()
            }
            body.evaluate(root)
            unsafe reading.end(outer)
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
        } while !isCurrent && Cascade.current.admitsRound(rounds, of: origin)
        body.deliver(kind)
        if reading.dependencies.isEmpty { end() }
    }

    // MARK: The end

    /// Ends the observation, because its object or all its sources have ended.
    private func end() {
        guard ticket.finish() else { return }
        ticket.derivation = nil
        callsOnEnd = true
        close()
    }

    /// Releases the closures of the finished observation, or leaves that to the owner.
    func close() {
        if acquire() { tearDown() }
    }

    private func tearDown() {
        let dependencies = reading.dependencies
        reading.dependencies = []
        let body = body
        self.body = nil
        owner.store(0, ordering: .relaxed)
        turn.end()
        for dependency in dependencies { dependency.end() }
        if callsOnEnd { body?.onEnd?() }
    }

    // MARK: The turn

    /// Takes the turn, or leaves mail for its owner.
    private func acquire() -> Bool {
        // Equal only if this thread is the owner.
        if owner.load(ordering: .relaxed) == Cascade.thisThread { hasOwnMail = true }
        guard turn.takeOrLeaveMail() else { return false }
        owner.store(Cascade.thisThread, ordering: .relaxed)
        return true
    }

    /// Handles the mail, and gives the turn back.
    private func release(with root: AnyObject?) {
        var rounds = 0
        while !ticket.isOver {
            owner.store(0, ordering: .relaxed)
            if turn.giveBack() { return }
            owner.store(Cascade.thisThread, ordering: .relaxed)
            if hasOwnMail {
                hasOwnMail = false
                rounds += 1
                guard Cascade.current.admitsRound(rounds, of: origin) else { continue }
            }
            if reading.dependencies.contains(where: \.isStale) { unsafe update(with: root) }
        }
        tearDown()
    }
}

extension Derivation {
    /// Observes a value that `evaluate` computes, and that was `first` in the run of `reading`.
    @inlinable
    static func start<Value>(
        of root: AnyObject?,
        after reading: Reading,
        from first: Value,
        origin: ObservationOrigin,
        ticket: Ticket,
        isShared: Bool = false,
        initial: (() -> Void)?,
        onEnd: (() -> Void)?,
        announce: ((Value) -> Void)? = nil,
        evaluate: @escaping (AnyObject?) -> Value,
        handler: @escaping (ValueChange<Value>) -> Void
    ) {
        reading.confirmStockReads { _ = evaluate(root) }
        var last = first
        var next = first
        let body: Body = (
            evaluate: { next = evaluate($0) },
            deliver: { kind in
                let change = ValueChange(kind, from: last, to: next)
                last = next
                handler(change)
            },
            announce: announce.map { announce in { announce(evaluate($0)) } },
            onEnd: onEnd
        )
        let derivation = Derivation(
            of: root,
            after: reading,
            origin: origin,
            ticket: ticket,
            isShared: isShared,
            body: body
        )
        derivation.start(with: root, initial: initial)
    }
}
