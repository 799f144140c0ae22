extension MainProxy {
    /// Calls `body` with the object on the main queue, and blocks this thread until it has
    /// returned.
    ///
    /// Behaves like `sync` of ``Proxy``: it runs `body` inline on the main queue itself, has no
    /// time-out, and stops the program instead of deadlocking. If no thread serves the main queue,
    /// the wait never ends: see ``MainDestination/isServed(within:)``.
    ///
    /// - Throws: The error that `body` throws, unchanged.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable, Failure: Error>(
        _ body: @MainActor (Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        try proxy.sync { target in MainActor.assumeIsolated { Result(of: target, body) } }.get()
    }

    /// Calls `body` with the object on the main queue, and blocks this thread until it has
    /// returned, unless `body` has not begun within `timeout`.
    ///
    /// Behaves like `sync(timeout:_:)` of ``Proxy``: if this throws, `body` has not run and never
    /// will.
    ///
    /// - Throws: ``InvocationError`` with the code `timedOut` or `wouldDeadlock`.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) -> Output
    ) throws(InvocationError) -> Output {
        try proxy.sync(timeout: timeout) { target in MainActor.assumeIsolated { body(target) } }
    }

    /// Calls `body` with the object on the main queue, and blocks this thread until it has returned
    /// or thrown, unless `body` has not begun within `timeout`.
    ///
    /// - Throws: The error that `body` throws, unchanged, or ``InvocationError`` with the code
    ///   `timedOut` or `wouldDeadlock` if `body` did not begin and never will.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) throws -> Output
    ) throws -> Output {
        try sync(timeout: timeout) { target in Result(of: target, body) }.get()
    }
}
