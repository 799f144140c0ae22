import Synchronization

/// The registration of an observer: what its token knows of it.
///
/// The token refers to this and not to the observer, so that a token kept after the end of the
/// observation does not keep the handler.
// Unchecked for the variables. `link` belongs to the owner of the list. `onFinish`, `list` and
// `derivation` are set before the registration is shared; later, only the one call that finishes it
// uses them.
@safe
@usableFromInline
class Registration: @unchecked Sendable {
    /// The observed key path, for diagnostics; `nil` for an expression.
    final let keyPath: AnyKeyPath?
    @usableFromInline final let bond: Bond?
    private let line: UInt

    /// Called if the observation ends with what it observes.
    final var onFinish: (() -> Void)?
    /// The list that the observer is in; `nil` for a derivation, and after the end.
    final var list: ObserverList?
    /// The observer, while it is in the list; invalid after the list has finished.
    final var link: Observer.Link?
    /// The derivation that calls the handler; `nil` for an observer of a single list.
    final var derivation: Derivation?

    // In this order, the object has at most 120 bytes, which the C library allocates quickly. A
    // delivery reads the last property alone, and then what was allocated next.

    /// The index of the key path in the list passed to `observe(anyOf:)`.
    final let position: Int?
    private let fileID: StaticString
    /// The component of a change that the observer needs after an in-place access.
    final var needs = Observer.Needs.newValue
    private let finished = Atomic(false)

    @usableFromInline
    init(
        of keyPath: AnyKeyPath?,
        at position: Int? = nil,
        fileID: StaticString,
        line: UInt,
        bond: Bond? = nil,
        onFinish: (() -> Void)? = nil
    ) {
        self.keyPath = keyPath
        self.position = position
        self.fileID = fileID
        self.line = line
        self.bond = bond
        self.onFinish = onFinish
    }

    /// Creates the registration of an observer that belongs to another observation.
    init(for whole: Registration) {
        keyPath = whole.keyPath
        position = whole.position
        fileID = whole.fileID
        line = whole.line
        bond = whole.bond
    }

    /// The registration of the whole observation.
    var whole: Registration { self }

    final var callSite: String { "\(fileID):\(line)" }
    final var isLive: Bool { !isFinished && bond?.isBroken != true }
    final var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Prevents further calls of the handler.
    ///
    /// - Returns: Whether this was the first call. The caller must then ``unlink()`` or
    ///   ``reportEnd()``.
    @usableFromInline
    final func finish() -> Bool { !finished.exchange(true, ordering: .acquiringAndReleasing) }

    /// Finishes the observation because what it observes is gone; no effect if it is finished.
    final func finishAtEnd() {
        guard finish() else { return }
        list = nil
        reportEnd()
    }

    /// Reports the end of what is observed.
    func reportEnd() {
        let onFinish = onFinish
        self.onFinish = nil
        onFinish?()
    }

    /// Releases the handler, or leaves that to the delivery under way.
    final func unlink() {
        onFinish = nil
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
