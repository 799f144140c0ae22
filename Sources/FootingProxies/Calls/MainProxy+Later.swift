extension MainProxy {
    /// Calls `body` with the object on the main queue, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not cancel the call.
    ///
    /// - Throws: The error that `body` throws, unchanged.
    @inlinable
    public func run<Output: Sendable, Failure: Error>(
        _ body: consuming @escaping @MainActor (Target) throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let call: (Target) -> sending Result<Output, Failure> = { [body = consume body] target in
            MainActor.assumeIsolated { Result(of: target, body) }
        }
        return try await proxy.run(consume call).get()
    }

    /// Calls `body` with the object asynchronously on the main queue, and returns a handle
    /// immediately.
    ///
    /// - Returns: A handle with which to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        after(.zero, consume body)
    }

    /// Calls `body` with the object on the main queue after `delay`, and returns a handle
    /// immediately.
    ///
    /// The delay, the order and the handle behave as with `after` of ``Proxy``.
    @discardableResult
    public func after(
        _ delay: Duration,
        _ body: consuming @escaping @MainActor (Target) -> Void
    ) -> PendingCall<Void> {
        proxy.after(delay, onMain(consume body))
    }

    /// Calls `body` with the object on the main queue after `delay`, and returns a handle for the
    /// result or the error.
    public func after<Output: Sendable>(
        _ delay: Duration,
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        let call: (Target) throws -> Output = { [body = consume body] target in
            try MainActor.assumeIsolated { try body(target) }
        }
        return proxy.after(delay, consume call)
    }
}
