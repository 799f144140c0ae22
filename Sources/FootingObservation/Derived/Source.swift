import Synchronization

/// A value that evaluations can depend on: it has a version, and it calls observers.
///
/// A getter notes its source by ``Reading/note(_:)`` before it reads the value.
// Unchecked for the subclasses: each has a comment about how it is shared. The variables here are atomic.
@safe
@usableFromInline
class Source: @unchecked Sendable {
    /// The address of the object that the source ends with, if it belongs to one; only compared.
    let owner: ObjectIdentifier?
    private let versions = Atomic<UInt>(0)
    /// The evaluation that last noted this source.
    private let stamp = Atomic<UInt>(0)
    private let accesses = Atomic(0)

    /// Whether its getter can show the value of an earlier change to an evaluation.
    let showsChanges: Bool

    init(owner: ObjectIdentifier?, showsChanges: Bool = false) {
        self.owner = owner
        self.showsChanges = showsChanges
    }

    /// Differs after each change, so that a dependent that saw another version evaluates again.
    final var version: UInt { versions.load(ordering: .acquiring) }

    /// Gives the value another version, once it is stored and before observers are called.
    ///
    /// One call at a time.
    @usableFromInline
    final func noteChange() {
        versions.store(versions.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Whether the value is being accessed in place, and can't be read until that ends.
    final var isInAccess: Bool { accesses.load(ordering: .relaxed) != 0 }

    /// Counts an access in place that begins (`1`) or ends (`-1`).
    @usableFromInline
    final func countAccess(_ number: Int) { accesses.add(number, ordering: .relaxed) }

    /// Returns whether this is the first call with that evaluation.
    ///
    /// It may also be `true` for a later one, if other evaluations read the source in between.
    final func isFirstRead(in evaluation: UInt) -> Bool {
        if stamp.load(ordering: .relaxed) == evaluation { return false }
        stamp.store(evaluation, ordering: .relaxed)
        return true
    }

    /// Whether any thread may change the value and call the observers.
    var isShared: Bool { false }

    /// Registers an observer, which is called after each later change until its ticket is over.
    func attach(_ observer: Observer) {}

    /// Registers an observer, which is called before each later change until its ticket is over.
    ///
    /// - Returns: Whether changes of this source can be announced.
    func attachPrior(_ observer: Observer) -> Bool { false }

    /// Releases the observer of a ticket that is over; called on any thread.
    func unlink(_ ticket: Ticket) {}
}
