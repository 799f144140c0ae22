import Dispatch

/// Keeps an observation active for as long as the token lives.
///
/// Store the token beside the object that the handler serves, or in an ``ObservationBag``. A token
/// held only by a local variable may be released after the variable's last use. The token of an
/// observation that is bound to an object (`with:`) need not be kept: releasing it does not end the
/// observation.
///
/// A token may be cancelled and released on any thread, even while another thread sets the
/// property. The thread that ends the observation releases the handler and its captures, and runs
/// any `deinit` that follows; handlers are *called* only where the property is set.
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

    /// Creates a token for several observations; without tickets, the token is already over.
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

    /// Whether changes may still arrive: the token is not cancelled, and neither the observed
    /// object nor the object that the observation is bound to has been deallocated.
    public var isLive: Bool { ticket.isLive || others.contains(where: \.isLive) }

    /// Ends the observation.
    ///
    /// After this returns, no further call of the handler starts, and the handler has been
    /// released. A call already running on another thread finishes; a delivery under way releases
    /// the handler when it is done. Cancelling again has no effect; if two threads cancel at once,
    /// the first releases the handler. You may cancel from any thread and from inside any handler.
    public func cancel() {
        for ticket in finish() { ticket.unlink() }
    }

    /// Ends the observation, and releases the handler on another thread.
    ///
    /// Called when a task is cancelled. The runtime holds the task's lock then, so no `deinit` of
    /// the user may run.
    func cancelElsewhere() {
        let tickets = finish()
        if tickets.isEmpty { return }
        DispatchQueue.global().async { for ticket in tickets { ticket.unlink() } }
    }

    /// Prevents further calls of the handler.
    ///
    /// - Returns: The tickets that this call ended, which the caller must unlink.
    func finish() -> [Ticket] {
        if others.isEmpty { return ticket.finish() ? [ticket] : [] }
        return ([ticket] + others).filter { $0.finish() }
    }

    /// Moves the token into a bag, which keeps the observation active until the bag is released.
    public func store(in bag: ObservationBag) {
        bag.insert(self)
    }
}
