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
    // A run of the initializer, under way or with the value, which its callers share. Unchecked as its
    // superclass is: all that this class adds is behind a lock.
    private final class Run: FutureState<Value, Failure>, @unchecked Sendable {
        private let task = Lock<Task<Void, Never>?>(nil)

        func begin(_ initializer: @escaping @Sendable () async throws(Failure) -> Value) {
            let task = Task.detached(priority: Task.currentPriority) { [self] in
                await settle(awaiting: initializer)
            }
            self.task.withLock { $0 = task }
        }

        override var hearsOfSettlement: Bool { true }

        /// Tells an initializer that still runs that its value is not needed.
        override func wasSettled() { task.withLock { $0 }?.cancel() }
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
            let future = try join()
            // Leaves the run.
            defer { future.cancel() }
            return try await future.value(onCancel: .detach)
        }
    }

    /// Replaces the value, or provides it before the initializer does.
    ///
    /// Callers that wait get `value` at once, and a run that is under way is cancelled.
    public func set(_ value: Value) {
        let run = Run()
        run.settle(.success(value))
        current.exchange(run)?.settle(.success(value))
    }

    /// Forgets the value, so that the next caller runs the initializer again.
    ///
    /// A running initializer goes on for the callers that wait for it. Later callers do not get its value.
    public func reset() {
        _ = current.exchange(nil)
    }

    private func join() throws -> Future<Value, Failure> {
        try current.withLock { current in
            if !Task.isCancelled, let future = current?.join() { return future }
            // It is settled, and stays so, or this task is cancelled and gets a value that is there.
            if let current, current.hasValue { return Future(current) }
            try Task.checkCancellation()
            // A run that failed is not released here: callers that have not left have it.
            let run = Run()
            run.begin(initializer)
            current = run
            return Future(run).map { $0 }
        }
    }

    /// The number of callers that wait, used by tests.
    var callerCount: Int { current.withLock { $0 }?.joinedCount ?? 0 }
}
