extension MainProxy {
    /// Calls `body` with the object on the main queue, and blocks until it has returned.
    ///
    /// Runs `body` at once where this is the main queue already, ahead of calls still queued. From
    /// elsewhere it runs after all that this thread enqueued there. If nothing serves the main queue
    /// it waits forever: see ``MainDestination/isServed(within:)`` and `sync(timeout:_:)`.
    ///
    /// - Throws: What `body` throws, as it is.
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
    /// After the error `body` has not run and never will. Once begun it is always waited for. On the
    /// main queue itself it runs at once; from elsewhere a `timeout` of zero or less is over before
    /// the call is made.
    ///
    /// - Throws: ``InvocationError`` with the code `timedOut` if `body` did not begin in time.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) -> Output
    ) throws(InvocationError) -> Output {
        if MainDestination.isCurrent { return MainActor.assumeIsolated { body(target) } }
        var output: Output?
        let ran = TimedCall.run(
            within: timeout,
            { output = MainActor.assumeIsolated { body(target) } },
            enqueue: { MainDestination.enqueue($0) }
        )
        guard ran, let output else {
            throw InvocationError(.timedOut, at: "the main queue", timeout: timeout)
        }
        return output
    }

    /// Calls `body` with the object on the main queue, and blocks until it has returned or thrown,
    /// unless it has not begun within `timeout`.
    ///
    /// An ``InvocationError`` that `body` itself throws arrives as it is, too. Where `body` makes
    /// timed calls of its own, let it return a `Result`: what is thrown then is of this call.
    ///
    /// - Throws: What `body` throws, as it is, or ``InvocationError`` with the code `timedOut` if it
    ///   did not begin in time, and then it never will.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: @MainActor (Target) throws -> Output
    ) throws -> Output {
        try sync(timeout: timeout) { target in Result(of: target, body) }.get()
    }

    /// What `body` makes of the object, on the main queue.
    @inlinable
    func outcome<Output: Sendable, Failure: Error>(
        of body: @MainActor (Target) throws(Failure) -> Output
    ) -> Result<Output, Failure> {
        MainActor.assumeIsolated { Result(of: target, body) }
    }
}
