import Dispatch
import FootingLocks
public import FootingWaiting
import Synchronization

/// The part of a future that does not depend on its types: its state, its waiters and its work.
///
/// For a job of a queue, this one object is the work, the links of the queue's lists and the
/// future.
// Unchecked because of its variables. Each variable's comment names its lock or the thread that
// owns it.
@safe
@usableFromInline
class FutureCore: ListEntry, Settling, WaitTarget, @unchecked Sendable {
    @safe @exclusivity(unchecked) @usableFromInline final var links = ListLinks()

    /// Flags of a future, each set once and never cleared.
    struct Status: OptionSet {
        let rawValue: UInt16
        /// A thread has claimed the work, to run it or to drop it.
        static let claimed = Status(rawValue: 1)
        static let settled = Status(rawValue: 2)
        static let cancelled = Status(rawValue: 4)
        static let failed = Status(rawValue: 8)
        /// The work is done or will never begin, so that jobs that depend on it may begin.
        static let finished = Status(rawValue: 16)
        /// A job depends on this future, or did.
        static let hasDependents = Status(rawValue: 32)
        /// The work is a task, which keeps the job's slot until it finishes.
        static let asynchronous = Status(rawValue: 64)
        /// The work is that of an `ExecutorJob`, without which its task could never continue.
        static let executorJob = Status(rawValue: 128)
        /// The future has work, although it may be in no queue: an operation or an initializer.
        static let hasWork = Status(rawValue: 256)
        /// The sources of the derived future continue although it is cancelled.
        static let keepsSources = Status(rawValue: 512)
        /// Any one of the sources may settle the derived future.
        static let needsOneSource = Status(rawValue: 1024)
    }

    private let statusBits = Atomic<UInt16>(0)

    /// The list of the queue that the job is in; guarded by the queue's lock.
    final var list = JobList.none
    /// The list of a job that is ready; set before the job is submitted.
    private(set) final var lane = JobList.normal

    /// Whether a thread runs the handlers, or is about to; guarded by the lock.
    final var handlersAreClaimed = false

    /// The number of times that the handlers were revoked, so that those that have not begun are
    /// not called with a success or a failure.
    let revocations = Atomic<UInt32>(0)

    let attached = Lock(Attached())

    /// The work, until a thread claims it.
    ///
    /// Set before the object is shared; afterwards accessed only by the one thread that set the bit
    /// `claimed`. Operations keep their work in their details.
    private var work: (() -> Void)?

    /// The queue of the job, retained.
    ///
    /// Set once; atomic because an operation is already shared when it becomes a job.
    private let queueLink = unsafe Atomic<Unmanaged<QueueCore>?>(nil)
    /// The source of the outcome; set before the object is shared.
    ///
    /// The exception is a future derived from an operation without a result: it is set under the
    /// lock when the future is settled.
    final var outcomeSource: OutcomeSource?

    /// The thread that runs the job; guarded by the queue's lock.
    ///
    /// Safe as an unmanaged reference: while it is set, the job is in the list of running jobs, and
    /// a thread removes its jobs before it stops.
    final unowned(unsafe) var runner: ThreadWork?

    @usableFromInline
    init() {}

    deinit { unsafe queueLink.load(ordering: .relaxed)?.release() }

    /// Makes this a job of a queue, once, before the job is submitted to it.
    ///
    /// `work` must settle the job; `nil` for an operation.
    final func prepare(
        _ work: sending (() -> Void)?,
        for queue: QueueCore,
        priority: FutureQueue.Priority
    ) {
        if let work { self.work = work }
        lane =
            switch priority {
            case .high: .high
            case .normal: .normal
            case .low: .low
            }
        unsafe queueLink.store(.passRetained(queue), ordering: .releasing)
    }

