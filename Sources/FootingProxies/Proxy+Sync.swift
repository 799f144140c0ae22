extension Proxy {
    /// Calls `body` with the object at the destination, and blocks until it has returned.
    ///
    /// Runs `body` at once where this is the destination already, ahead of calls still queued.
    /// From elsewhere it runs after all that this thread enqueued there.
    ///
    /// It waits however long it takes. Two queues that wait for each other wait forever, and
    /// waiting for a queue that is itself waiting for this code, as in A → B → A, stops the program in
    /// Dispatch. Where that can't be ruled out, use `sync(timeout:_:)`.
    ///
    /// `body` may use what its caller may, since the caller stands still meanwhile; nothing of that
    /// must be left with the object. In code of the main actor it is taken for such code as well,
    /// though it runs at the destination.
    ///
    /// - Throws: What `body` throws, as it is.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable, Failure: Error>(
        _ body: (Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if destination.isCurrent { return try body(target) }
        var outcome: Result<Output, Failure>?
        destination.sync { outcome = Result(of: target, body) }
        // Reached only by a `Destination` of the program's own whose `wait` breaks its contract.
        guard let outcome else { preconditionFailure("\(destination.name) did not run the work.") }
        return try outcome.get()
    }

    /// Calls `body` with the object at the destination, and blocks until it has returned, unless it
    /// has not begun within `timeout`.
    ///
    /// After the error `body` has not run and never will. Once begun it is always waited for. Where
    /// this is the destination already it runs at once; from elsewhere a `timeout` of zero or less is
    /// over before the call is made.
    ///
    /// - Throws: ``InvocationError`` with the code `timedOut` if `body` did not begin in time.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: (Target) -> Output
    ) throws(InvocationError) -> Output {
        if destination.isCurrent { return body(target) }
        var output: Output?
        let ran = TimedCall.run(within: timeout, { output = body(target) }) {
            destination.enqueue($0)
        }
        guard ran, let output else {
            throw InvocationError(.timedOut, at: destination.name, timeout: timeout)
        }
        return output
    }

    /// Calls `body` with the object at the destination, and blocks until it has returned or thrown,
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
        _ body: (Target) throws -> Output
    ) throws -> Output {
        try sync(timeout: timeout) { Result(of: $0, body) }.get()
    }
}

extension Result {
    /// What `body` makes of `target`.
    @inlinable
    @inline(__always)
    init<Target>(of target: Target, _ body: (Target) throws(Failure) -> Success) {
        do throws(Failure) {
            self = .success(try body(target))
        } catch {
            self = .failure(error)
        }
    }
}
