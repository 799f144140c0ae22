public import CObservationThread
public import Observation
import Synchronization

/// An evaluation that records which sources it reads.
///
/// Each run is on one thread, from ``begin()`` to ``end(_:)``. Getters on that thread report to the
/// current reading. A reading can run again; it then compares the sources with those of the run
/// before, position by position.
// Exclusivity checks are off, as they would take a seventh of an evaluation. Accesses don't
// overlap: only the thread that runs the reading or owns its derivation accesses the variables, and
// the only foreign code that can run within an access is the `deinit` of a released value, which
// has no access to the reading or the derivation.
@safe
@usableFromInline
final class Reading {
    private static let stamps = Atomic<UInt>(1)

    private let keyPath: AnyKeyPath?
    @safe @exclusivity(unchecked) private var isFirstRun = true
    /// Whether this run may have read a property of an `@Observable` object that isn't followed.
    @safe @exclusivity(unchecked) private(set) var readsStock = false
    /// Whether this run has read a property of a registrar of ours, which stock tracking sees, too.
    private var readsRegistrar = false
    /// Whether stock tracking sees no registrar of ours in this run.
    private var hidesRegistrars = false
    @safe @exclusivity(unchecked) private var stamp: UInt = 0

    /// The sources of the last run, in the order of the first read of each.
    @safe @exclusivity(unchecked) var dependencies: [Dependency] = []
    /// The number of leading dependencies that this run has read again, in the same order.
    @safe @exclusivity(unchecked) private var position = 0
    /// The sources that this run read after those, with their versions at that time.
    @safe @exclusivity(unchecked) private(set) var others: [(source: ObserverList, version: UInt)] =
        []

    /// The node of the only property that the first run read, or `nil` if it read several or none.
    ///
    /// Taken before the observation begins: the node must end with its property.
    @usableFromInline private(set) var onlyNode: AnyNode?
    /// Whether the key path names that property itself, rather than a value computed from it.
    ///
    /// `false` where the key path can't show it: for a `private(set)` property seen from outside,
    /// or a superclass's property seen from a subclass.
    @usableFromInline private(set) var isNamed = false

    /// A property that, in this run, has the new value of a change, even if its own value is
    /// already newer.
    @exclusivity(unchecked) private var substitute:
        (source: ObserverList, change: UnsafeRawPointer)?

    @usableFromInline
    init(of keyPath: AnyKeyPath?) {
        self.keyPath = keyPath
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

    /// Begins a run on this thread.
    ///
    /// - Returns: The reading that this one interrupts. Pass it to ``end(_:)`` on the same thread
    ///   and in the same function.
    @usableFromInline
    func begin() -> UnsafeMutableRawPointer? {
        stamp = Reading.stamps.add(1, ordering: .relaxed).oldValue
        position = 0
        let thread = unsafe footing_observation_of_thread()
        let outer = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = Unmanaged.passUnretained(self).toOpaque()
        return unsafe outer
    }

    /// Begins a run in which a property has the new value of the `ValueChange` at the address.
    func begin(seeing change: UnsafeRawPointer, of source: ObserverList) -> UnsafeMutableRawPointer?
    {
        unsafe substitute = (source, change)
        return unsafe begin()
    }

    /// Ends the run, and resumes the one that it interrupted.
    @usableFromInline
    func end(_ outer: UnsafeMutableRawPointer?) {
        unsafe footing_observation_of_thread().pointee.reading = outer
        unsafe substitute = nil
        isFirstRun = false
    }

    /// Makes the first run, within stock tracking, which shows whether anything stock may be read.
    ///
    /// If the run begins at an `@Observable` object, it is not tracked, because the tracking would
    /// see this object's registrar in any case.
    @inlinable
    func runFirst<Value>(from isObservable: Bool, _ evaluate: () -> Value) -> Value {
        let outer = unsafe begin()
        defer { unsafe end(outer) }
        if isObservable {
            _ = noteTracking()
            return evaluate()
        }
        var ending: TrackingEnd?
        let value = withObservationTracking(
            {
                let value = evaluate()
                ending = makeTrackingEnd()
                return value
            },
            onChange: noteTracking()
        )
        ending?.endTracking()
        return value
    }

    /// Called only if a tracking has seen a read.
    @usableFromInline
    func noteTracking() -> @Sendable () -> Void {
        readsStock = true
        return {}
    }

    @usableFromInline
    func makeTrackingEnd() -> TrackingEnd? { readsRegistrar ? TrackingEnd() : nil }

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
        unsafe reading.end(outer)
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

    func takeOnlyNode() -> AnyNode? {
        defer { onlyNode = nil }
        return onlyNode
    }

    // MARK: Being read

    /// Records that a source is being read; must be called before its value is read.
    func note(_ source: ObserverList) {
        guard source.isFirstRead(in: stamp) else { return }
        if position < dependencies.count, others.isEmpty,
            dependencies[position].subject === source
        {
            dependencies[position].version = source.version
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
            if !isNamed, let keyPath { isNamed = keyPath == ownKeyPath() }
        }
        guard let substitute = unsafe substitute, unsafe substitute.source === node.list
        else { return nil }
        return unsafe substitute.change
    }

    // MARK: Comparing

    /// Subscribes a derivation to the sources that only this run has read, and ends its
    /// subscriptions to sources that this run has not read.
    ///
    /// - Returns: Whether a source has changed between being read and being subscribed to.
    func subscribe(_ derivation: Derivation) -> Bool {
        if position == dependencies.count, others.isEmpty { return false }
        let former = Array(dependencies[position...])
        dependencies.removeSubrange(position...)
        for dependency in former { dependency.isRemoved = true }
        let places = former.count > 8 ? Reading.places(of: former) : [:]
        var hasChanged = false
        for (source, version) in others {
            let known =
                places.isEmpty
                ? former.first { $0.subject === source }
                : places[ObjectIdentifier(source)].map { former[$0] }
            let dependency = known ?? Dependency(of: derivation, on: source)
            dependency.isRemoved = false
            if known == nil { dependency.subscribe() }
            dependency.version = version
            // Skipped if the source was created in this run and ended with it.
            if known == nil, dependency.isOver {
                dependency.isRemoved = true
                continue
            }
            dependencies.append(dependency)
            if dependency.isStale { hasChanged = true }
        }
        others.removeAll(keepingCapacity: true)
        for dependency in former where dependency.isRemoved { dependency.end() }
        return hasChanged
    }

    private static func places(of list: [Dependency]) -> [ObjectIdentifier: Int] {
        var places: [ObjectIdentifier: Int] = [:]
        for (place, dependency) in list.enumerated() {
            places[ObjectIdentifier(dependency.subject)] = place
        }
        return places
    }

    /// Drops the dependencies on sources that have ended.
    func removeEnded() {
        guard dependencies.contains(where: \.isOver) else { return }
        let former = dependencies  // Released after the access: a `deinit` may run any code.
        dependencies = former.filter { !$0.isOver }
    }
}

@available(*, unavailable)
extension Reading: Sendable {}

/// Ends a stock tracking that has read it, in all registrars.
@usableFromInline
final class TrackingEnd: Observable {
    private let registrar = ObservationRegistrar()

    init() { registrar.access(self, keyPath: \.self) }

    @usableFromInline
    func endTracking() { registrar.willSet(self, keyPath: \.self) }
}

@available(*, unavailable)
extension TrackingEnd: Sendable {}
