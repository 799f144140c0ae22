extension Proxy {
    /// Calls `body` with the object at the destination, and suspends until it has returned.
    ///
    /// Blocks no thread. Cancelling the task does not cancel the call. If the destination releases
    /// the call without running it, the program stops with a message.
    ///
    /// The result of `body` need not be `Sendable` if `body` creates it and no other code retains
    /// it. The compiler can't check this for an object that is `@unchecked Sendable`: in that case,
    /// `body` must not return part of the object's state.
    ///
    /// - Throws: The error that `body` throws, unchanged.
    @inlinable
    public func run<Output, Failure: Error>(
        _ body: consuming sending @escaping (Target) throws(Failure) -> sending Output
    ) async throws(Failure) -> sending Output {
        let awaited = AwaitedResult<Output, Failure>()
        let work = { [target, body = consume body] in awaited.result = Result(of: target, body) }
        await destination.run(consume work)
        // Safe: the destination has released the job, and `body` sent the result.
        nonisolated(unsafe) let result = awaited.result
        guard let result = unsafe result else { didNotRun(at: destination) }
        return try result.get()
    }

    /// Calls `body` with the object at the destination asynchronously, and returns a handle for the
    /// result or the error immediately.
    ///
    /// Calls with equal deadlines run in the order in which they were made. A delay of zero or less
    /// is no delay, and a delay too long for the clock never ends. A ``WorkerThread`` that is
    /// stopped, or a run loop whose thread ends, refuses the call at that moment. The object is
    /// retained until the call is made, cancelled or refused; `weak.submit` does not retain it.
    ///
    /// - Parameters:
    ///   - delay: The time after which the call is sent to the destination.
    ///   - body: The work.
    /// - Returns: A handle with which to wait for the result, or to cancel the call.
    public func submit<Output: Sendable>(
        delay: Duration = .zero,
        _ body: consuming sending @escaping (Target) throws -> Output
    ) -> PendingCall<Output> {
        let call = { [target, body = consume body] in try body(target) }
        return PendingCall(at: destination, after: delay, consume call)
    }

    /// Calls `body`, which has no result, with the object at the destination after `delay`, and
    /// returns a handle immediately.
    ///
    /// The handle may be ignored. Otherwise, this is the same call.
    @discardableResult
    public func submit(
        delay: Duration,
        _ body: consuming sending @escaping (Target) -> Void
    ) -> PendingCall<Void> {
        let call = { [target, body = consume body] in body(target) }
        return PendingCall(at: destination, after: delay, consume call)
    }
}
