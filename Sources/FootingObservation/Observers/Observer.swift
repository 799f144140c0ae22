import Synchronization

/// One registered handler: a link in the ``ObserverList`` of its property.
///
/// The closures are immutable, so that no thread ever sees a half-released one. Only the list
/// retains an observer: unlinking and releasing it releases the closures.
@safe
@usableFromInline
final class Observer {
    /// An unmanaged reference; the list owns one retain.
    typealias Link = Unmanaged<Observer>

    /// Calls the handler with the `ValueChange` at the address, which has the property's type.
    let deliver: (UnsafeRawPointer) -> Void
    let onEnd: (() -> Void)?
    let origin: ObservationOrigin
    let needs: Needs
    let ticket: Ticket

    /// The part of a change, besides the new value, that the observer needs after an in-place
    /// access.
    @usableFromInline
    enum Needs: Sendable {
        case newValue
        /// The old value; the access must copy it in advance.
        case oldValue
        /// The edits that were made.
        case edits
    }

    // Only the owner of the list reads and writes these.
    var next: Link?
    var previous: Link?

    @usableFromInline
    init(
        origin: ObservationOrigin,
        ticket: Ticket,
        onEnd: (() -> Void)?,
        needs: Needs = .newValue,
        deliver: @escaping (UnsafeRawPointer) -> Void
    ) {
        self.needs = needs
        unsafe self.deliver = deliver
        self.onEnd = onEnd
        self.origin = origin
        self.ticket = ticket
    }

    /// Ends the observation because the value has ended; has no effect if the observation is over.
    func end() {
        guard ticket.finish() else { return }
        ticket.source = nil
        onEnd?()
    }
}

/// The state that an observation shares with its token: whether the observation is over.
///
/// The token refers to this and not to the observer, so that a token kept after the end does not
/// keep the handler.
// Unchecked for the variables. `link` belongs to the owner of the list. `source` and `derivation`
// are set before the ticket is shared; later, only the one call that ends the observation uses
// them.
@safe
@usableFromInline
class Ticket: @unchecked Sendable {
    private let over = Atomic(false)
    @usableFromInline final let bond: Bond?

    /// The list that the observer is registered with; `nil` for a derivation, and after the end.
    final var source: ObserverList?
    /// The observer, while it is in the list.
    final var link: Observer.Link?
    /// The derivation that calls the handler; `nil` for an observer of a single list.
    final var derivation: Derivation?

    @usableFromInline
    init(bond: Bond? = nil) {
        self.bond = bond
    }

    /// The ticket of the whole observation.
    var whole: Ticket { self }

    final var isLive: Bool { !isOver && bond?.isBroken != true }
    final var isOver: Bool { over.load(ordering: .acquiring) }

    /// Ends the observation, and returns whether this call ended it.
    @usableFromInline
    final func finish() -> Bool { !over.exchange(true, ordering: .acquiringAndReleasing) }

    /// Releases the handler, or leaves that to the delivery under way.
    final func unlink() {
        if let source {
            self.source = nil
            source.unlink(self)
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

/// A weak reference to the object that an observation is bound to.
// Unchecked for the reference, which is never written. Reading a weak reference is atomic.
@safe
@usableFromInline
class Bond: @unchecked Sendable {
    private weak var object: AnyObject?
    var isBroken: Bool { object == nil }

    @usableFromInline
    init(to object: AnyObject) {
        self.object = object
    }
}

/// The place where an observation began, for diagnostics.
@usableFromInline
struct ObservationOrigin {
    let keyPath: AnyKeyPath?
    /// The index of the key path in the list passed to `observe(anyOf:)`.
    let position: Int?
    let fileID: StaticString
    let line: UInt

    @usableFromInline
    init(keyPath: AnyKeyPath?, at position: Int? = nil, fileID: StaticString, line: UInt) {
        self.keyPath = keyPath
        self.position = position
        self.fileID = fileID
        self.line = line
    }

    var callSite: String { "\(fileID):\(line)" }
}

@available(*, unavailable)
extension Observer: Sendable {}

@available(*, unavailable)
extension ObservationOrigin: Sendable {}
