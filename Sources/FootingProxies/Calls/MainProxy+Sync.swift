extension MainProxy {
    /// Calls `body` with the object on the main queue, and blocks until it has returned.
    ///
    /// If this code already runs on the main queue, `body` runs at once, ahead of calls still queued.
    /// Otherwise it runs after all calls that this thread enqueued there. If nothing serves the main
    /// queue, the wait never ends: see ``MainDestination/isServed(within:)`` and `sync(timeout:_:)`.
    ///
    /// If the wait would close a cycle of serial queues that wait for each other, and no other wait of the
    /// cycle has a time-out, the program stops with a sentence that names the cycle.
    ///
    /// - Parameter body: The work to do with the object.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws, as it is.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable, Failure: Error>(
        _ body: @MainActor (Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if MainDestination.isCurrent { return try outcome(of: body).get() }
        var result: Result<Output, Failure>?
        MainDestination.sync { result = outcome(of: body) }
        // Not reached: Dispatch's `sync` returns only after the block did.
        guard let result else { preconditionFailure("The main queue did not run the work.") }
        return try result.get()
    }

    /// Calls `body` with the object on the main queue, and blocks until it has returned, unless it
    /// has not begun within `timeout`.
    ///
    /// After an error `body` has not run and never will. A body that has begun is always waited for. On
    /// the main queue itself `body` runs at once; elsewhere a `timeout` of zero or less is over before
    /// the call is made.
    ///
    /// - Parameters:
    ///   - timeout: The time within which `body` must begin.
    ///   - body: The work to do with the object.
    /// - Returns: The result of `body`.
    /// - Throws: ``InvocationError`` with the code `timedOut` if `body` did not begin in time, and with
    ///   `wouldDeadlock`, at once, if the main queue waits for this code.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) -> Output
    ) throws(InvocationError) -> Output {
        if MainDestination.isCurrent { return MainActor.assumeIsolated { body(target) } }
        var output: Output?
        try MainDestination.sync(within: timeout) {
            output = MainActor.assumeIsolated { body(target) }
        }
        // Not reached: the body ran, since nothing was thrown.
        guard let output else { preconditionFailure("The main queue did not run the work.") }
        return output
    }

    /// Calls `body` with the object on the main queue, and blocks until it has returned or thrown,
    /// unless it has not begun within `timeout`.
    ///
    /// An ``InvocationError`` that `body` itself throws also arrives as it is. If `body` makes timed calls
    /// of its own, let it return a `Result`: an error that is thrown then belongs to this call.
    ///
    /// - Parameters:
    ///   - timeout: The time within which `body` must begin.
    ///   - body: The work to do with the object.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws, as it is, or ``InvocationError`` if `body` did not begin
    ///   and never will: with the code `timedOut`, or with `wouldDeadlock`.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) throws -> Output
    ) throws -> Output {
        try sync(timeout: timeout) { target in Result(of: target, body) }.get()
    }

    /// The result of `body` with the object, on the main queue.
    @inlinable
    func outcome<Output: Sendable, Failure: Error>(
        of body: @MainActor (Target) throws(Failure) -> Output
    ) -> Result<Output, Failure> {
        MainActor.assumeIsolated { Result(of: target, body) }
    }
}
