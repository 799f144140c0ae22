import Foundation

/// One dependency of a ``FutureOperation``, settled when the operation may begin as far as it is concerned.
///
/// On Linux an operation has unowned references to its dependents, and crashes if one of them was
/// cancelled and released. So an operation of ours depends, for Foundation, on a gate of its own: an empty
/// operation that only this object knows and starts, and that is released with the operation.
// Unchecked because of its variables, which are set before any other thread knows this object.
final class OperationDependency: FutureState<Void, Never>, @unchecked Sendable {
    /// The operation that must be finished.
    let upstream: Operation
    let requiresSuccess: Bool
    let gate = Operation()

    private weak var operation: (any ResultOperation)?
    /// The entry in the list of an operation of ours.
    private var entry: Dependent?
    /// The operation that runs after one of another class.
    private var watcher: BlockOperation?

    init(
        of operation: any ResultOperation,
        on upstream: Operation,
        requiringSuccess: Bool
    ) {
        self.operation = operation
        self.upstream = upstream
        requiresSuccess = requiringSuccess
        super.init()
        if let upstream = upstream as? any ResultOperation {
            entry = Dependent(self, on: upstream.core)
        } else {
            let watcher = BlockOperation { [weak self] in
                if let self { open(afterFailure: self.upstream.isCancelled) }
            }
            watcher.addDependency(upstream)
            self.watcher = watcher
        }
    }

    /// Waits for the other operation.
    func watch() {
        if let entry {
            if !entry.enter() { dependencyFinished(entry.source) }
        } else if let watcher {
            // A queue for each: in one queue, blocked watchers would delay ready ones.
            OperationQueue().addOperation(watcher)
        }
    }

    override func dependencyFinished(_ core: FutureCore) {
        open(afterFailure: !core.status.isDisjoint(with: [.cancelled, .failed]))
    }

    private func open(afterFailure hasFailed: Bool) {
        if requiresSuccess, hasFailed { operation?.cancel(.dependencyFailed) }
        open()
    }

    /// Lets the operation begin, as far as this dependency is concerned.
    func open() {
        // Held while Foundation uses its unowned reference to it.
        guard let operation, settle(.success(())) else { return }
        gate.start()
        withExtendedLifetime(operation) {}
    }

    /// Stops waiting.
    func detach() {
        if let entry {
            entry.leave()
        } else if let watcher {
            // In this order: the other operation forgets the watcher before the queue releases it.
            watcher.removeDependency(upstream)
            watcher.cancel()
        }
        _ = settleAsCancelled(.requested)
    }

    override var obstacle: Obstacle {
        entry.map { .futures([$0.source]) } ?? .nothing
    }

    /// Releases dependencies one after the other, however long a chain they form.
    ///
    /// Releasing one may release the other operation, which releases its own dependencies here.
    static func release(_ dependencies: consuming [OperationDependency]) {
        if dependencies.isEmpty { return }
        let thread = ThreadRecord.current
        // Consumed, so that no array but the thread's keeps one alive.
        thread.released.append(contentsOf: consume dependencies)
        guard !thread.isReleasing else { return }
        thread.isReleasing = true
        while let dependency = thread.released.popLast() { dependency.detach() }
        thread.isReleasing = false
    }
}
