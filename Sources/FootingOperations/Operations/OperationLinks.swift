import FootingLocks
import Foundation

/// A ``FutureOperation`` without its types.
protocol ResultOperation: Operation {
    var core: FutureCore { get }
    var links: OperationLinks { get }
    func run() async
}

/// What an operation is apart from its result: its phase, its dependencies, its job and its task.
// Unchecked because of `operation`, which is set before any other thread knows this object.
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
    }

    private let state = Lock(State())
    weak var operation: Operation?

    var phase: Phase { state.withLock { $0.phase } }
    var job: OperationJob? { state.withLock { $0.job } }
    var dependencies: [Operation] { state.withLock { $0.dependencies }.map(\.upstream) }

    // MARK: Running

    /// Notes that the operation begins; `false` if it has begun before.
    func begin() -> Bool {
        guard let operation else { return false }
        operation.willChangeValue(forKey: "isExecuting")
        let isFirst = state.withLock { state in
            guard state.phase == .waiting else { return false }
            state.phase = .executing
            return true
        }
        operation.didChangeValue(forKey: "isExecuting")
        return isFirst
    }

    /// Notes that the operation is finished, and releases what it needed.
    func end(_ core: FutureCore) {
        guard let operation else { return }
        operation.willChangeValue(forKey: "isExecuting")
        operation.willChangeValue(forKey: "isFinished")
        let old = state.withLock { state in
            defer { state = State(phase: .finished) }
            return state
        }
        operation.didChangeValue(forKey: "isExecuting")
        operation.didChangeValue(forKey: "isFinished")
        // Linux keeps it, and with it often the operation.
        operation.completionBlock = nil
        core.finish()
        OperationDependency.release(old.dependencies)
    }

    func setTask(_ task: Task<Void, Never>) {
        state.withLock { if $0.phase == .executing { $0.task = task } }
    }

    func cancelTask() {
        // Cancelled after the lock: that runs cancellation handlers of the body.
        state.withLock { $0.task }?.cancel()
    }

    /// Tells everybody that the future was cancelled.
    func cancel() {
        let (job, dependencies) = state.withLock { ($0.job, $0.dependencies) }
        for dependency in dependencies { dependency.detach() }
        operation?.cancel()
        cancelTask()
        job?.cancel(.requested)
    }

    /// Makes the job of the operation, for a queue that submits it.
    ///
    /// - Parameter make: Makes the job from the dependencies.
    func enqueue(
        as title: String,
        _ make: ([OperationDependency]) -> OperationJob
    ) throws(OperationError) -> OperationJob {
        try state.withLock { state throws(OperationError) in
            guard state.phase == .waiting, state.job == nil else { throw .alreadyEnqueued(title) }
            let job = make(state.dependencies)
            state.job = job
            return job
        }
    }

    // MARK: Dependencies

    /// Adds a dependency; `false` if there is one on the same operation already.
    func add(
        _ dependency: OperationDependency,
        of operation: Operation
    ) throws(OperationError) -> Bool {
        let title = operation.title
        return try state.withLock { state throws(OperationError) in
            guard state.phase == .waiting, state.job == nil else { throw .alreadyEnqueued(title) }
            let isKnown = state.dependencies.contains {
                $0.upstream === dependency.upstream
                    && $0.requiresSuccess == dependency.requiresSuccess
            }
            if !isKnown { state.dependencies.append(dependency) }
            return !isKnown
        }
    }

    func removeDependencies(on upstream: Operation) -> [OperationDependency] {
        state.withLock { state in
            defer { state.dependencies.removeAll { $0.upstream === upstream } }
            return state.dependencies.filter { $0.upstream === upstream }
        }
    }

    func takeDependencies() -> [OperationDependency] {
        state.withLock { state in
            defer { state.dependencies = [] }
            return state.dependencies
        }
    }

    /// The way by dependencies from one operation to another one, which would be closed to a circle.
    func circle(from first: Operation, to last: any ResultOperation) -> [Operation]? {
        if first === last { return [last, last] }
        // Nobody could have come from there, unless by operations of other classes.
        guard last.core.status.contains(.hasDependents) || !(first is any ResultOperation) else {
            return nil
        }
        var rest = [first]
        var previous = [ObjectIdentifier(first): last as Operation]
        while let operation = rest.popLast() {
            for dependency in operation.dependencies {
                let isNew = previous.updateValue(operation, forKey: ObjectIdentifier(dependency)) == nil
                if dependency === last {
                    var way: [Operation] = [last]
                    repeat {
                        way.append(previous[ObjectIdentifier(way[way.count - 1])] ?? last)
                    } while way.last !== last
                    return way.reversed()
                }
                if isNew { rest.append(dependency) }
            }
        }
        return nil
    }
}

extension Operation {
    /// The name of the operation in messages.
    var title: String { name ?? "\(type(of: self))" }
}
