extension Proxy {
    /// Calls `body` with the object at the destination, later, and returns a handle at once.
    ///
    /// - Returns: A handle to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming sending @escaping (Target) throws -> Output
    ) -> PendingCall<Output> {
        let parcel = Parcel((target, consume body))
        return PendingCall(at: .destination(destination), with: parcel) { try $0.1($0.0) }
    }

    /// Calls `body` with the object at the destination when `delay` is over, and returns a handle at once.
    ///
    /// Calls with one deadline are made in the order in which they were asked for. A delay of zero or less is
    /// none, and one that is too long for the clock is never over. The object is held until the call is made
    /// or cancelled; `weak.after` does not hold it.
    ///
    /// - Parameters:
    ///   - delay: The time after which the call is sent to its destination.
    ///   - body: The work to do with the object.
    /// - Returns: A handle to cancel the call, or to wait for it.
    @discardableResult
    public func after(
        _ delay: Duration,
        _ body: consuming sending @escaping (Target) -> Void
    ) -> PendingCall<Void> {
        let parcel = Parcel((target, consume body))
        return PendingCall(at: .destination(destination), after: delay, with: parcel) { $0.1($0.0) }
    }

    /// Calls `body` with the object at the destination when `delay` is over, and returns a handle at once.
    ///
    /// As the form for a body without a result, and the handle has the result or the error.
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: consuming sending @escaping (Target) throws -> Output
    ) -> PendingCall<Output> {
        let parcel = Parcel((target, consume body))
        return PendingCall(at: .destination(destination), after: delay, with: parcel) {
            try $0.1($0.0)
        }
    }
}
