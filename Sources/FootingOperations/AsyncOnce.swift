import FootingLocks

/// A value that is computed asynchronously once, on first use, however many tasks read it.
///
/// ```swift
/// let count = AsyncOnce { try await chapters.value(of: "Emma") }
/// print(try await count.value)  // 55
/// ```
///
/// Concurrent callers share one run of the initializer. If a caller's task is cancelled, the others
/// keep waiting; when the last waiting caller is cancelled, so is the run. An error is passed to
/// all waiting callers and is not stored: the next caller runs the initializer again.
public final class AsyncOnce<Value: Sendable, Failure: Error>: Sendable {
    /// A run of the initializer, shared by its callers: in progress, or holding the value.
    typealias Run = FutureState<Value, Failure>

    private let initializer: @Sendable () async throws(Failure) -> Value
    let current = Lock<Run?>(nil)

    /// Creates a value that is computed on first use.
    ///
    /// - Parameter initializer: Computes the value, in a detached task with the first caller's
    ///   priority. It is kept as long as this object, since ``reset()`` may require another run. An
    ///   initializer that awaits its own value waits until its callers are cancelled.
    public init(_ initializer: @escaping @Sendable () async throws(Failure) -> Value) {
        self.initializer = initializer
    }

    /// The value, which a run of the initializer computes on first use.
    ///
    /// - Throws: The error of the initializer, as ``FutureError/failure(_:)``, or
    ///   ``FutureError/cancelled(_:)`` if this task was cancelled before there was a value, or the
    ///   initializer threw an untyped `CancellationError`.
    public var value: Value {
        get async throws(FutureError<Failure>) {
            let future = try join()
            // Leaves the shared run.
            defer { future.cancel() }
            return try await future.value(onCancel: .detach)
        }
    }

    /// Replaces the value, or provides it before the initializer does.
    ///
    /// Waiting callers get `value` immediately, and a run in progress is cancelled.
    public func set(_ value: Value) {
        let run = Run()
        run.settle(.success(value))
        let old = current.exchange(run)
        // An initializer may still be running; its value is not needed.
        if old?.settle(.success(value)) == true { old?.details?.cancelTask() }
    }

    /// Discards the value, so that the next caller runs the initializer again.
    ///
    /// A run in progress continues for the callers that wait for it. Later callers do not get its
    /// value.
    public func reset() {
        _ = current.exchange(nil)
    }

    private func join() throws(FutureError<Failure>) -> Future<Value, Failure> {
        try current.withLock { (current) throws(FutureError<Failure>) in
            if !Task.isCancelled, let future = current?.join() { return future }
            // Either the run is settled, or this task is cancelled and gets a value only if there
            // is one already.
            if let current, current.hasValue { return Future(state: current) }
            if Task.isCancelled { throw .cancelled(.task) }
            // This does not release a failed run: callers that have not left still hold it.
            let run = Run()
            run.outcomeSource = JobDetails()
            run.insert([.hasWork, .claimed])
            run.begin { [initializer] in await run.settle(awaiting: initializer) }
            current = run
            return Future(state: run).map { $0 }
        }
    }
}
