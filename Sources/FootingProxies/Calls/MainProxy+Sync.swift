extension MainProxy {
    /// Calls `body` with the object on the main queue, and blocks this thread until it has returned.
    ///
    /// As `sync` of ``Proxy``: inline on the main queue itself, without a time-out, with a stop of the program
    /// instead of a deadlock. If nothing serves the main queue, the wait never ends: see
    /// ``MainDestination/isServed(within:)``.
    ///
    /// - Throws: Any error that `body` throws, as it is.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable, Failure: Error>(
        _ body: @MainActor (Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        try proxy.sync { target in MainActor.assumeIsolated { Result(of: target, body) } }.get()
    }

    /// Calls `body` with the object on the main queue, and blocks this thread until it has returned, unless
    /// `body` has not begun within `timeout`.
    ///
    /// As `sync(timeout:_:)` of ``Proxy``: after an error `body` has not run and never will.
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

    /// Calls `body` with the object on the main queue, and blocks this thread until it has returned or thrown,
    /// unless `body` has not begun within `timeout`.
    ///
    /// - Throws: Any error that `body` throws, as it is, or ``InvocationError`` with the code `timedOut` or
    ///   `wouldDeadlock` if `body` did not begin and never will.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) throws -> Output
    ) throws -> Output {
        try sync(timeout: timeout) { target in Result(of: target, body) }.get()
    }
}
