public import Foundation

/// An operation with a result, for programs that use Foundation's operations.
///
/// ```swift
/// let parse = FutureOperation { () throws(NoTitle) in try title(in: "title: Emma") }
/// operations.addOperation(parse)
/// print(try await parse.future.value)  // Emma
/// ```
///
/// It runs in an `OperationQueue` or, after ``FutureQueue/add(_:)``, in a ``FutureQueue``. The body
/// is a closure, or the ``main()`` of a subclass, which calls ``setResult(_:)``. If an operation is
/// released before it begins, its future is cancelled for the reason
/// ``CancellationReason/abandoned``.
///
/// `cancel()` settles the future immediately. The operation is finished when its body has returned,
/// and never before a queue has started it. This class manages its own dependencies. Other
/// operation classes do not: on Linux, an operation of another class must not be released while one
/// that it depends on is unfinished, even if it was cancelled.
// Unchecked because its superclass is: all that this class adds is constant and Sendable.
open class FutureOperation<Success: Sendable, Failure: Error>: Operation, ResultOperation,
    @unchecked Sendable
{
    @usableFromInline final let state = FutureState<Success, Failure>()
    final let links = OperationLinks()
    final var core: FutureCore { state }

    /// The future of the result.
    ///
    /// Cancelling the future cancels the operation. The future is settled before the operation is
    /// finished or at the same time, never later.
    public final var future: Future<Success, Failure> {
        links.remember(self)
        return Future(state: state)
    }

    /// Creates an operation for a subclass that overrides ``main()``.
    public override init() {
        super.init()
        state.insert(.hasWork)
        state.outcomeSource = links
        links.type = type(of: self)
    }

    // Convenience initializers, because Swift 6.3 crashes when it compiles a subclass with the
    // error type `Never` that could override designated ones.

    /// Creates an operation with a body that may block.
    ///
    /// - Parameter body: The work. It is released after it has run, or when the operation is
    ///   cancelled before it begins. If it throws `CancellationError` as `any Error`, the operation
    ///   is cancelled.
    @inlinable
    public convenience init(_ body: sending @escaping () throws(Failure) -> Success) {
        self.init()
        // Safe: the closure was sent here, and only the thread that takes it from the links calls
        // it, once.
        nonisolated(unsafe) let body = body
        // Inlinable, to be specialized in the caller's module; elsewhere, the types are looked up
        // at run time.
        setBlockingBody { [state] in unsafe state.settle(running: body) }
    }

    @usableFromInline
    final func setBlockingBody(_ body: @escaping @Sendable () -> Void) {
        links.setBody(.blocking(body))
    }

    /// Creates an operation with an asynchronous body, which occupies a slot of the queue until it
    /// returns.
    ///
    /// - Parameter body: The work, in a separate task, which `cancel()` cancels. It must not block.
    public convenience init(_ body: sending @escaping () async throws(Failure) -> Success) {
        self.init()
        state.insert(.asynchronous)
        // Safe: the closure was sent here, and only the thread that takes it from the links calls
        // it, once.
        nonisolated(unsafe) let body = body
        links.setBody(.asynchronous { [state] in unsafe await state.settle(awaiting: body) })
    }

    deinit {
        OperationDependency.release(links.removeDependencies())
        if !core.isSettled { _ = state.settleAsCancelled(.abandoned) }
    }

    // MARK: Running

    /// Whether the body is asynchronous.
    public final override var isAsynchronous: Bool { state.status.contains(.asynchronous) }

    /// Whether the operation was cancelled before it had a result.
    public final override var isCancelled: Bool { state.isCancelled }

    /// Whether the operation has begun and is not finished.
    public final override var isExecuting: Bool { links.phase == .executing }

    /// Whether the body has returned, or a queue has started the operation after it was cancelled.
    public final override var isFinished: Bool { links.phase == .finished }

    /// Runs the operation; called by queues.
    ///
    /// A second call has no effect, nor does a call for an operation in a ``FutureQueue``. An
    /// asynchronous body continues after this method has returned.
    public final override func start() {
        state.settleIfMarked()
        run(asJob: false)
    }

    /// Runs the operation, or finishes it if it was cancelled.
    ///
    /// - Parameter isJob: Whether the operation is a job that its queue has claimed.
    final func run(asJob isJob: Bool) {
        let begins = links.begin(self, asJob: isJob)
        let runs = begins && (isJob || !state.isSettled && state.claim())
        if isAsynchronous, runs || isJob {
            // The task of a job frees its slot, even if the operation has finished in the meantime.
            state.begin { [self] in
                guard runs else { return }
                if case .asynchronous(let body)? = links.claimBody() { await body() }
                links.finish(self)
            }
        } else if begins {
            if runs {
                // A worker of a `FutureQueue` has already noted its job.
                let thread = ThreadWork.current
                if unsafe thread.queue == nil { thread.settling(state, runMain) } else { runMain() }
            }
            links.finish(self)
        }
    }

    /// Runs `main()`, and settles the future with the last result that was set, unless the body has
    /// settled it.
    private func runMain() {
        main()
        links.exchangeResult(nil)?()
        if state.isSettled { return }
        // Marked as failed rather than cancelled, since the operation was not cancelled.
        _ = state.settle(.failed) { state.outcome = .cancelled(.resultNotSet) }
    }

    /// Performs the work.
    ///
    /// A subclass overrides this method and calls ``setResult(_:)``; this implementation runs the
    /// closure of the operation.
    ///
    /// Don't call this method; `start()` calls it, unless the operation was cancelled.
    open override func main() {
        if case .blocking(let body)? = links.claimBody() { body() }
    }

    /// Sets the result, which becomes the outcome when ``main()`` has returned.
    ///
    /// Call this method in ``main()``, or before the operation begins to provide a default result.
    /// The last call takes effect. If `main()` returns and no result was set, the outcome is a
    /// cancellation for the reason ``CancellationReason/resultNotSet``.
    ///
    /// An operation with a closure ignores this result: its outcome is that of the closure.
    ///
    /// - Parameter result: The value or the error.
    /// - Returns: `false` if the future is already settled; `result` is then discarded.
    @discardableResult
    public final func setResult(_ result: Result<Success, Failure>) -> Bool {
        if state.isSettled { return false }
        _ = links.exchangeResult { [weak state] in
            state?.settle { () throws(Failure) in try result.get() }
        }
        return true
    }

    /// Cancels the operation and settles its future, unless the future is already settled.
    ///
    /// A body that has not begun is released. A running body can check `isCancelled`, or its task
    /// is cancelled; its result is discarded.
    open override func cancel() {
        // If this settles the future, the links call this method again.
        if !future.cancel(), isCancelled { super.cancel() }
    }

    // MARK: Dependencies

    /// The operations that must be finished before this one begins.
    public final override var dependencies: [Operation] { links.dependencies }

    /// Makes this operation wait until another one is finished, with any outcome.
    ///
    /// If ``addDependency(_:requiringSuccess:)`` would throw an error for the dependency, this
    /// method cancels this operation for the reason ``CancellationReason/dependencyRefused``. If
    /// this operation has already begun, the dependency is ignored.
    open override func addDependency(_ operation: Operation) {
        do throws(OperationError) {
            try addDependency(operation, requiringSuccess: false)
        } catch {
            if !isExecuting, !isFinished { cancel(.dependencyRefused) }
        }
    }

    /// Makes this operation wait until another one is finished.
    ///
    /// A `FutureOperation` that was cancelled before it began counts as finished.
    ///
    /// - Parameters:
    ///   - operation: An operation of any class, in any queue.
    ///   - requiringSuccess: Whether this operation is cancelled, for the reason
    ///     ``CancellationReason/dependencyFailed``, if the other one fails or is cancelled.
    /// - Throws: ``OperationError/Code/dependencyCycle`` if the other operation depends on this
    ///   one, and ``OperationError/Code/alreadyEnqueued`` if this one has begun or is in a
    ///   ``FutureQueue``. A cycle through operations of other classes may not be detected.
    /// - Complexity: O(*n*) in the number of dependencies of this operation; if another operation
    ///   depends on this one, also in the number of direct and indirect dependencies of
    ///   `operation`.
    public final func addDependency(
        _ operation: Operation,
        requiringSuccess: Bool
    ) throws(OperationError) {
        // While no operation depends on this one, a new dependency can't create a cycle.
        let mayCompleteCycle =
            core.status.contains(.hasDependents) || !(operation is any ResultOperation)
        if operation === self || mayCompleteCycle && operation.depends(on: self) {
            throw OperationError(
                .dependencyCycle,
                operation: title,
                dependency: operation.title
            )
        }
        let dependency = OperationDependency(
            of: self,
            on: operation,
            requiringSuccess: requiringSuccess
        )
        let isNew = links.add(dependency)
        guard isNew == true else {
            dependency.detach()
            if isNew == false { return }
            throw OperationError(.alreadyEnqueued, operation: title)
        }
        super.addDependency(dependency.gate)
        dependency.watch()
    }

    /// Removes a dependency; if it was the last one, this operation may begin.
    open override func removeDependency(_ operation: Operation) {
        for dependency in links.removeDependencies(on: operation) {
            dependency.open()
            dependency.detach()
        }
    }
}
