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

    /// Calls `body` with the object on the main queue asynchronously, and returns a handle for the
    /// result or the error immediately.
    ///
    /// The delay, the order and the handle behave as with `submit` of ``Proxy``.
    public func submit<Output: Sendable>(
        delay: Duration = .zero,
        _ body: consuming @escaping @MainActor (Target) throws -> Output
    ) -> PendingCall<Output> {
        let call: (Target) throws -> Output = { [body = consume body] target in
            try MainActor.assumeIsolated { try body(target) }
        }
        return proxy.submit(delay: delay, consume call)
    }

    /// Calls `body`, which has no result, with the object on the main queue after `delay`, and
    /// returns a handle immediately.
    ///
    /// The handle may be ignored. Otherwise, this is the same call.
    @discardableResult
    public func submit(
        delay: Duration,
        _ body: consuming @escaping @MainActor (Target) -> Void
    ) -> PendingCall<Void> {
        proxy.submit(delay: delay, onMain(consume body))
    }
}
