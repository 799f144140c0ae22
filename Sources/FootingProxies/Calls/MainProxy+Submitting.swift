extension MainProxy {
    /// Calls `body` with the object on the main queue, later, and returns a handle at once.
    ///
    /// - Returns: A handle to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        PendingCall(at: .main, with: Parcel((target, consume body))) { contents in
            let (target, body) = contents
            return try MainActor.assumeIsolated { try body(target) }
        }
    }

    /// Calls `body` with the object on the main queue when `delay` is over, and returns a handle at once.
    ///
    /// Calls with one deadline are made in the order in which they were asked for. A delay of zero or less is
    /// none, and one that is too long for the clock is never over. The object is held until the call is made
    /// or cancelled; `weak.after` does not hold it.
    ///
    /// - Parameters:
    ///   - delay: The time after which the call is sent to the main queue.
    ///   - body: The work to do with the object.
    /// - Returns: A handle to cancel the call, or to wait for it.
    @discardableResult
    public func after(
        _ delay: Duration,
        _ body: consuming @escaping @MainActor (Target) -> Void
    ) -> PendingCall<Void> {
        PendingCall(at: .main, after: delay, with: Parcel((target, consume body))) { contents in
            let (target, body) = contents
            MainActor.assumeIsolated { body(target) }
        }
    }

    /// Calls `body` with the object on the main queue when `delay` is over, and returns a handle at once.
    ///
    /// As the form for a body without a result, and the handle has the result or the error.
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        PendingCall(at: .main, after: delay, with: Parcel((target, consume body))) { contents in
            let (target, body) = contents
            return try MainActor.assumeIsolated { try body(target) }
        }
    }
}
