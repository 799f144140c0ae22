import FootingThreadStack

/// The state of one thread, touched only by that thread.
///
/// Handlers settle futures, whose handlers settle futures; dropped work drops promises, whose
/// handlers drop work. Each is a call within a call, so a long chain would need a deep stack. Up to a
/// certain depth the calls are direct. Deeper calls are deferred until the thread has come back to the
/// outermost one, or until it is about to block: one of them may settle the future of that wait.
// Unchecked because of `awaited`, which other threads read; its comment says how.
@safe
final class ThreadRecord: @unchecked Sendable {
    /// Calls into foreign code, which may come back to us.
    typealias Call = (future: FutureCore, calls: FutureCore.Calls)

    /// The queue that this thread works for.
    ///
    /// Sound: the worker holds it meanwhile.
    unowned(unsafe) var queue: QueueCore?

    /// The jobs that this thread runs, the innermost last.
    ///
    /// Sound: the runner of each holds it meanwhile.
    var jobs: [Unmanaged<FutureCore>] = unsafe []

    /// The future for which this thread is blocked in a job; guarded by the lock of ``WaitGraph``.
    var awaited: FutureCore?

    /// The dependencies of operations that this thread is releasing.
    var released: [OperationDependency] = []
    var isReleasing = false

    /// The address below which no further job may be run within a wait.
    private lazy var lowestAddress = StackBound.lowestAddress(leaving: 256 << 10)

    private static let greatestDepth = 48
    private var depth = 0
    private var deferred = Deferred()

    /// The innermost job that this thread runs.
    var job: FutureCore? {
        unsafe jobs.last?.takeUnretainedValue()
    }

    /// Whether so little of the stack is left that a wait must not run a job within itself.
    var isStackNearlyUsed: Bool {
        StackBound.position < lowestAddress
    }

    /// Runs the body of an operation as the innermost job of this thread, unless a queue of ours does.
    func noting(_ operation: FutureCore, _ body: () -> Void) {
        guard unsafe queue == nil else { return body() }
        unsafe jobs.append(Unmanaged.passUnretained(operation))
        body()
        unsafe jobs.removeLast()
    }

    /// Makes a call now, or defers it if too many such calls are under way on this thread.
    func perform(_ call: Call) {
        guard depth < Self.greatestDepth else {
            deferred.append(call)
            return
        }
        make(call)
        if depth == 0 { performDeferred() }
    }

    /// Makes all deferred calls.
    func performDeferred() {
        while let call = deferred.popFirst() { make(call) }
    }

    private func make(_ call: Call) {
        depth += 1
        call.future.make(call.calls)
        depth -= 1
    }
}

/// Deferred calls, first in, first out.
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
