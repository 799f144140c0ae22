import Synchronization

/// One registered handler: a link in the ``ObserverList`` of its property.
///
/// The handlers are immutable, so that no thread ever sees one half gone. Only the list keeps an
/// observer alive: unlinking and releasing it is what releases the handlers.
@safe
@usableFromInline
final class Observer {
    /// An unmanaged reference; the list owns one retain.
    typealias Link = Unmanaged<Observer>

    /// Calls the handler with the `ValueChange` at the address, of the type that the property has.
    let deliver: (UnsafeRawPointer) -> Void
    let onEnd: (() -> Void)?
    let origin: ObservationOrigin
    let needs: Needs
    let ticket: Ticket

    /// The part of a change that the observer needs beside the new value, after an access in place.
    @usableFromInline
    enum Needs: Sendable {
        case newValue
        /// The old value, for which the access copies the value.
        case oldValue
        /// What was done to the value.
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

    /// Ends the observation, unless it is over: the value is gone.
    func end() {
        guard ticket.finish() else { return }
        ticket.source = nil
        onEnd?()
    }
}

/// The state that an observation shares with its token: whether it is over.
///
/// The token holds this and not the observer, so that a token which is kept after the end keeps no
/// handler.
// Unchecked for the variables. `link` belongs to the owner of the list. `source` and `derivation` are
// set before anybody else has the ticket; later only the one call that ends the observation uses them.
@safe
@usableFromInline
class Ticket: @unchecked Sendable {
    private let over = Atomic(false)
    @usableFromInline final let bond: Bond?

    /// The list that the observer is registered with, if it is a single one; `nil` once that is over.
    final var source: ObserverList?
    /// The observer, while it is in the list.
    final var link: Observer.Link?
    /// The derivation that calls the handler, if it depends on any number of sources.
    final var derivation: Derivation?

    @usableFromInline
    init(bond: Bond? = nil) {
        self.bond = bond
    }

    /// The ticket of the whole observation.
    var whole: Ticket { self }

    final var isLive: Bool { !isOver && bond?.isBroken != true }
    final var isOver: Bool { over.load(ordering: .acquiring) }

    /// Returns whether this call is the one that ended the observation.
    @usableFromInline
    final func finish() -> Bool { !over.exchange(true, ordering: .acquiringAndReleasing) }

    /// Releases the handler, or leaves that to the delivery that is under way.
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

/// A weak reference to the object that an observation ends with.
// Unchecked for the reference: it is never written, and reading a weak reference is atomic.
@safe
@usableFromInline
final class Bond: @unchecked Sendable {
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
    /// The position of the key path in a list of them.
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