    /// The queue of the job; `nil` if this is not a job.
    final var queue: QueueCore? {
        unsafe queueLink.load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// The job's name and dependencies, if it has any.
    final var details: JobDetails? { outcomeSource?.job }

    final var status: Status {
        Status(rawValue: statusBits.load(ordering: .acquiring))
    }

    /// Sets bits and returns the previous status.
    @discardableResult
    final func insert(_ status: Status) -> Status {
        Status(
            rawValue: statusBits.bitwiseOr(status.rawValue, ordering: .acquiringAndReleasing)
                .oldValue
        )
    }

    /// The class of the operation whose result this is.
    @usableFromInline
    final var workType: String {
        (outcomeSource as? OperationLinks)?.type.map { "\($0)" } ?? "an operation"
    }

    @usableFromInline
    final var isSettled: Bool { status.contains(.settled) }

    /// Whether the future is cancelled, or is about to be settled as cancelled together with other
    /// jobs of its queue.
    final var isCancelled: Bool {
        let status = status
        if status.contains(.cancelled), !status.contains(.settled) {
            // Waits until all jobs have been marked.
            queue?.state.withLock { _ in }
        }
        return status.contains(.cancelled)
    }

    /// Marks a job as cancelled; from now on, it can only be settled as cancelled.
    ///
    /// Called with the queue's lock held.
    ///
    /// - Returns: `false` if the job is already settled.
    final func markAsCancelled() -> Bool {
        attached.withLock { _ in
            if isSettled { return false }
            insert(.cancelled)
            return true
        }
    }

    /// Settles a job that is marked as cancelled, unless it is settled.
    final func settleIfMarked() {
        if !isSettled, isCancelled { settleAsCancelled(.requested) }
    }

    // MARK: Settling

    /// Settles as cancelled, unless the future is settled.
    ///
    /// Given a link, removes it, and settles only if nothing else waits for the future.
    @discardableResult
    final func settleAsCancelled(
        _ reason: CancellationReason,
        without link: Link? = nil,
        performingElsewhere elsewhere: Bool = false
    ) -> Bool {
        settle(.cancelled, without: link, performingElsewhere: elsewhere) {
            storeCancellation(reason)
        }
    }

    /// Stores the outcome of a cancellation in ``FutureState``.
    func storeCancellation(_ reason: CancellationReason) {}

    /// Cancels at a caller's request; if the future is already settled, revokes its handlers.
    ///
    /// The cancellation handler of a task must pass `true` for `elsewhere`: the runtime holds the
    /// task's lock then.
    @discardableResult
    final func cancel(
        _ reason: CancellationReason,
        performingElsewhere elsewhere: Bool = false
    ) -> Bool {
        let isFirst = settleAsCancelled(reason, performingElsewhere: elsewhere)
        // Revokes the registered handlers that have not begun.
        if !isFirst { revocations.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        return isFirst
    }

    /// Settles the future, unless it is already settled, and calls `store` to store the outcome.
    ///
    /// `store` only assigns, with the lock held. If `elsewhere` is `true`, foreign code runs on
    /// another thread, because this thread holds a lock.
    final func settle(
        _ kind: Status,
        without link: Link? = nil,
        performingElsewhere elsewhere: Bool = false,
        storing store: () -> Void
    ) -> Bool {
        let hasWork =
            unsafe queueLink.load(ordering: .acquiring) != nil || status.contains(.hasWork)
        var waiters = EntryList<Waiter>()
        var followUps: FollowUps = []
        let isFirst = attached.withLock { attached in
            let status = status
            if status.contains(.settled) { return false }
            if status.contains(.cancelled), !kind.contains(.cancelled) { return false }
            if let link {
                attached.handlers.discard(link)
                if !attached.isEmpty { return false }
            }
            store()
            // Only work can continue after the settlement, if it is cancelled while it runs.
            insert(hasWork ? kind.union(.settled) : kind.union([.settled, .finished]))
            waiters = attached.waiters.removeAll()
            handlersAreClaimed = !attached.handlers.isEmpty
            if hasWork, kind.contains(.cancelled) { followUps.insert(.dropWork) }
            if attached.firstLink != nil || observesSettlement { followUps.insert(.noteSettlement) }
            if handlersAreClaimed { followUps.insert(.runHandlers) }
            if !hasWork, !attached.dependents.isEmpty { followUps.insert(.releaseDependents) }
            return true
        }
        guard isFirst else {
            settleIfMarked()
            return false
        }
        // Waiters are woken first, however long the rest takes.
        waiters.consume { $0.wake() }
        if elsewhere { performElsewhere(followUps) } else { perform(followUps) }
        return true
    }

    /// The steps after a settlement or after the work, in their order; each may run foreign code.
    struct FollowUps: OptionSet {
        let rawValue: UInt8
        static let dropWork = FollowUps(rawValue: 1)
        static let noteSettlement = FollowUps(rawValue: 2)
        static let runHandlers = FollowUps(rawValue: 4)
        static let releaseDependents = FollowUps(rawValue: 8)
        static let transform = FollowUps(rawValue: 16)
    }

    /// Runs the follow-ups, now or later on this thread.
    private func perform(_ followUps: FollowUps) {
        if !followUps.isEmpty { ThreadWork.current.perform((self, followUps)) }
    }

    /// Runs the follow-ups on a separate thread, which no other future waits for.
    ///
    /// Uses a new serial queue each time, which does not use a thread of Swift's concurrency pool.
    final func performElsewhere(_ followUps: FollowUps) {
        DispatchQueue(label: "footing.operations.handlers").async { self.perform(followUps) }
    }

    /// Runs the follow-ups immediately; called by ``ThreadWork``.
    final func run(_ followUps: FollowUps) {
        if followUps.contains(.dropWork) { dropWork() }
        if followUps.contains(.noteSettlement) { didSettle() }
        if followUps.contains(.runHandlers) { runHandlers() }
        if followUps.contains(.releaseDependents) { releaseDependents() }
        if followUps.contains(.transform) {
            // Unless this future was settled meanwhile.
            attached.withLock { $0.firstLink.take() }?.body()
        }
    }

    @usableFromInline
    final func settle(asCancelled: Bool, asFailed: Bool, storing store: () -> Void) -> Bool {
        settle(asCancelled ? .cancelled : asFailed ? .failed : [], storing: store)
    }

    // MARK: Working

    /// Claims the right to run or to drop the work; only one caller gets it.
    final func claim() -> Bool {
        !insert(.claimed).contains(.claimed)
    }

    /// Removes a job that has not begun from its queue, and releases its work.
    ///
    /// If an asynchronous job has begun, cancels its task.
    final func dropWork() {
        if claim() {
            let edges = queue?.remove(self) ?? []
            work = nil
            for edge in edges { edge.leave() }
            finish()
        } else {
            details?.cancelTask()
        }
        details?.didCancel()
    }

    /// Runs the claimed work on this thread, unless it was cancelled.
    ///
    /// - Returns: `false` if the work is a task that has just begun; the task finishes the job
    ///   later.
    final func run(on thread: ThreadWork) -> Bool {
        settleIfMarked()
        if let work = work.take() ?? details?.claimWork(), !isSettled {
            if status.contains(.asynchronous) {
                work()
                return false
            }
            thread.settling(self) { releasingTemporaries(work) }
        }
        finish()
        return true
    }

    /// Begins the task that performs the claimed work of an asynchronous job.
    final func begin(_ operation: sending @escaping () async -> Void) {
        // Safe: only the task uses it.
        nonisolated(unsafe) let operation = operation
        details?.task.withLock { task in
            task = Task.detached(priority: Task.currentPriority) { [self] in
                // Waits until the task is stored: otherwise the body could go on from an `await`
                // that a cancellation has woken, before that cancellation finds the task.
                details?.task.withLock { _ in }
                await unsafe operation()
                finish()
                queue?.finishAsynchronous(self)
            }
            // With the lock held, since the body has no cancellation handlers yet.
            if isCancelled { task?.cancel() }
        }
    }

    // MARK: Dependents

    /// Marks the job as finished, and lets the jobs that depend on it begin.
    final func finish() {
        let before = insert(.finished)
        guard before.contains(.hasDependents), !before.contains(.finished) else { return }
        perform(.releaseDependents)
    }

    final func releaseDependents() {
        let dependents = attached.withLock { $0.dependents.removeAll() }
        dependents.consume { $0.job.dependencyFinished(self) }
    }

    /// Called once for each dependency of this job, when the dependency has finished.
    func dependencyFinished(_ dependency: FutureCore) {
        if details?.requiresSuccess == true,
            !dependency.status.isDisjoint(with: [.cancelled, .failed])
        {
            settleAsCancelled(.dependencyFailed)
        }
        if details?.countDown() == true { becomeReady() }
    }

    /// Begins to wait for the dependencies of this job.
    final func enter(_ edges: [Dependent]) {
        for edge in edges where !edge.enter() { dependencyFinished(edge.source) }
        if details?.countDown() == true { becomeReady() }
    }

    /// Called when all dependencies have finished.
    func becomeReady() { queue?.makeReady(self) }

    /// Whether ``didSettle()`` is called even if this future is not derived from others.
    var observesSettlement: Bool { false }

    /// Called after this future was settled; leaves its sources.
    func didSettle() { leaveSources() }

    /// The reason why this future is not settled yet.
    var obstacle: Obstacle {
        if let queue { return queue.obstacle(of: self) }
        if let obstacle = attached.withLock({ _ in outcomeSource?.obstacle }) { return obstacle }
        let pending = sources.filter { !$0.isSettled }
        return status.contains(.needsOneSource) ? .anyTarget(pending) : .targets(pending)
    }

    /// The job and its queue, for messages.
    final var title: String? {
        if let title = outcomeSource?.title { return title }
        guard let queue else { return "a future" }
        let job = details?.name.map { "“\($0)”" } ?? "a job"
        return "\(job) in \(queue.name.map { "“\($0)”" } ?? "an unnamed queue")"
    }
}
