public import CFooting
public import Observation
import Synchronization

/// An evaluation that records which sources it reads.
///
/// Each run is on one thread, from ``begin(seeing:)`` to ``finish(_:)``. Getters on that thread
/// report to the current reading. A reading can run again; it then compares the sources with those
/// of the run before, position by position.
// Exclusivity checks are off, as they would take a seventh of an evaluation. Accesses don't
// overlap: only the thread that runs the reading or owns its derivation accesses the variables, and
// the only foreign code that can run within an access is the `deinit` of a released value, which
// has no access to the reading or the derivation.
@safe
@usableFromInline
final class Reading: Observable {
    private static let stamps = Atomic<UInt>(1)

    private let keyPath: AnyKeyPath?
    @safe @exclusivity(unchecked) private var isFirstRun = true
    /// Whether this run may have read a property of an `@Observable` object that isn't followed.
    @safe @exclusivity(unchecked) private(set) var readsStock = false
    /// Whether this run has read a property of a registrar of ours, which stock tracking sees, too.
    @safe @exclusivity(unchecked) private var readsRegistrar = false
    /// Whether stock tracking sees no registrar of ours in this run.
    private var hidesRegistrars = false
    @safe @exclusivity(unchecked) private var stamp: UInt = 0

    /// The sources of the last run, in the order of the first read of each.
    @safe @exclusivity(unchecked) var subscriptions: [Subscription] = []
    /// The number of leading subscriptions that this run has read again, in the same order.
    @safe @exclusivity(unchecked) private var position = 0
    /// The sources that this run read after those, with their versions at that time.
    @safe @exclusivity(unchecked) private var others: [(source: ObserverList, version: UInt)] = []

    /// The node of the only property that the first run read, or `nil` if it read several or none.
    ///
    /// Consumed before the observation begins: the node must be released with its property.
    @safe @exclusivity(unchecked) @usableFromInline var onlyNode: AnyNode?
    /// Whether the key path names that property itself, rather than a value computed from it.
    ///
    /// `false` where the key path can't show it: for a `private(set)` property seen from outside,
    /// or a superclass's property seen from a subclass.
    @safe @exclusivity(unchecked) @usableFromInline private(set) var isNamed = false

    /// The change whose new value the only source of the last run has in this one, even if its own
    /// value is already newer.
    @exclusivity(unchecked) private var substitute: UnsafeRawPointer?

    @usableFromInline
    init(of keyPath: AnyKeyPath?) {
        self.keyPath = keyPath
        others.reserveCapacity(4)
    }

    // MARK: Running

    /// Whether an evaluation is under way on this thread.
    ///
    /// Every getter checks this, at the cost of one load and one branch.
    @inlinable
    @inline(__always)
    static var isUnderWay: Bool { unsafe footing_observation_reading() != nil }

    /// The reading that this thread runs, if any.
    ///
    /// It is alive, since its run is on this thread's stack.
    @usableFromInline
    static var current: Unmanaged<Reading>? {
        guard let pointer = unsafe footing_observation_reading() else { return nil }
        return unsafe .fromOpaque(pointer)
    }

    /// Begins a run on this thread; in it, the only source of the last run has the new value of the
    /// `ValueChange` at the address, if there is one.
    ///
    /// - Returns: The reading that this one interrupts, for ``finish(_:)`` in the same function.
    @usableFromInline
    func begin(seeing change: UnsafeRawPointer? = nil) -> UnsafeMutableRawPointer? {
        unsafe substitute = change
        stamp = Reading.stamps.add(1, ordering: .relaxed).oldValue
        position = 0
        let thread = unsafe footing_observation_of_thread()
        let outer = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = Unmanaged.passUnretained(self).toOpaque()
        return unsafe outer
    }

    /// Finishes the run, and resumes the one that it interrupted.
    @usableFromInline
    func finish(_ outer: UnsafeMutableRawPointer?) {
        unsafe footing_observation_of_thread().pointee.reading = outer
        isFirstRun = false
    }

    /// Makes the first run, within stock tracking, which shows whether anything stock may be read.
    ///
    /// If the run begins at an `@Observable` object, it is not tracked, because the tracking would
    /// see this object's registrar in any case.
    @inlinable
    func runFirst<Value>(from isObservable: Bool, _ evaluate: () -> Value) -> Value {
        let outer = unsafe begin()
        defer { unsafe finish(outer) }
        if isObservable {
            _ = noteTracking()
            return evaluate()
        }
        var finishTracking: (() -> Void)?
        let value = withObservationTracking(
            {
                let value = evaluate()
                finishTracking = makeTrackingTrigger()
                return value
            },
            onChange: noteTracking()
        )
        finishTracking?()
        return value
    }

