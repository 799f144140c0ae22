import FootingThreadStack
import FootingWaiting

/// The work that one thread runs and defers, accessed only by that thread.
///
/// Handlers settle futures, whose handlers settle futures; dropped work releases promises, whose
/// handlers drop work; transforms of settled futures derive futures, whose transforms run at once.
/// Each is a nested call, so a long chain would need a deep stack. Calls beyond a certain depth are
/// deferred until the outermost call on the thread has returned, or until the thread is about to
/// block: a deferred call may settle the future that the thread waits for.
// Unchecked because of `isLending`, which other threads read under a lock.
@safe
final class ThreadWork: @unchecked Sendable {
    private static let slot = ThreadSlot { ThreadWork() }

    /// The work of this thread, if it has any.
    static var existing: ThreadWork? { slot.existing }

    /// The work of this thread, created on first use.
    static var current: ThreadWork { slot.current }

    /// The follow-ups of a future, which may call back into this library.
    typealias FollowUp = (future: FutureCore, steps: FutureCore.FollowUps)

    /// The queue that this thread works for.
    ///
    /// Safe: the worker retains it for that time.
    unowned(unsafe) var queue: QueueCore?

    /// The record of the thread, whose `held` are the jobs that it runs and other futures that it
    /// will settle.
    let record = ThreadRecord.current

    /// Whether this thread, a blocked worker, lends its slot; guarded by the queue's lock.
    var isLending = false

    /// The operation dependencies that this thread is releasing.
    var released: [OperationDependency] = []
    var isReleasing = false

    /// The stack address below which a wait must not run another job.
    private lazy var lowestAddress = StackBound.lowestAddress(leaving: 256 << 10)

    private static let maxDepth = 48
    private var depth = 0
    /// The latest deferred follow-ups, in order.
    private var arriving: [FollowUp] = []
    /// The deferred follow-ups before those, in reverse order.
    private var leaving: [FollowUp] = []

    /// The innermost job that this thread runs, or other future that it will settle.
    var job: FutureCore? {
        // Safe: only futures are added to `held`.
        unsafe record.held.last.map {
            unsafe unsafeDowncast($0.takeUnretainedValue(), to: FutureCore.self)
        }
    }

    /// Runs `body`, which settles `future`, or after which `future` is settled.
    func settling(_ future: FutureCore, _ body: () -> Void) {
        unsafe record.held.append(.passUnretained(future))
        body()
        unsafe record.held.removeLast()
    }

    /// Whether too little of the stack is left for a wait to run a job within itself.
    var isStackNearlyUsed: Bool {
        StackBound.position < lowestAddress
    }

    /// Runs follow-ups now, or defers them if too many nested calls are under way on this thread.
    func perform(_ followUp: FollowUp) {
        if !nest({ followUp.future.run(followUp.steps) }) { arriving.append(followUp) }
    }

    /// Calls `body` now; returns `false` without calling it if too many nested calls are under way
    /// on this thread.
    func nest(_ body: () -> Void) -> Bool {
        guard depth < Self.maxDepth else { return false }
        depth += 1
        body()
        depth -= 1
        if depth == 0 { performDeferred() }
        return true
    }

    /// Runs all deferred follow-ups.
    func performDeferred() {
        while true {
            if leaving.isEmpty { (leaving, arriving) = (arriving.reversed(), []) }
            guard let followUp = leaving.popLast() else { return }
            depth += 1
            followUp.future.run(followUp.steps)
            depth -= 1
        }
    }
}
