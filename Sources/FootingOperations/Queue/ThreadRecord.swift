import FootingThreadStack

/// The state of one thread, accessed only by that thread.
///
/// Handlers settle futures, whose handlers settle futures; dropped work releases promises, whose
/// handlers drop work; transforms of settled futures derive futures, whose transforms run at once.
/// Each is a nested call, so a long chain would need a deep stack. Up to a
/// certain depth, the calls are direct. Deeper calls are deferred until the outermost call on the
/// thread has returned, or until the thread is about to block: one of them may settle the future
/// that it waits for.
// Unchecked because of `awaited`, which other threads read under a lock.
@safe
final class ThreadRecord: @unchecked Sendable {
    /// A call into foreign code, which may call back into this library.
    typealias Call = (future: FutureCore, calls: FutureCore.Calls)

    /// The queue that this thread works for.
    ///
    /// Safe: the worker retains it for that time.
    unowned(unsafe) var queue: QueueCore?

    /// The jobs that this thread runs, the innermost last.
    ///
    /// Safe: the runner of each job retains it for that time.
    var jobs: [Unmanaged<FutureCore>] = unsafe []

    /// The future that blocks this thread in a job; guarded by the lock of ``WaitGraph``.
    var awaited: FutureCore?

    /// The operation dependencies that this thread is releasing.
    var released: [OperationDependency] = []
    var isReleasing = false

    /// The stack address below which a wait must not run another job.
    private lazy var lowestAddress = StackBound.lowestAddress(leaving: 256 << 10)

    private static let greatestDepth = 48
    private var depth = 0
    private var deferred = Deferred()

    /// The innermost job that this thread runs.
    var job: FutureCore? {
        unsafe jobs.last?.takeUnretainedValue()
    }

    /// Whether too little of the stack is left for a wait to run a job within itself.
    var isStackNearlyUsed: Bool {
        StackBound.position < lowestAddress
    }

    /// Runs the body of an operation as the innermost job of this thread, unless a `FutureQueue`
    /// runs it.
    func noting(_ operation: FutureCore, _ body: () -> Void) {
        guard unsafe queue == nil else { return body() }
        unsafe jobs.append(Unmanaged.passUnretained(operation))
        body()
        unsafe jobs.removeLast()
    }

    /// Makes a call now, or defers it if too many nested calls are under way on this thread.
    func perform(_ call: Call) {
        if !nest({ call.future.make(call.calls) }) { deferred.append(call) }
    }

    /// Calls `body` now; returns `false` without calling it if too many nested calls are under way
    /// on this thread.
    func nest(_ body: () -> Void) -> Bool {
        guard depth < Self.greatestDepth else { return false }
        depth += 1
        body()
        depth -= 1
        if depth == 0 { performDeferred() }
        return true
    }

    /// Makes all deferred calls.
    func performDeferred() {
        while let call = deferred.popFirst() {
            depth += 1
            call.future.make(call.calls)
            depth -= 1
        }
    }
}

/// A first-in, first-out queue of deferred calls.
private struct Deferred {
    private var arriving: [ThreadRecord.Call] = []
    private var leaving: [ThreadRecord.Call] = []

    mutating func append(_ call: ThreadRecord.Call) {
        arriving.append(call)
    }

    mutating func popFirst() -> ThreadRecord.Call? {
        if leaving.isEmpty {
            leaving = arriving.reversed()
            arriving = []
        }
        return leaving.popLast()
    }
}