    /// Returns a closure that finishes the tracking under way, in all registrars, by a change of
    /// this object, which the tracking then has read; `nil` without a registrar of ours.
    @usableFromInline
    func makeTrackingTrigger() -> (() -> Void)? {
        guard readsRegistrar else { return nil }
        let registrar = ObservationRegistrar()
        registrar.access(self, keyPath: \.self)
        return { registrar.willSet(self, keyPath: \.self) }
    }

    /// Called only if a tracking has seen a read.
    @usableFromInline
    func noteTracking() -> @Sendable () -> Void {
        readsStock = true
        return {}
    }

    /// Notes that a registrar of ours is being read.
    ///
    /// - Returns: Whether stock tracking is to see that.
    func noteRegistrar() -> Bool {
        readsRegistrar = true
        return !hidesRegistrars
    }

    /// Evaluates again if the first run may have read something stock, without registrars of ours.
    ///
    /// They can't be hidden in the first run: a getter may begin a tracking of its own, such as to
    /// keep a computed value until it changes.
    @usableFromInline
    func confirmStockReads(_ evaluate: () -> Void) {
        guard readsStock, !others.isEmpty else { return }
        let reading = Reading(of: nil)
        reading.hidesRegistrars = true
        let outer = unsafe reading.begin()
        withObservationTracking(evaluate, onChange: reading.noteTracking())
        unsafe reading.finish(outer)
        readsStock = reading.readsStock
    }

    /// Runs code whose reads are not recorded.
    @usableFromInline
    static func suspended<Value>(_ body: () -> Value) -> Value {
        let thread = unsafe footing_observation_of_thread()
        let reading = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = nil
        defer { unsafe thread.pointee.reading = reading }
        return body()
    }

    // MARK: Being read

    /// Records that a source is being read; must be called before its value is read.
    func note(_ source: ObserverList) {
        guard source.markRead(in: stamp) else { return }
        if position < subscriptions.count, others.isEmpty,
            subscriptions[position].source === source
        {
            subscriptions[position].version = source.version
            position += 1
        } else {
            others.append((source, source.version))
        }
    }

    /// Records that the property of a node is being read.
    ///
    /// - Parameters:
    ///   - node: The node of the property.
    ///   - ownKeyPath: Returns the property's own key path.
    /// - Returns: The address of the `ValueChange` whose new value the property has in this run, or
    ///   `nil` if it has its own value.
    @usableFromInline
    func note(_ node: AnyNode, as ownKeyPath: () -> AnyKeyPath) -> UnsafeRawPointer? {
        note(node.list)
        if isFirstRun {
            onlyNode = others.count == 1 ? node : nil
            if onlyNode != nil, !isNamed, let keyPath { isNamed = keyPath == ownKeyPath() }
        }
        guard unsafe substitute != nil, subscriptions[0].source === node.list else { return nil }
        return unsafe substitute
    }

    // MARK: Comparing

    /// Subscribes a derivation to the sources that only this run has read, and unsubscribes it from
    /// those that this run has not read.
    ///
    /// - Returns: Whether a source has changed between being read and being subscribed to.
    func subscribe(_ derivation: Derivation) -> Bool {
        if position == subscriptions.count, others.isEmpty { return false }
        let former = Array(subscriptions[position...])
        subscriptions.removeLast(former.count)
        subscriptions.reserveCapacity(position + others.count)
        for subscription in former { subscription.isRemoved = true }
        // A few are searched faster without a dictionary.
        let index =
            former.count > 8
            ? Dictionary(former.map { (ObjectIdentifier($0.source), $0) }) { first, _ in first }
            : [:]
        var hasChanged = false
        for read in others {
            let known =
                index.isEmpty
                ? former.first { $0.source === read.source } : index[ObjectIdentifier(read.source)]
            let subscription = known ?? Subscription(of: derivation, on: read.source)
            subscription.isRemoved = false
            if known == nil { subscription.subscribe() }
            subscription.version = read.version
            // Skipped if the source was created in this run and is gone.
            if known == nil, subscription.isFinished {
                subscription.isRemoved = true
                continue
            }
            subscriptions.append(subscription)
            if subscription.isStale { hasChanged = true }
        }
        others.removeAll(keepingCapacity: true)
        for subscription in former where subscription.isRemoved { subscription.unsubscribe() }
        return hasChanged
    }

    /// Drops the subscriptions to sources that are gone.
    func removeFinished() {
        guard subscriptions.contains(where: \.isFinished) else { return }
        let former = subscriptions  // Released after the access: a `deinit` may run any code.
        subscriptions = former.filter { !$0.isFinished }
    }
}

@available(*, unavailable)
extension Reading: Sendable {}
