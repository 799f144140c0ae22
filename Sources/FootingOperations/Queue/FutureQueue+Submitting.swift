extension FutureQueue {
    /// The order in which the jobs of a queue begin.
    ///
    /// A minor release may add priorities, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Priority: Hashable, Sendable {
        /// Begins before all other jobs.
        case high
        /// Begins before jobs of low priority.
        case normal
        /// Begins after all other jobs.
        case low
    }

    /// Adds a job and returns the future of its result.
    ///
    /// This never waits. The job runs even if you release the future. `body` is released after the
    /// job has run or was cancelled. If `body` throws `CancellationError` as `any Error`, the
    /// future is cancelled.
    ///
    /// `body` runs outside of any task: it has no task-local values and no actor isolation.
    ///
    /// A job with dependencies begins when all of them have finished, whatever their outcomes. A
    /// job has finished when its body has returned, even if its future was cancelled earlier.
    ///
    /// - Parameters:
    ///   - name: The name of the job in messages.
    ///   - priority: Jobs of a higher priority begin first. Jobs of the same priority begin in the
    ///     order of submission.
    ///   - dependencies: The futures that must have finished before the job begins.
    ///   - requiringSuccess: Whether the job is cancelled, for the reason
    ///     ``CancellationReason/dependencyFailed``, if a dependency fails or is cancelled.
    ///   - body: The work, which runs on a thread of the queue and may block. It can check
    ///     ``isCurrentJobCancelled``.
    /// - Returns: The future of the result of `body`.
    /// - Complexity: O(*n*) in the number of dependencies.
    @inlinable
    public func submit<Success, Failure>(
        name: String? = nil,
        priority: Priority = .normal,
        after dependencies: [any Dependency] = [],
        requiringSuccess: Bool = false,
        _ body: sending @escaping () throws(Failure) -> Success
    ) -> Future<Success, Failure> {
        let state = FutureState<Success, Failure>()
        if name != nil || !dependencies.isEmpty {
            addDetails(to: state, name, dependencies, requiringSuccess)
        }
        enqueue(state, priority) { state.settle(running: body) }
        return Future(state: state)
    }

    /// Adds a job with an asynchronous body and returns the future of its result without waiting.
    ///
    /// The job keeps its slot until `body` returns. It uses a thread only while it is not
    /// suspended: a thread of Swift's concurrency pool, not of the queue. Cancelling the future
    /// cancels the task. Otherwise this behaves like `submit` with a blocking body.
    ///
    /// - Parameters:
    ///   - name: The name of the job in messages.
    ///   - priority: Jobs of a higher priority begin first. Jobs of the same priority begin in the
    ///     order of submission.
    ///   - dependencies: The futures that must have finished before the job begins.
    ///   - requiringSuccess: Whether the job is cancelled if a dependency fails or is cancelled.
    ///   - body: The work, in a separate task. It must not block.
    /// - Returns: The future of the result of `body`.
    /// - Complexity: O(*n*) in the number of dependencies.
    public func submit<Success, Failure>(
        name: String? = nil,
        priority: Priority = .normal,
        after dependencies: [any Dependency] = [],
        requiringSuccess: Bool = false,
        _ body: sending @escaping () async throws(Failure) -> Success
    ) -> Future<Success, Failure> {
        let state = FutureState<Success, Failure>()
        addDetails(to: state, name, dependencies, requiringSuccess)
        state.insert(.asynchronous)
        // Safe: `body` was sent here, and only the task of the job calls it, once.
        nonisolated(unsafe) let body = body
        enqueue(state, priority) { state.begin { unsafe await state.settle(awaiting: body) } }
        return Future(state: state)
    }

    /// Cancels a future and submits a job in its place.
    ///
    /// Nothing else in the queue changes. If this is called on the queue or actor on which the
    /// handlers of `old` run, none of its handlers for a value or an error begins afterwards, even
    /// if `old` was already settled. For work that is submitted repeatedly, use ``LatestOnly``.
    ///
    /// - Parameters:
    ///   - old: The future to cancel, or `nil`.
    ///   - body: The work, as for `submit`.
    /// - Returns: The future of the result of `body`.
    public func replace<Success, Failure>(
        _ old: Future<Success, Failure>?,
        with body: sending @escaping () throws(Failure) -> Success
    ) -> Future<Success, Failure> {
        old?.cancel()
        return submit(body)
    }

    @usableFromInline
    func enqueue(_ job: FutureCore, _ priority: Priority, _ work: sending @escaping () -> Void) {
        job.prepare(work, for: core, priority: priority)
        core.enqueue(job)
    }

    @usableFromInline
    func addDetails(
        to job: FutureCore,
        _ name: String?,
        _ dependencies: [any Dependency],
        _ requiresSuccess: Bool
    ) {
        let details = JobDetails()
        job.outcomeSource = details
        details.describe(
            job,
            name: name,
            dependencies: dependencies.map(\.anyFuture.core),
            requiresSuccess: requiresSuccess
        )
    }
}
