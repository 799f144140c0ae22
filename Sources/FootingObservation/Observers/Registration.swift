import Synchronization

/// The registration of an observer: what its token knows of it.
///
/// The token refers to this and not to the observer, so that a token kept after the end of the
/// observation does not keep the handler.
// Unchecked for the variables. `link` belongs to the owner of the list. `list` and `derivation` are
// set before the registration is shared; later, only the one call that finishes it uses them.
@safe
@usableFromInline
class Registration: @unchecked Sendable {
    private let finished = Atomic(false)
    @usableFromInline final let bond: Bond?

    /// The list that the observer is in; `nil` for a derivation, and after the end.
    final var list: ObserverList?
    /// The observer, while it is in the list.
    final var link: Observer.Link?
    /// The derivation that calls the handler; `nil` for an observer of a single list.
    final var derivation: Derivation?

    @usableFromInline
    init(bond: Bond? = nil) {
        self.bond = bond
    }

    /// The registration of the whole observation.
    var whole: Registration { self }

    final var isLive: Bool { !isFinished && bond?.isBroken != true }
    final var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Prevents further calls of the handler.
    ///
    /// - Returns: Whether this was the first call. The caller must then ``unlink()``, or release
    ///   the handler itself.
    @usableFromInline
    final func finish() -> Bool { !finished.exchange(true, ordering: .acquiringAndReleasing) }

    /// Releases the handler, or leaves that to the delivery under way.
    final func unlink() {
        if let list {
            self.list = nil
            list.unlink(self)
        }
        if let derivation {
            self.derivation = nil
            derivation.close()
        }
    }

    @usableFromInline
    final func cancel() {
        if finish() { unlink() }
    }
}
