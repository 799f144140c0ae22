import FootingLocks

/// A value that is made asynchronously once, when it is first read, however many tasks read it.
///
/// ```swift
/// let count = AsyncOnce { try await chapters.value(of: "Emma") }
/// print(try await count.value)  // 55
/// ```
///
/// Callers that ask at the same time share one run of the initializer. A caller whose task is cancelled
/// leaves the others waiting; when the last one leaves, the run is cancelled. A failure goes to all
/// that wait, and is not kept: the next caller runs the initializer again.
public final class AsyncOnce<Value: Sendable, Failure: Error>: Sendable {
    // A run of the initializer, under way or with the value. Unchecked because of its variables; the
    // comment of each names its guard.
    private final class Run: FutureState<Value, Failure>, @unchecked Sendable {
        /// Set before any other thread has the run.
        var task: Task<Void, Never>?
        /// The number of tasks that wait, guarded by the lock of `current`.
        var callers = 0
    }

    private let initializer: @Sendable () async throws(Failure) -> Value
    private let current = Lock<Run?>(nil)

    /// Creates a value that is still to be made.
    ///
    /// - Parameter initializer: Makes the value, in a detached task with the first caller's priority.
    ///   It is kept as long as this object, since ``reset()`` needs it again. If it awaits its own
    ///   value, it waits until its callers leave.
    public init(_ initializer: @escaping @Sendable () async throws(Failure) -> Value) {
        self.initializer = initializer
    }

    /// The value, made now if there is none.
    ///
    /// - Throws: The error of the initializer, or `CancellationError` if it threw that, or if this task
    ///   was cancelled before there was a value.
    public var value: Value {
        get async throws {
            let run = try join()
            defer { leave(run) }
            return try await Future(run).value(onCancel: .detach)
        }
    }

    /// Replaces the value, or provides it before the initializer does.
    ///
    /// Callers that wait get `value` at once, and a run that is under way is cancelled.
    public func set(_ value: Value) {
        let run = Run()
        run.settle(.success(value))
        if let old = exchange(run), old.settle(.success(value)) { old.task?.cancel() }
    }

    /// Forgets the value, so that the next caller runs the initializer again.
    ///
    /// A running initializer goes on for the callers that wait for it. Later callers do not get its value.
    public func reset() {
        _ = exchange(nil)
    }

    /// Replaces the current run, and returns it to be released without the lock.
    private func exchange(_ run: Run?) -> Run? {
        current.withLock { current in
            defer { current = run }
            return current
        }
    }

    private func join() throws -> Run {
        try current.withLock { current in
            if current?.hasValue != true { try Task.checkCancellation() }
            // A run that failed is not released here: callers that have not left have it.
            let run = current.flatMap { $0.hasFailed ? nil : $0 } ?? Run()
            run.callers += 1
            if run !== current {
                run.task = Task.detached(priority: Task.currentPriority) { [initializer] in
                    await run.settle(awaiting: initializer)
                }
                current = run
            }
            return run
        }
    }

    private func leave(_ run: Run) {
        let isUnwanted = current.withLock { current in
            run.callers -= 1
            guard run.callers == 0, !run.hasValue else { return false }
            if current === run { current = nil }
            return true
        }
        // This runs cancellation handlers of the initializer.
        if isUnwanted { run.task?.cancel() }
    }

    /// The number of callers that wait, used by tests.
    var callerCount: Int { current.withLock { $0?.callers ?? 0 } }
}
