public import Foundation

/// An operation with a result, for programs that use Foundation's operations.
///
/// ```swift
/// let parse = FutureOperation { () throws(NoTitle) in try title(in: "title: Emma") }
/// operations.addOperation(parse)
/// print(try await parse.future.value)  // Emma
/// ```
///
/// It runs in an `OperationQueue` or, by ``FutureQueue/add(_:)``, in a ``FutureQueue``. The body is a
/// closure, or the ``main()`` of a subclass, which calls ``setResult(_:)``. An operation that is released
/// before it began cancels its future, for the reason ``CancellationReason/abandoned``.
///
/// `cancel()` settles the future at once. The operation is finished when its body has returned, and never
/// before a queue has started it. Dependencies are kept by this class: on Linux an operation of another
/// class must not be released while one that it depends on is unfinished, even if it was cancelled.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
open class FutureOperation<Success: Sendable, Failure: Error>: Operation, ResultOperation,
    @unchecked Sendable
{
    @usableFromInline final let state = FutureState<Success, Failure>()
    final let links = OperationLinks()
    final var core: FutureCore { state }

    /// The future of the result.
    ///
    /// Cancelling it cancels the operation. It may be settled before the operation is finished, never after.
    public final var future: Future<Success, Failure> {
        links.remember(self)
        return Future(state)
    }

    /// Creates an operation for a subclass that overrides ``main()``.
    public override init() {
        super.init()
        state.insert(.operation)
        state.origin = links
        links.type = type(of: self)
    }

    // Convenience initializers, since Swift 6.3 crashes where it compiles a subclass with the error type
    // `Never` that could override them.

    /// Creates an operation with a body that may block.
    ///
    /// - Parameter body: The work, which is released when it has run or when the operation is cancelled
    ///   before it begins. If it throws `CancellationError` as `any Error`, the operation is cancelled.
    @inlinable
    public convenience init(_ body: sending @escaping () throws(Failure) -> Success) {
        self.init()
        // Sound: it was sent here, and only the thread that takes it out of the links calls it, once.
        nonisolated(unsafe) let body = body
        // Inlinable: the caller's module knows the types, which are looked up at run time elsewhere.
        setBlockingBody { [state] in unsafe state.settle(running: body) }
    }

    @usableFromInline
    final func setBlockingBody(_ body: @escaping @Sendable () -> Void) {
        links.setBody(.blocking(body))
    }

    /// Creates an operation with an asynchronous body, which occupies its place in a queue until it returns.
    ///
    /// - Parameter body: The work, in a task of its own, which `cancel()` cancels. It must not block.
    public convenience init(_ body: sending @escaping () async throws(Failure) -> Success) {
        self.init()
        state.insert(.asynchronous)
        // Sound: it was sent here, and only the thread that takes it out of the links calls it, once.
        nonisolated(unsafe) let body = body
        links.setBody(.asynchronous { [state] in unsafe await state.settle(awaiting: body) })
    }

    deinit {
        OperationDependency.release(links.takeDependencies())
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

    /// Runs the operation; queues call this.
    ///
    /// A second call does nothing, nor does one for an operation that is in a ``FutureQueue``. An
    /// asynchronous body goes on after this has returned.
    public final override func start() { run(asJob: false) }

    /// Runs the operation, or ends it if it was cancelled.
    ///
    /// - Parameter isJob: Whether this is a job, which its queue has claimed.
    final func run(asJob isJob: Bool) {
        let begins = links.begin(self, asJob: isJob)
        let runs = begins && (isJob || !state.isSettled && state.claim())
        if isAsynchronous, runs || isJob {
            // The task of a job makes its slot vacant, even if the operation has ended meanwhile.
            state.begin { [self] in
                guard runs else { return }
                if case .asynchronous(let body)? = links.takeBody() { await body() }
                links.end(self)
            }
        } else if begins {
            if runs { ThreadRecord.current.noting(state) { runMain() } }
            links.end(self)
        }
    }

    /// Runs `main()`, and settles with the last result that was set unless the body has settled the future.
    private func runMain() {
        main()
        links.takeResult()?()
        if state.isSettled { return }
        // Not marked as a cancellation, since the operation was not cancelled.
        _ = state.settle(.failed) { state.outcome = .cancelled(.resultNotSet) }
    }

    /// Runs the closure of the operation; a subclass overrides this to do its work and call ``setResult(_:)``.
    ///
    /// Don't call this; `start()` does, unless the operation was cancelled.
    open override func main() {
        if case .blocking(let body)? = links.takeBody() { body() }
    }

    /// Sets the result, which becomes the outcome when ``main()`` has returned.
    ///
    /// Call it in ``main()``, or before the operation begins to set a result for a `main()` that sets
    /// none. The last call counts. If there was none when `main()` returns, the outcome is
    /// a cancellation for the reason ``CancellationReason/resultNotSet``.
    ///
    /// An operation with a closure ignores this result: its outcome is that of the closure.
    ///
    /// - Parameter result: The value, or the error.
    /// - Returns: `false` if the future is settled; `result` is dropped then.
    @discardableResult
    public final func setResult(_ result: Result<Success, Failure>) -> Bool {
        if state.isSettled { return false }
        links.setResult { [weak state] in
            _ = state?.settle { () throws(Failure) in try result.get() }
        }
        return true
    }

    /// Cancels the operation and settles its future, unless that is settled.
    ///
    /// A body that has not begun is released. One that runs is told by `isCancelled`, or by the
    /// cancellation of its task, and its result is dropped.
    open override func cancel() {
        // If this settles the future, the links call this method again.
        if !future.cancel(), isCancelled { super.cancel() }
    }

    // MARK: Dependencies

    /// The operations that must be finished before this one begins.
    public final override var dependencies: [Operation] { links.dependencies }

    /// Lets this operation begin only when another one is finished, with any outcome.
    ///
    /// A dependency that would be refused with an error by ``addDependency(_:requiringSuccess:)`` cancels
    /// this operation, for the reason ``CancellationReason/dependencyRefused``, or is ignored if this one
    /// has begun.
    open override func addDependency(_ operation: Operation) {
        do throws(OperationError) {
            try addDependency(operation, requiringSuccess: false)
        } catch {
            if !isExecuting, !isFinished { cancel(.dependencyRefused) }
        }
    }

    /// Lets this operation begin only when another one is finished.
    ///
    /// An operation of this class that was cancelled before it began counts as finished.
    ///
    /// - Parameters:
    ///   - operation: An operation of any class, in any queue.
    ///   - requiringSuccess: Whether this operation is cancelled, for the reason
    ///     ``CancellationReason/dependencyFailed``, if the other one fails or is cancelled.
    /// - Throws: ``OperationError/dependencyCycle(_:_:)`` if the other operation depends on this one, and
    ///   ``OperationError/alreadyEnqueued(_:)`` if this one has begun or is in a ``FutureQueue``. A circle
    ///   that leads through operations of other classes may go unnoticed.
    /// - Complexity: O(*n*) in the number of dependencies of this operation; if another operation depends
    ///   on this one, also in the number of direct and indirect dependencies of `operation`.
    public final func addDependency(
        _ operation: Operation,
        requiringSuccess: Bool
    ) throws(OperationError) {
        // As long as no operation depends on this one, a new one can't close a circle.
        let mayClose = core.status.contains(.hasDependents) || !(operation is any ResultOperation)
        if operation === self || mayClose && depends(operation, on: self) {
            throw .dependencyCycle(title, operation.title)
        }
        let dependency = OperationDependency(
            of: self,
            on: operation,
            requiringSuccess: requiringSuccess
        )
        guard let isNew = links.add(dependency) else { throw .alreadyEnqueued(title) }
        guard isNew else { return }
        super.addDependency(dependency.gate)
        dependency.watch()
    }

    /// Removes a dependency, so that this operation may begin at once.
    open override func removeDependency(_ operation: Operation) {
        for dependency in links.takeDependencies(on: operation) {
            dependency.open()
            dependency.detach()
        }
    }
}
