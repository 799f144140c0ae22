/// The observable side of one property of one object, made when somebody first asks for it.
///
/// Only the property's wrapper keeps the node for good, so the end of the node is the end of the
/// property. Everything here belongs to the isolation of the observed object, except for `list`: that
/// is what tokens reach from other threads, and it outlives the node if it must.
@safe
@usableFromInline
class AnyNode {
    /// The object the property belongs to, which tells a wrapper that was copied into another object.
    @usableFromInline let owner: ObjectIdentifier
    let list = ObserverList()
    fileprivate(set) final var hasPending = false
    private final var isDelivering = false
    private final var hasReportedStraying = false

    @usableFromInline
    init(owner: AnyObject) {
        self.owner = ObjectIdentifier(owner)
    }

    deinit {
        list.end()
    }

    @usableFromInline
    final func isObserved(in object: AnyObject) -> Bool {
        list.hasObservers && owner == ObjectIdentifier(object)
    }

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

    /// Says once that a key path, which read this property alone when its observation began, has come
    /// to read others too, whose changes it can't follow.
    @usableFromInline
    final func reportStraying(_ origin: ObservationOrigin) {
        guard !hasReportedStraying else { return }
        hasReportedStraying = true
        ObservationIssue(.severalProperties, from: [origin]).report()
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
        guard let last = unsafe list.last else { return }
        unsafe pending.append(Pending(change: change, last: last))
        hasPending = true
    }

    override func deliverPending() -> ObservationIssue? {
        var rounds = 0
        var changes = 0
        while !pending.isEmpty {
            let round = pending
            pending = []
            rounds += 1
            changes &+= round.count
            guard rounds <= feedbackLimit.rounds, changes <= feedbackLimit.changes else {
                hasPending = false
                return ObservationIssue(.endlessFeedback, from: list.origins())
            }
            for item in round {
                unsafe withUnsafePointer(to: item.change) {
                    unsafe list.notify(UnsafeRawPointer($0), through: item.last)
                }
            }
        }
        hasPending = false
        return nil
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
        let own = node.flatMap { $0.owner == ObjectIdentifier(owner) ? $0 : nil }
        let current = own ?? Node(owner: owner)
        let seen = unsafe reading._withUnsafeGuaranteedRef { reading in
            unsafe reading.noteRead(current, as: keyPath)
        }
        return unsafe (
            seen?.assumingMemoryBound(to: Value.self).pointee ?? value,
            own == nil ? current : nil
        )
    }
}

/// How far handlers may keep changing their own property within one outermost change.
///
/// Changes made while a round is delivered make up the next round. The second number ends feedback
/// that multiplies before it fills the memory; an honest loop in a handler stays below it.
private let feedbackLimit = (rounds: 100, changes: 100_000)

@available(*, unavailable)
extension AnyNode: Sendable {}
