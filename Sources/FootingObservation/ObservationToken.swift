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
    private let registration: Registration
    private let others: [Registration]
    private let endsOnRelease: Bool

    @usableFromInline
    init(_ registration: Registration, endsOnRelease: Bool = true) {
        self.registration = registration
        others = []
        self.endsOnRelease = endsOnRelease
    }

    /// Creates a token for several observations; without registrations, the token is already over.
    @usableFromInline
    init(_ registrations: [Registration], endsOnRelease: Bool = true) {
        registration = registrations.first ?? Registration(of: nil, fileID: #fileID, line: #line)
        if registrations.isEmpty { _ = registration.finish() }
        others = Array(registrations.dropFirst())
        self.endsOnRelease = endsOnRelease
    }

    deinit {
        if endsOnRelease { cancel() }
    }

    /// Whether changes may still arrive: the token is not cancelled, and neither the observed
    /// object nor the object that the observation is bound to has been deallocated.
    public var isLive: Bool { registration.isLive || others.contains(where: \.isLive) }

    /// Ends the observation.
    ///
    /// After this returns, no further call of the handler starts, and the handler has been
    /// released. A call already running on another thread finishes; a delivery under way releases
    /// the handler when it is done. Cancelling again has no effect; if two threads cancel at once,
    /// the first releases the handler. You may cancel from any thread and from inside any handler.
    public func cancel() {
        if others.isEmpty { return registration.cancel() }
        for registration in finish() { registration.unlink() }
    }

    /// Ends the observation, and releases the handler on another thread.
    ///
    /// Called when a task is cancelled. The runtime holds the task's lock then, so no `deinit` of
    /// the user may run.
    func cancelElsewhere() {
        let finished = finish()
        if finished.isEmpty { return }
        DispatchQueue.global().async { for registration in finished { registration.unlink() } }
    }

    /// Prevents further calls of the handler.
    ///
    /// - Returns: The registrations that this call ended, which the caller must unlink.
    func finish() -> [Registration] {
        if others.isEmpty { return registration.finish() ? [registration] : [] }
        return ([registration] + others).filter { $0.finish() }
    }

    /// Moves the token into a bag, which keeps the observation active until the bag is released.
    public func store(in bag: ObservationBag) {
        bag.insert(self)
    }
}
