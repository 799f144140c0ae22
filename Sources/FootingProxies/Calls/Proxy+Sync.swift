extension Proxy {
    /// Calls `body` with the object at the destination, and blocks this thread until it has
    /// returned.
    ///
    /// If this code already runs at the destination, `body` runs immediately, before any queued
    /// calls. Otherwise it runs after all calls that this thread enqueued there.
    ///
    /// The wait has no time-out. If it would complete a cycle of serial queues that wait for each
    /// other, and no other wait of the cycle has a time-out, the program stops with a message that
    /// names the cycle. The program also stops if the destination releases the call without running
    /// it. Use `sync(timeout:_:)` to get an error instead.
    ///
    /// `body` may use the variables of its caller, since the caller is blocked; `body` must not
    /// store any of them in the object. In main-actor code, the compiler treats `body` as
    /// main-actor code as well, although `body` runs at the destination.
    ///
    /// - Throws: The error that `body` throws, unchanged.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable, Failure: Error>(
        _ body: (Target) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        var outcome: Result<Output, Failure>?
        destination.syncOrCall { outcome = Result(of: target, body) }
        guard let outcome else { didNotRun(at: destination) }
        return try outcome.get()
    }

    /// Calls `body` with the object at the destination, and blocks this thread until it has
    /// returned, unless `body` has not begun within `timeout`.
    ///
    /// If this throws, `body` has not run and never will. Once `body` has begun, this waits for its
    /// end. If this code already runs at the destination, `body` runs immediately; otherwise, with
    /// a `timeout` of zero or less, this throws without making the call.
    ///
    /// - Throws: ``InvocationError`` with the code `timedOut` if `body` did not begin in time,
    ///   immediately with `wouldDeadlock` if the destination waits for this code, and with
    ///   `destinationGone` if the destination refused the call or released it without running it.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: (Target) -> Output
    ) throws(InvocationError) -> Output {
        if destination.isCurrent { return body(target) }
        var output: Output?
        try destination.sync(within: timeout) { output = body(target) }
        guard let output else { didNotRun(at: destination) }
        return output
    }

    /// Calls `body` with the object at the destination, and blocks this thread until it has
    /// returned or thrown, unless `body` has not begun within `timeout`.
    ///
    /// An ``InvocationError`` that `body` itself throws is also passed on unchanged. If `body`
    /// makes calls with time-outs, let it return a `Result`: a thrown error then always belongs to
    /// this call.
    ///
    /// - Throws: The error that `body` throws, unchanged, or ``InvocationError`` with the code
    ///   `timedOut`, `wouldDeadlock` or `destinationGone` if `body` did not begin and never will.
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
    /// Captures the result of calling `body` with `target`.
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
