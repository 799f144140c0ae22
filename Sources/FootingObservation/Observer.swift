import Synchronization

/// One registered handler: a link in the ``ObserverList`` of its property.
///
/// The handlers are immutable, so that no thread ever sees one half gone. Only the list keeps an
/// observer alive: unlinking and releasing it is what releases the handlers.
@safe
@usableFromInline
final class Observer {
    /// A reference that counts only where the list says so.
    typealias Link = Unmanaged<Observer>

    /// Calls the handler with the `ValueChange` at the address, of the type that the property has.
    let deliver: (UnsafeRawPointer) -> Void
    let onEnd: (() -> Void)?
    let origin: ObservationOrigin
    let ticket = Ticket()

    // Only the owner of the list reads and writes these.
    var next: Link?
    var previous: Link?

    @usableFromInline
    init(
        origin: ObservationOrigin,
        onEnd: (() -> Void)?,
        deliver: @escaping (UnsafeRawPointer) -> Void
    ) {
        unsafe self.deliver = deliver
        self.onEnd = onEnd
        self.origin = origin
    }
}

/// What an observer and its token share: whether the observation is over.
///
/// The token holds this and not the observer, so that a token which is kept after the end keeps no
/// handler.
// Unchecked for `link` alone: only the owner of the list reads and writes it.
@safe
final class Ticket: @unchecked Sendable {
    private let over = Atomic(false)

    /// The observer, while it is in the list.
    var link: Observer.Link?

    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Returns whether this call is the one that ended the observation.
    func finish() -> Bool { !over.exchange(true, ordering: .acquiringAndReleasing) }
}

/// What an observation is called in a diagnostic.
@usableFromInline
struct ObservationOrigin {
    let keyPath: AnyKeyPath
    let fileID: StaticString
    let line: UInt

    @usableFromInline
    init(keyPath: AnyKeyPath, fileID: StaticString, line: UInt) {
        self.keyPath = keyPath
        self.fileID = fileID
        self.line = line
    }

    var callSite: String { "\(fileID):\(line)" }
}

@available(*, unavailable)
extension Observer: Sendable {}

@available(*, unavailable)
extension ObservationOrigin: Sendable {}
