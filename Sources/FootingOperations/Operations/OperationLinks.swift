import FootingLocks
import Foundation

/// A ``FutureOperation`` without its types.
protocol ResultOperation: Operation {
    var core: FutureCore { get }
    var links: OperationLinks { get }
    func run() async
}

/// The phase, the dependencies, the job and the task of an operation.
// Unchecked because of `operation` and `type`, which are set before any other thread knows this object.
final class OperationLinks: @unchecked Sendable {
    enum Phase {
        case waiting, executing, finished
    }

    private struct State {
        var phase = Phase.waiting
        var dependencies: [OperationDependency] = []
        /// The job in a ``FutureQueue``, from the time it is submitted until the operation is finished.
        var job: OperationJob?
        /// The task of an asynchronous body in an `OperationQueue`.
        var task: Task<Void, Never>?
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
    weak var operation: Operation? {
        didSet { type = operation.map { Swift.type(of: $0) } }
    }
    /// The class of the operation, for messages.
    private(set) var type: Operation.Type?

    var phase: Phase { state.withLock { $0.phase } }
    var job: OperationJob? { state.withLock { $0.job } }
    var dependencies: [Operation] { state.withLock { $0.dependencies }.map(\.upstream) }

    // MARK: Running

    func setBody(_ body: Body) {
        state.withLock { $0.body = body }
    }

    func takeBody() -> Body? {
        state.withLock { $0.body.take() }
    }

    func setResult(_ result: @escaping @Sendable () -> Void) {
        let old = state.withLock { state in
            defer { state.result = result }
            return state.result
        }
        withExtendedLifetime(old) {}
    }

    func takeResult() -> (@Sendable () -> Void)? {
        state.withLock { $0.result.take() }
    }

    /// Notes that the operation begins; `false` if it has begun before.
    func begin(_ operation: Operation) -> Bool {
        operation.willChangeValue(forKey: "isExecuting")
        let (isFirst, isJob) = state.withLock { state in
            guard state.phase == .waiting else { return (false, false) }
            state.phase = .executing
            return (true, state.job != nil)
        }
        if keysAreObserved || !isJob { operation.didChangeValue(forKey: "isExecuting") }
        return isFirst
    }

    /// Notes that the operation is finished, and releases its body and its dependencies.
    func end(_ operation: Operation, _ core: FutureCore) {
        operation.willChangeValue(forKey: "isExecuting")
        operation.willChangeValue(forKey: "isFinished")
        let old = state.withLock { state in
            defer { state = State(phase: .finished) }
            return state
        }
        // First: an `OperationQueue` that then looks for the next operation finds the dependents of this
        // one, and need not look at all blocked operations.
        core.finish()
        if keysAreObserved { operation.didChangeValue(forKey: "isExecuting") }
        operation.didChangeValue(forKey: "isFinished")
        // Linux keeps it, and with it often the operation.
        operation.completionBlock = nil
        OperationDependency.release(old.dependencies)
    }

    func setTask(_ task: Task<Void, Never>) {
        state.withLock { if $0.phase == .executing { $0.task = task } }
    }

    func cancelTask() {
        // Cancelled after the lock: that runs cancellation handlers of the body.
        state.withLock { $0.task }?.cancel()
    }

    /// Cancels the operation, its job and its task when the future was cancelled.
    func cancel() {
        let (job, dependencies) = state.withLock { ($0.job, $0.dependencies) }
        for dependency in dependencies { dependency.detach() }
        operation?.cancel()
        cancelTask()
        job?.cancel(.requested)
    }

    /// Makes the job of the operation from its dependencies; `nil` if it has begun or has a job.
    func enqueue(_ make: ([OperationDependency]) -> OperationJob) -> OperationJob? {
        state.withLock { state in
            guard state.phase == .waiting, state.job == nil else { return nil }
            let job = make(state.dependencies)
            state.job = job
            return job
        }
    }

    // MARK: Dependencies

    /// Adds a dependency, unless there is an equal one; `nil` if it is too late.
    func add(_ dependency: OperationDependency) -> Bool? {
        state.withLock { state in
            guard state.phase == .waiting, state.job == nil else { return nil }
            let isKnown = state.dependencies.contains {
                $0.upstream === dependency.upstream
                    && $0.requiresSuccess == dependency.requiresSuccess
            }
            if !isKnown { state.dependencies.append(dependency) }
            return !isKnown
        }
    }

    /// Takes out the dependencies on an operation, or all of them.
    func takeDependencies(on upstream: Operation? = nil) -> [OperationDependency] {
        state.withLock { state in
            let all = state.dependencies
            state.dependencies = upstream == nil ? [] : all.filter { $0.upstream !== upstream }
            return upstream == nil ? all : all.filter { $0.upstream === upstream }
        }
    }
}

/// Whether `operation` is `other` or depends on it, directly or through other operations.
func depends(_ operation: Operation, on other: Operation) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var rest = [operation]
    while let next = rest.popLast() {
        if next === other { return true }
        if seen.insert(ObjectIdentifier(next)).inserted { rest += next.dependencies }
    }
    return false
}

extension Operation {
    /// The name of the operation in messages.
    var title: String { name ?? "\(type(of: self))" }
}
