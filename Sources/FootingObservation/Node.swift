/// The observable side of one property of one object, made when somebody first asks for it.
///
/// Only the property's wrapper keeps the node for good, so the end of the node is the end of the
/// property; a copy of the wrapper puts it off. Everything here belongs to the isolation of the observed
/// object, except for `list`: that is what tokens reach from other threads, and it outlives the node if
/// it must.
@safe
@usableFromInline
class AnyNode {
    /// The object the property belongs to, which tells a wrapper that was copied into another object.
    @usableFromInline let owner: ObjectIdentifier

    /// Keeps the owner's memory, not the owner, as long as the node: a copied wrapper may keep the node
    /// for longer than its owner lives, and meanwhile no other object must get `owner` as its address.
    private unowned let pin: AnyObject

    let list = ObserverList()
    fileprivate(set) final var hasPending = false
    private final var isDelivering = false

    @usableFromInline
    init(owner: AnyObject) {
        self.owner = ObjectIdentifier(owner)
        pin = owner
    }

    deinit {
        list.end()
    }

    @usableFromInline
    final func isObserved(in object: AnyObject) -> Bool {
        list.hasObservers && belongs(to: object)
    }

    /// Whether it was made for a property of this object: not if the wrapper was copied from another.
    @inlinable
    @inline(__always)
    final func belongs(to object: AnyObject) -> Bool { owner == ObjectIdentifier(object) }

    /// Registers an observer, and calls `initial` before any change is delivered to it.
    @usableFromInline
    final func register(_ observer: Observer, initial: (() -> Void)?) -> ObservationToken {
        let token = ObservationToken(list: list, ticket: observer.ticket)
        if isDelivering {
            list.append(observer)
            initial?()
        } else {
            list.take()
            list.append(observer)
            deliver { initial?() }
        }
        return token
    }

    /// Delivers the `ValueChange` at the address, then what its handlers changed in turn.
    ///
    /// - Returns: Whether it did. If not, the change was made by a handler and must wait its turn.
    @usableFromInline
    final func deliver(_ change: UnsafeRawPointer) -> Bool {
        if isDelivering { return false }
        list.take()
        if let last = unsafe list.last {
            deliver { unsafe list.notify(change, through: last) }
        } else {
            list.giveBack()
        }
        return true
    }

    /// Runs a first round and those that follow from it, and gives the list back.
    ///
    /// Handlers read for themselves: an evaluation under way on this thread takes no note of it.
    @inline(__always)
    private final func deliver(_ firstRound: () -> Void) {
        isDelivering = true
        var issue: ObservationIssue?
        if Reading.isUnderWay {
            Reading.suspend {
                firstRound()
                if hasPending { issue = deliverPending() }
            }
        } else {
            firstRound()
            if hasPending { issue = deliverPending() }
        }
        isDelivering = false
        list.giveBack()
        issue?.report()
    }

    // MARK: What only the typed node can do

    /// Delivers what the rounds so far have left, until nothing is left or the limit is reached.
    func deliverPending() -> ObservationIssue? { nil }

    /// Where a `ValueChange` of this property has its two values, counted from its address.
    @usableFromInline
    var valueOffsets: (old: Int, new: Int) { (0, 0) }
}

@usableFromInline
final class Node<Value>: AnyNode {
    /// A change that was stored during a delivery, and the last observer registered by then.
    @safe
    private struct Pending {
        let change: ValueChange<Value>
        let last: Observer.Link
    }

    private var pending: [Pending] = []

    /// Which round is being delivered: 0 for the outermost change itself.
    private var round = 0
    /// How many changes the handlers have made since round 1 began.
    private var feedback = 0
    /// Whether a limit was passed, so that what handlers change now is stored but not told.
    private var isExhausted = false

    /// Delivers a change, or leaves it to the delivery that this is part of.
    ///
    /// Not inlined, or the frame it needs would burden the setter of an unobserved property too.
    /// `object` is alive until this returns, though a handler may let go of it.
    @inlinable
    @inline(never)
    func changed(from oldValue: Value, to newValue: Value, in object: AnyObject) {
        guard isObserved(in: object) else { return }
        let change = ValueChange(from: oldValue, to: newValue)
        let delivered = unsafe withUnsafePointer(to: change) { change in
            unsafe deliver(UnsafeRawPointer(change))
        }
        if !delivered { postpone(change) }
    }

    @usableFromInline
    func postpone(_ change: ValueChange<Value>) {
        guard !isExhausted, let last = unsafe list.last else { return }
        if round > 0 {
            feedback &+= 1
            isExhausted = feedback > feedbackLimit.changes
            if isExhausted { return }
        }
        unsafe pending.append(Pending(change: change, last: last))
        hasPending = true
    }

    override func deliverPending() -> ObservationIssue? {
        defer { (round, feedback, isExhausted, hasPending) = (0, 0, false, false) }
        while !pending.isEmpty, !isExhausted {
            round += 1
            isExhausted = round > feedbackLimit.rounds
            if !isExhausted { deliverRound() }
        }
        guard isExhausted else { return nil }
        dropPending()
        return ObservationIssue(.endlessFeedback, from: list.origins())
    }

    private func deliverRound() {
        let changes = pending
        pending = []
        for item in changes {
            unsafe withUnsafePointer(to: item.change) {
                unsafe list.notify(UnsafeRawPointer($0), through: item.last)
            }
            if isExhausted { return }
        }
    }

    /// Releases what is left, which may run any code, when nobody accesses `pending`.
    private func dropPending() {
        let dropped = pending
        pending = []
        withExtendedLifetime(dropped) {}
    }

    override var valueOffsets: (old: Int, new: Int) {
        typealias Layout = MemoryLayout<ValueChange<Value>>
        // Both are stored properties of a struct, for which an offset is always known.
        return (Layout.offset(of: \.previousValue) ?? 0, Layout.offset(of: \.newValue) ?? 0)
    }

    // MARK: Being read

    /// Reads the property: as the reading sees it that is under way on this thread, if one is.
    ///
    /// - Returns: The value that was read, and the property's node if it is to be stored, having been
    ///   made just now.
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
            guard let current = own ?? (reading.wantsNode(of: owner) ? Node(owner: owner) : nil)
            else { return (value, nil) }
            let seen = unsafe reading.noteRead(current, as: keyPath)
            return unsafe (
                seen?.assumingMemoryBound(to: Value.self).pointee ?? value,
                own == nil ? current : nil
            )
        }
    }
}

/// How far handlers may keep changing their own property within one outermost change.
///
/// What handlers change while a round is delivered makes up the next round; round 0 is the outermost
/// change. The second number ends feedback that multiplies before it fills the memory. It counts from
/// round 1 on, so a loop in the handler of one change may be as long as it likes.
private let feedbackLimit = (rounds: 100, changes: 100_000)

@available(*, unavailable)
extension AnyNode: Sendable {}
