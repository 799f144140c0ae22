/// Keeps an observation going for as long as the token lives.
///
/// Store it beside what the handler serves, or in an ``ObservationBag``. A token held only by a local
/// variable may end after the variable's last use.
///
/// A token may be cancelled and released on any thread, also while the property is being set on
/// another: it reaches only what is made for that. The handler and what it captured are released by
/// the thread that ends the observation, as the last reference to an object is; they are never
/// *called* anywhere but where the property is set.
public final class ObservationToken: Sendable {
    private let list: ObserverList?
    private let ticket: Ticket

    init(list: ObserverList, ticket: Ticket) {
        self.list = list
        self.ticket = ticket
    }

    /// A token of an observation that is over already.
    @usableFromInline
    init() {
        list = nil
        ticket = Ticket()
        _ = ticket.finish()
    }

    deinit {
        cancel()
    }

    /// Whether changes may still arrive: neither was this cancelled nor is the observed object gone.
    public var isLive: Bool { !ticket.isOver }

    /// Ends the observation.
    ///
    /// When this returns, no further call of the handler starts, and the handler is released. A call
    /// that is running on another thread finishes; a delivery that is under way releases the handler
    /// when it is done. Cancelling again does nothing; of two threads that cancel at once, the first
    /// releases the handler. You may cancel from any thread and from inside any handler.
    public func cancel() {
        if finish() { unlink() }
    }

    /// Lets no further call of the handler start.
    ///
    /// - Returns: Whether this call ended the observation, and the caller has to ``unlink()`` it.
    func finish() -> Bool { ticket.finish() }

    /// Releases the handler, or leaves that to the delivery that is under way.
    func unlink() { list?.unlink(ticket) }

    /// Leaves the token to a bag, which keeps the observation going until the bag is released.
    public func store(in bag: ObservationBag) {
        bag.insert(self)
    }
}
