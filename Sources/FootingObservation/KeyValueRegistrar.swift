public import Observation
public import Synchronization

/// The registrar that makes the properties of an `@Observable` class observable by key path.
///
/// ```swift
/// @Observable
/// final class Model: KeyValueObservable {
///     @ObservationIgnored private let _$observationRegistrar = KeyValueRegistrar()
///     var name = "untitled"
///     var size = 0
/// }
/// ```
///
/// The macro uses a registrar of that name if the class declares one. This one forwards every call
/// to the standard `ObservationRegistrar`, so `withObservationTracking`, `Observations` and user
/// interfaces work as before. In a class hierarchy, each `@Observable` class has its own registrar,
/// which must be `private`.
///
/// The properties differ from ``Observed`` properties in two ways. The macro does not report
/// assignments of equal values. If a handler of a value computed from one property changes that
/// property, its changes are coalesced into one further call, as with a value computed from several
/// properties.
@safe
public struct KeyValueRegistrar: ~Copyable, @unchecked Sendable {
    // Unchecked for the table, which belongs to the isolation of the object, like the object's
    // properties. Only its creation is shared, and that is atomic.

    /// The nodes of the properties that have been observed.
    @safe
    @usableFromInline
    final class Table {
        @usableFromInline var nodes: [AnyKeyPath: AnyNode] = [:]

        @usableFromInline
        init() {}
    }

    @usableFromInline let stock = ObservationRegistrar()
    /// The table, once a property of the object has been observed; the registrar owns one retain.
    ///
    /// Not an `AtomicLazyReference`: the compiler does not specialize it, which makes a setter
    /// twice as slow.
    @usableFromInline let reference = unsafe Atomic<UnsafeMutableRawPointer?>(nil)

    /// Creates the registrar of one object.
    public init() {}

    deinit {
        if let table = unsafe reference.load(ordering: .acquiring) {
            unsafe Unmanaged<Table>.fromOpaque(table).release()
        }
    }

    /// The table, if a property of the object has been observed.
    @inlinable
    @inline(__always)
    var table: Table? {
        guard let table = unsafe reference.load(ordering: .acquiring) else { return nil }
        return unsafe Unmanaged<Table>.fromOpaque(table).takeUnretainedValue()
    }

    private func makeTable() -> Table {
        if let table { return table }
        let made = unsafe Unmanaged.passRetained(Table())
        let (exchanged, original) = unsafe reference.compareExchange(
            expected: nil,
            desired: made.toOpaque(),
            ordering: .acquiringAndReleasing
        )
        if !exchanged { unsafe made.release() }
        return unsafe Unmanaged<Table>.fromOpaque(original ?? made.toOpaque()).takeUnretainedValue()
    }

    /// Records that a property is about to be read.
    ///
    /// Called by the macro's code.
    @inlinable
    public func access<Subject: Observable, Member>(
        _ subject: Subject,
        keyPath: KeyPath<Subject, Member>
    ) {
        if Reading.isUnderWay, !noteRead(of: subject, keyPath) { return }
        stock.access(subject, keyPath: keyPath)
    }

    /// Changes a property and reports the change.
    ///
    /// Called by the macro's code.
    @inlinable
    public func withMutation<Subject: Observable, Member, Result>(
        of subject: Subject,
        keyPath: KeyPath<Subject, Member>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        willSet(subject, keyPath: keyPath)
        defer { didSet(subject, keyPath: keyPath) }
        return try mutation()
    }

    /// Records that a property is about to change.
    ///
    /// Called by the macro's code.
    @inlinable
    public func willSet<Subject: Observable, Member>(
        _ subject: Subject,
        keyPath: KeyPath<Subject, Member>
    ) {
        if let table { willSet(subject, keyPath, in: table) }
        stock.willSet(subject, keyPath: keyPath)
    }

    /// Reports that a property has changed.
    ///
    /// Called by the macro's code.
    @inlinable
    public func didSet<Subject: Observable, Member>(
        _ subject: Subject,
        keyPath: KeyPath<Subject, Member>
    ) {
        stock.didSet(subject, keyPath: keyPath)
        if let table { didSet(subject, keyPath, in: table) }
    }

    // MARK: With observers

    /// Returns whether stock tracking is to see the read.
    @usableFromInline
    func noteRead<Subject: Observable, Member>(
        of subject: Subject,
        _ keyPath: KeyPath<Subject, Member>
    ) -> Bool {
        // The macro works only in classes.
        let object = subject as AnyObject
        guard let reading = unsafe Reading.current?.takeUnretainedValue() else { return true }
        let table = makeTable()
        let node = table.nodes[keyPath] ?? Node<Member>(owner: object, showsChanges: false)
        if table.nodes[keyPath] == nil { table.nodes[keyPath] = node }
        _ = unsafe reading.note(node) { keyPath }
        return reading.noteRegistrar()
    }

    @inlinable
    @inline(never)
    func willSet<Subject: Observable, Member>(
        _ subject: Subject,
        _ keyPath: KeyPath<Subject, Member>,
        in table: Table
    ) {
        guard let node = table.nodes[keyPath] as? Node<Member> else { return }
        let object = subject as AnyObject
        if node.list.prior != nil {
            node.announceChange(from: Reading.suspended { subject[keyPath: keyPath] }, in: object)
        }
        guard node.isObserved(in: object) else { return }
        let oldValue = Reading.suspended { subject[keyPath: keyPath] }
        node.list.countAccess(1)
        node.oldValues.append(oldValue)
    }

    @inlinable
    @inline(never)
    func didSet<Subject: Observable, Member>(
        _ subject: Subject,
        _ keyPath: KeyPath<Subject, Member>,
        in table: Table
    ) {
        guard let node = table.nodes[keyPath] as? Node<Member> else { return }
        // An access that began before the property was observed has recorded no old value.
        guard let oldValue = node.oldValues.popLast() else {
            _ = node.list.noteStore()
            return
        }
        node.list.countAccess(-1)
        let newValue = Reading.suspended { subject[keyPath: keyPath] }
        node.deliverChange(from: oldValue, to: newValue, in: subject as AnyObject)
    }
}

@available(*, unavailable)
extension KeyValueRegistrar.Table: Sendable {}
