import Dispatch
import FootingWaiting

/// A closure to call when a future is settled.
// Unchecked because of `links`, which are guarded by the list.
class Handler: ListEntry, @unchecked Sendable {
    @safe @exclusivity(unchecked) final var links = ListLinks()

    /// The place where a handler is called.
    enum Place {
        /// On the thread that settles the future.
        case here
        case queue(DispatchQueue)
        case mainActor

        init(_ place: HandlerPlace?) {
            self = place.map { .queue($0.queue) } ?? .here
        }
    }

    final let place: Place
    /// The future's revocation count when this handler was registered.
    ///
    /// `nil` for a link to a derived future, which is never revoked.
    final let revocations: UInt32?
    final let body: @Sendable () -> Void

    init(
        at place: Place = .here,
        revocations: UInt32? = nil,
        _ body: @escaping @Sendable () -> Void
    ) {
        self.place = place
        self.revocations = revocations
        self.body = body
    }
}
