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
/// The macro uses a registrar of that name if the class has one, in place of its own. This one feeds the
/// toolchain's own with all it gets, so `withObservationTracking`, `Observations` and user interfaces
/// work as before. In a class hierarchy each `@Observable` class has its own, which must be `private`.
///
/// Two things differ from ``Observed`` properties. The macro leaves out assignments of equal values.
/// And a value that is computed from one property coalesces changes that handlers make, as one that is
/// computed from several does.
@safe
public struct KeyValueRegistrar: ~Copyable, @unchecked Sendable {
    // Unchecked for the table: it belongs to the isolation of the object, as the object's properties
    // do. Only making it is shared, and that is atomic.

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
    /// No `AtomicLazyReference`, which is not specialized, and makes a setter twice as slow.
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

    /// Notes that a property is about to be read.
    ///
    /// The macro's code calls this.
    @inlinable
    public func access<Subject: Observable, Member>(
        _ subject: Subject,
        keyPath: KeyPath<Subject, Member>
    ) {
        stock.access(subject, keyPath: keyPath)
        if Reading.isUnderWay { noteRead(of: subject, keyPath) }
    }

    /// Changes a property, and reports that.
    ///
    /// The macro's code calls this.
    @inlinable
    public func withMutation<Subject: Observable, Member, Result>(
        of subject: Subject,
        keyPath: KeyPath<Subject, Member>,
        _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard table != nil else {
            return try stock.withMutation(of: subject, keyPath: keyPath, mutation)
        }
        willSet(subject, keyPath: keyPath)
        defer { didSet(subject, keyPath: keyPath) }
        return try mutation()
    }

    /// Notes that a property is about to be changed.
    ///
    /// The macro's code calls this.
    @inlinable
    public func willSet<Subject: Observable, Member>(
        _ subject: Subject,
        keyPath: KeyPath<Subject, Member>
    ) {
        if let table { willSet(subject, keyPath, in: table) }
        stock.willSet(subject, keyPath: keyPath)
    }

    /// Reports that a property has been changed.
    ///
    /// The macro's code calls this.
    @inlinable
    public func didSet<Subject: Observable, Member>(
        _ subject: Subject,
        keyPath: KeyPath<Subject, Member>
    ) {
        stock.didSet(subject, keyPath: keyPath)
        if let table { didSet(subject, keyPath, in: table) }
    }

    // MARK: With observers

    @usableFromInline
    func noteRead<Subject: Observable, Member>(
        of subject: Subject,
        _ keyPath: KeyPath<Subject, Member>
    ) {
        // The macro works in classes only.
        let object = subject as AnyObject
        guard let reading = unsafe Reading.current?.takeUnretainedValue() else { return }
        let table = makeTable()
        let node = table.nodes[keyPath] ?? Node<Member>(owner: object, showsChanges: false)
        if table.nodes[keyPath] == nil { table.nodes[keyPath] = node }
        _ = unsafe reading.note(node) { keyPath }
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
            node.willChange(from: Reading.suspended { subject[keyPath: keyPath] }, in: object)
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
        // An access that began before the property was observed has left no old value.
        guard let oldValue = node.oldValues.popLast() else {
            _ = node.list.noteStore()
            return
        }
        node.list.countAccess(-1)
        let newValue = Reading.suspended { subject[keyPath: keyPath] }
        node.changed(from: oldValue, to: newValue, in: subject as AnyObject)
    }
}

@available(*, unavailable)
extension KeyValueRegistrar.Table: Sendable {}
