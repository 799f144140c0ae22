import FootingLocks
import Foundation

/// The phase, the dependencies, the body and the result of an operation.
// Unchecked because of `type`, which is set before the object is shared.
final class OperationLinks: JobDetails, @unchecked Sendable {
    enum Phase {
        case waiting
        /// The operation is a job of a ``FutureQueue``, which will start it.
        case enqueued
        case executing, finished
    }

    private struct State {
        var phase = Phase.waiting
        var dependencies: [OperationDependency] = []
        /// The operation, retained from when it is enqueued or begins until it finishes.
        var active: (any ResultOperation)?
        /// The operation, if code that has only its future may cancel it.
        ///
        /// `nil` until then: a weak reference makes every retain and release of an object slower.
        weak var waiting: (any ResultOperation)?
        /// Runs the body, which settles the future.
        var body: Body?
        /// Settles the future with the last result that was set.
        var result: (@Sendable () -> Void)?
    }

    enum Body: Sendable {
        case blocking(@Sendable () -> Void)
        case asynchronous(@Sendable () async -> Void)
    }

    private let state = Lock(State())
    var type: Operation.Type?

    var phase: Phase { state.withLock { $0.phase } }
    var dependencies: [Operation] { state.withLock { $0.dependencies }.map(\.upstream) }

    /// Stores the operation, so that cancelling its future can cancel the operation.
    func remember(_ operation: any ResultOperation) {
        state.withLock { if $0.phase == .waiting { $0.waiting = operation } }
    }

    // MARK: Running

    func setBody(_ body: Body) {
        state.withLock { $0.body = body }
    }

    func claimBody() -> Body? {
        state.withLock { $0.body.take() }
    }

    /// Replaces the result, and returns the old one, to be released without the lock.
    func exchangeResult(_ result: (@Sendable () -> Void)?) -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state.result = result }
            return state.result
        }
    }

    /// Marks the operation as begun; returns `false` if it has begun before or if its queue must
    /// begin it.
    func begin(_ operation: any ResultOperation, asJob: Bool) -> Bool {
        operation.willChangeValue(forKey: "isExecuting")
        let (isFirst, isJob) = state.withLock { state in
            let isJob = state.phase == .enqueued
            // A cancelled job can finish without a worker.
            let mayBegin = isJob ? asJob || operation.core.isCancelled : state.phase == .waiting
            if mayBegin {
                state.phase = .executing
                state.active = operation
            }
            return (mayBegin, isJob)
        }
        if keysAreObserved || !isJob { operation.didChangeValue(forKey: "isExecuting") }
        return isFirst
    }

    /// Marks the operation as finished, and releases its resources.
    func finish(_ operation: any ResultOperation) {
        operation.willChangeValue(forKey: "isExecuting")
        operation.willChangeValue(forKey: "isFinished")
        let old = state.withLock { state in
            defer { state = State(phase: .finished) }
            return state
        }
        // Called first: an `OperationQueue` that then looks for the next operation finds the
        // dependents of this one, and need not search all blocked operations.
        operation.core.finish()
        if keysAreObserved { operation.didChangeValue(forKey: "isExecuting") }
        operation.didChangeValue(forKey: "isFinished")
        // Foundation on Linux keeps the block, and with it often the operation.
        operation.completionBlock = nil
        OperationDependency.release(old.dependencies)
    }

    // MARK: The job

    /// Makes the operation a job of a queue; returns `false` if it has begun or is already in a
    /// queue.
    func enqueue(_ operation: any ResultOperation, in queue: FutureQueue) -> Bool {
        let job = operation.core
        let name = operation.name
        let priority = FutureQueue.Priority(operation.queuePriority)
        return state.withLock { state in
            guard state.phase == .waiting else { return false }
            state.phase = .enqueued
            state.active = operation
            describe(job, name: name, dependencies: state.dependencies)
            job.prepare(nil, for: queue.core, priority: priority)
            return true
        }
    }

    override func claimWork() -> (() -> Void)? {
        state.withLock { $0.active }.map { operation in { operation.run(asJob: true) } }
    }

    override func didCancel() {
        _ = claimBody()
        let (operation, dependencies) = state.withLock { state in
            (state.active ?? state.waiting, state.dependencies)
        }
        for dependency in dependencies { dependency.detach() }
        operation?.cancel()
        // Ends a job that has not begun; has no effect on any other job.
        if let operation, operation.core.queue != nil { operation.start() }
    }

    // MARK: Dependencies

    /// Adds a dependency, unless there is an equal one; returns `nil` if it is too late.
    func add(_ dependency: OperationDependency) -> Bool? {
        state.withLock { state in
            guard state.phase == .waiting else { return nil }
            let isKnown = state.dependencies.contains {
                $0.upstream === dependency.upstream
                    && $0.requiresSuccess == dependency.requiresSuccess
            }
            if !isKnown { state.dependencies.append(dependency) }
            return !isKnown
        }
    }

    /// Removes and returns the dependencies on an operation, or all of them.
    func removeDependencies(on upstream: Operation? = nil) -> [OperationDependency] {
        state.withLock { state in
            defer { state.dependencies.removeAll { upstream == nil || $0.upstream === upstream } }
            return state.dependencies.filter { upstream == nil || $0.upstream === upstream }
        }
    }
}
