/// A blocking function that can be called synchronously, as a job, or asynchronously.
///
/// ```swift
/// let chapters = SyncAsyncPair { (title: String) throws(NoSuchBook) in
///     guard title == "Emma" else { throw NoSuchBook(title: title) }
///     Thread.sleep(forTimeInterval: 0.01)
///     return 55
/// }
/// ```
///
/// Call it like a function to run the body on this thread, use ``submit(_:in:priority:)`` to get a
/// future or call a handler, or await ``value(of:in:)``. All forms have the same error type:
/// ``FutureError``, which wraps the body's error. Copies share the same running calls.
public struct SyncAsyncPair<Input: Sendable, Success: Sendable, Failure: Error>: Sendable {
    private let body: @Sendable (Input) throws(Failure) -> Success
    let runs: SharedRuns<Input, Success, Failure>?

    /// Creates a pair in which each call runs the body.
    ///
    /// - Parameter body: The work. It may block.
    public init(_ body: @escaping @Sendable (Input) throws(Failure) -> Success) {
        self.body = body
        runs = nil
    }

    /// Creates a pair in which a call can join a call in progress with an equal input.
    ///
    /// A call that joins gets the outcome of the other call, wherever that runs. Cancelling one of
    /// them does not affect the others; when the last one is cancelled, so is the job.
    ///
    /// - Parameters:
    ///   - joiningRunningCalls: Whether calls join. A call that is already settled is never joined.
    ///   - body: The work. It may block.
    public init(
        joiningRunningCalls: Bool,
        _ body: @escaping @Sendable (Input) throws(Failure) -> Success
    ) where Input: Hashable {
        self.body = body
        runs = joiningRunningCalls ? SharedRuns() : nil
    }

    /// Runs the body on this thread and returns its value, or blocks until the joined call has one.
    ///
    /// - Throws: The error of the body, as ``FutureError/failure(_:)``, or
    ///   ``FutureError/cancelled(_:)`` for an untyped `CancellationError`. A call that joins throws
    ///   the errors of ``Future/wait(timeout:)``.
    @available(*, noasync, message: "This blocks its thread; use `await value(of:)`.")
    public func callAsFunction(_ input: Input) throws(FutureError<Failure>) -> Success {
        guard let runs else {
            let state = FutureState<Success, Failure>()
            state.settle { () throws(Failure) in try body(input) }
            return try state.outcome.get()
        }
        let (future, run, isNew) = runs.enter(input) {
            $0.outcomeSource = SettlingThread(for: Self.self)
        }
        if isNew {
            ThreadWork.current.settling(run) {
                run.settle { () throws(Failure) in try body(input) }
            }
        } else if let cycle = run.wait(nil) {
            future.cancel()
            throw .wouldDeadlock(cycle)
        }
        return try future.wait()
    }

    /// Submits a job that runs the body, and returns the future of its result without waiting.
    ///
    /// - Parameters:
    ///   - input: The argument of the body.
    ///   - queue: The queue of the job, unless the call joins another call.
    ///   - priority: The priority of the job.
    /// - Returns: The future of the result of the body.
    public func submit(
        _ input: Input,
        in queue: FutureQueue = .shared,
        priority: FutureQueue.Priority = .normal
    ) -> Future<Success, Failure> {
        guard let runs else {
            return queue.submit(priority: priority) { [body] () throws(Failure) in try body(input) }
        }
        let (future, run, isNew) = runs.enter(input) { [body] run in
            let work = { run.settle { () throws(Failure) in try body(input) } }
            run.prepare(work, for: queue.core, priority: priority)
        }
        if isNew { queue.core.enqueue(run) }
        return future
    }

    /// Submits a job that runs the body, and calls `handler` once with the outcome.
    ///
    /// - Parameters:
    ///   - input: The argument of the body.
    ///   - queue: The queue of the job, unless the call joins another call.
    ///   - place: The queue on which `handler` is called, as for `whenSettled`; `nil` means the
    ///     thread that settles the future.
    ///   - handler: Called once with the outcome.
    /// - Returns: The future of the call. Use it to cancel the call.
    @discardableResult
    public func submit(
        _ input: Input,
        in queue: FutureQueue = .shared,
        on place: HandlerPlace? = nil,
        handler: @escaping @Sendable (Outcome<Success, Failure>) -> Void
    ) -> Future<Success, Failure> {
        let future = submit(input, in: queue)
        future.whenSettled(on: place, handler)
        return future
    }

    /// Submits a job that runs the body, and calls `handler` once with the outcome, on the main
    /// actor.
    ///
    /// - Parameters:
    ///   - input: The argument of the body.
    ///   - queue: The queue of the job, unless the call joins another call.
    ///   - place: `.main`.
    ///   - handler: Called once with the outcome.
    /// - Returns: The future of the call. Use it to cancel the call.
    @discardableResult
    public func submit(
        _ input: Input,
        in queue: FutureQueue = .shared,
        on place: MainHandlerPlace,
        handler: @escaping @MainActor @Sendable (Outcome<Success, Failure>) -> Void
    ) -> Future<Success, Failure> {
        let future = submit(input, in: queue)
        future.whenSettled(on: place, handler)
        return future
    }

    /// Runs the body in a job, and awaits its value.
    ///
    /// Cancelling the task cancels the call.
    ///
    /// - Parameters:
    ///   - input: The argument of the body.
    ///   - queue: The queue of the job, unless the call joins another call.
    /// - Returns: The value of the body.
    /// - Throws: ``FutureError/failure(_:)`` with the error of the body, or
    ///   ``FutureError/cancelled(_:)``.
    public func value(
        of input: Input,
        in queue: FutureQueue = .shared
    ) async throws(FutureError<Failure>) -> Success {
        try await submit(input, in: queue).value
    }
}
