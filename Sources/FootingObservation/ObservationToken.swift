/// Keeps an observation going for as long as the token lives.
///
/// Store it beside the object that the handler serves, or in an ``ObservationBag``. A token held only
/// by a local variable may end after the variable's last use. The token of an observation that is bound
/// to an object (`with:`) need not be kept: releasing it ends nothing.
///
/// A token may be cancelled and released on any thread, also while the property is being set on
/// another. The thread that ends the observation releases the handler and its captures, as it would
/// release the last reference to an object; handlers are *called* only where the property is set.
public final class ObservationToken: Sendable {
    private let ticket: Ticket
    private let others: ArraySlice<Ticket>
    private let endsOnRelease: Bool

    @usableFromInline
    init(_ ticket: Ticket, endsOnRelease: Bool = true) {
        self.ticket = ticket
        others = []
        self.endsOnRelease = endsOnRelease
    }

    /// A token of several observations, or of one that is over.
    @usableFromInline
    init(_ tickets: [Ticket], endsOnRelease: Bool = true) {
        ticket = tickets.first ?? Ticket()
        if tickets.isEmpty { _ = ticket.finish() }
        others = tickets.dropFirst()
        self.endsOnRelease = endsOnRelease
    }

    deinit {
        if endsOnRelease { cancel() }
    }

    /// Whether changes may still arrive: neither was this cancelled, nor is the observed object gone,
    /// nor the object that the observation is bound to.
    public var isLive: Bool { ticket.isLive || others.contains(where: \.isLive) }

    /// Ends the observation.
    ///
    /// When this returns, no further call of the handler starts, and the handler is released. A call
    /// that is running on another thread finishes; a delivery that is under way releases the handler
    /// when it is done. Cancelling again does nothing; of two threads that cancel at once, the first
    /// releases the handler. You may cancel from any thread and from inside any handler.
    public func cancel() {
        for ticket in finish() { ticket.unlink() }
    }

    /// Lets no further call of the handler start.
    ///
    /// - Returns: The tickets that this call ended, which the caller has to unlink.
    func finish() -> [Ticket] {
        if others.isEmpty { return ticket.finish() ? [ticket] : [] }
        return ([ticket] + others).filter { $0.finish() }
    }

    /// Leaves the token to a bag, which keeps the observation going until the bag is released.
    public func store(in bag: ObservationBag) {
        bag.insert(self)
    }
}
