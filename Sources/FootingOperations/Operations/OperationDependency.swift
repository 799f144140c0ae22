import Foundation

/// One dependency of a ``FutureOperation``; settled when it no longer holds the operation back.
///
/// On Linux, an operation has unowned references to its dependents, and crashes if one of them was
/// cancelled and released. So for Foundation, a `FutureOperation` depends on a gate: an empty
/// operation that only this object references and starts, and that is released together with the
/// operation.
// Unchecked because of its variables, which are set before the object is shared.
final class OperationDependency: Drain, @unchecked Sendable {
    /// The operation that must be finished first.
    let upstream: Operation
    let requiresSuccess: Bool
    let gate = Operation()

    private weak var operation: (any ResultOperation)?
    /// An operation that runs after `upstream`, if that is of another class.
    private var watcher: BlockOperation?

    init(
        of operation: any ResultOperation,
        on upstream: Operation,
        requiringSuccess: Bool
    ) {
        self.operation = operation
        self.upstream = upstream
        requiresSuccess = requiringSuccess
        let core = (upstream as? any ResultOperation)?.core
        super.init(of: core.map { [$0] } ?? [])
        if core == nil {
            let watcher = BlockOperation { [weak self] in
                if let self { open(afterSuccess: !self.upstream.isCancelled) }
            }
            watcher.addDependency(upstream)
            self.watcher = watcher
        }
    }

    /// Begins to wait for the other operation.
    func watch() {
        guard let watcher else { return enter() }
        // A separate queue for each watcher: in a shared queue, blocked watchers would delay ready
        // ones.
        OperationQueue().addOperation(watcher)
    }

    override func dependencyFinished(_ core: FutureCore) {
        open(afterSuccess: core.status.isDisjoint(with: [.cancelled, .failed]))
    }

    /// Marks this dependency as fulfilled, so that it no longer holds the operation back.
    func open(afterSuccess hasSucceeded: Bool = true) {
        // Retained while Foundation uses its unowned reference to the operation.
        guard let operation, !isSettled else { return }
        if requiresSuccess, !hasSucceeded { operation.cancel(.dependencyFailed) }
        guard settle(.success(())) else { return }
        gate.start()
        withExtendedLifetime(operation) {}
    }

    /// Stops waiting.
    func detach() {
        if let watcher {
            // This order is needed: the other operation must drop the watcher before the queue
            // releases it.
            watcher.removeDependency(upstream)
            watcher.cancel()
        }
        _ = settleAsCancelled(.requested)
    }

    /// Releases dependencies iteratively, however long a chain they form.
    ///
    /// Releasing one may release the other operation, which releases its own dependencies here.
    static func release(_ dependencies: consuming [OperationDependency]) {
        if dependencies.isEmpty { return }
        let thread = ThreadWork.current
        // Consumed, so that only the thread's array keeps a dependency alive.
        thread.released.append(contentsOf: consume dependencies)
        guard !thread.isReleasing else { return }
        thread.isReleasing = true
        while let dependency = thread.released.popLast() { dependency.detach() }
        thread.isReleasing = false
    }
}
