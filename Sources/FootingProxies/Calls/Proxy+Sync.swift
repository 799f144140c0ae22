extension Proxy {
    /// Calls `body` with the object at the destination, and blocks this thread until it has returned.
    ///
    /// If this code already runs at the destination, `body` runs at once, ahead of calls still queued.
    /// Otherwise it runs after all calls that this thread enqueued there.
    ///
    /// The wait has no time-out. If it would close a cycle of serial queues that wait for each other, and
    /// no other wait of the cycle has a time-out, the program stops with a sentence that names the cycle. It
    /// also stops if the destination releases the call without making it. Use `sync(timeout:_:)` to get an error
    /// instead.
    ///
    /// `body` may use the variables of its caller, since the caller is blocked meanwhile; `body` must not
    /// leave any of them with the object. In code of the main actor the compiler takes `body` for such code as
    /// well, though it runs at the destination.
    ///
    /// - Throws: Any error that `body` throws, as it is.
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

    /// Calls `body` with the object at the destination, and blocks this thread until it has returned, unless
    /// `body` has not begun within `timeout`.
    ///
    /// After an error `body` has not run and never will. A body that has begun is always waited for. If
    /// this code already runs at the destination, `body` runs at once; otherwise a `timeout` of zero or
    /// less is over before the call is made.
    ///
    /// - Throws: ``InvocationError`` with the code `timedOut` if `body` did not begin in time, with
    ///   `wouldDeadlock`, at once, if the destination waits for this code, and with `destinationGone` if the
    ///   destination refused the call or released it without making it.
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

    /// Calls `body` with the object at the destination, and blocks this thread until it has returned or thrown,
    /// unless `body` has not begun within `timeout`.
    ///
    /// An ``InvocationError`` that `body` itself throws also
    /// arrives as it is. If `body` makes timed calls of its own, let it return a `Result`: an error that is
    /// thrown then belongs to this call.
    ///
    /// - Throws: Any error that `body` throws, as it is, or ``InvocationError`` if `body` did not begin
    ///   and never will: with the code `timedOut`, `wouldDeadlock` or `destinationGone`.
    @available(*, noasync, message: "This blocks its thread; use `await run { }`.")
    @inlinable
    public func sync<Output: Sendable>(
        timeout: Duration,
        _ body: (Target) throws -> Output
    ) throws -> Output {
        try sync(timeout: timeout) { Result(of: $0, body) }.get()
    }
}

/// Stops the program because a wait at `destination` returned, and its work had not run.
///
/// Reached only with a `Destination` whose own `sync` breaks its contract.
@usableFromInline
func didNotRun(at destination: any Destination) -> Never {
    fatalError("\(destination.name) did not run the work.")
}

extension Result {
    /// The result of calling `body` with `target`.
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
