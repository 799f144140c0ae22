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
    @usableFromInline
    final var links = ListLinks()

    /// Flags of a future, each set once and never cleared.
    struct Status: OptionSet {
        let rawValue: UInt16
        /// A thread has claimed the work, to run it or to drop it.
        static let claimed = Status(rawValue: 1)
        static let settled = Status(rawValue: 2)
        static let cancelled = Status(rawValue: 4)
        static let failed = Status(rawValue: 8)
        /// The work has ended or will never begin, so that jobs that depend on it may begin.
        static let finished = Status(rawValue: 16)
        /// A job depends on this future, or did.
        static let hasDependents = Status(rawValue: 32)
        /// The work is a task, which keeps the job's slot until it ends.
        static let asynchronous = Status(rawValue: 64)
        /// The work is a part of a task, which could never continue without it.
        static let partOfTask = Status(rawValue: 128)
        /// The work is that of an operation.
        static let operation = Status(rawValue: 256)
        /// The priority of the job, if it is not a normal one.
        static let highPriority = Status(rawValue: 512)
        static let lowPriority = Status(rawValue: 1024)
        /// The sources of the derived future continue although it is cancelled.
        static let sourcesGoOn = Status(rawValue: 2048)
        /// Any one of the sources may settle the derived future.
        static let needsOneSource = Status(rawValue: 4096)
    }

    private let statusBits = Atomic<UInt16>(0)

    /// The list of the queue that the job is in; guarded by the queue's lock.
    final var place = JobPlace.none

    /// Whether a thread is calling the handlers; guarded by the lock.
    final var isDelivering = false

    /// The number of times that the handlers were revoked.
    private let revocationCount = Atomic<UInt32>(0)

    let attached = Lock(Attached())

    /// The work, until a thread claims it.
    ///
    /// Set before the object is shared; afterwards accessed only by the one thread that set the bit
    /// `claimed`. Operations keep their work in their details.
    private var work: (() -> Void)?

    /// The queue of the job, retained.
    ///
    /// Set once; atomic because an operation is already shared when it becomes a job.
    private let homeLink = unsafe Atomic<Unmanaged<QueueCore>?>(nil)
    /// The source of the outcome; set before the object is shared.
    ///
    /// The exception is a future derived from an operation without a result: it is set under the
    /// lock when the future is settled.
    final var origin: Origin?

    /// The thread that runs the job; guarded by the queue's lock.
    ///
    /// Safe as an unmanaged reference: while it is set, the job is in the list of running jobs, and
    /// a thread removes its jobs before it ends.
    final unowned(unsafe) var runner: ThreadWork?

    @usableFromInline
    init() {}

    deinit { unsafe homeLink.load(ordering: .relaxed)?.release() }

    /// Makes this a job of a queue; `work` must settle it.
    final func prepare(
        _ work: sending @escaping () -> Void,
        for queue: QueueCore,
        priority: FutureQueue.Priority
    ) {
        self.work = work
        enter(queue, priority)
    }

    /// Stores the queue of the job, once, before the job is submitted to it.
    final func enter(_ queue: QueueCore, _ priority: FutureQueue.Priority) {
        if priority == .high { insert(.highPriority) }
        if priority == .low { insert(.lowPriority) }
        unsafe homeLink.store(.passRetained(queue), ordering: .releasing)
    }

    /// The queue of the job; `nil` if this is not a job.
    final var home: QueueCore? {
        unsafe homeLink.load(ordering: .acquiring)?.takeUnretainedValue()
    }

    /// The lane of a job that is ready.
    final var lane: JobPlace {
        let status = status
        if status.contains(.highPriority) { return .high }
        return status.contains(.lowPriority) ? .low : .normal
    }

    /// The job's name and dependencies, if it has any.
    final var details: JobDetails? { origin?.job }

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
    final var workType: String { origin?.workType ?? "an operation" }

    @usableFromInline
    final var isSettled: Bool { status.contains(.settled) }

    /// Whether the future is cancelled, or is about to be settled as cancelled together with other
    /// jobs of its queue.
    final var isCancelled: Bool {
        let status = status
        if status.contains(.cancelled), !status.contains(.settled) { home?.awaitMarking() }
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

    /// Settles as cancelled, unless the future is settled; ``FutureState`` stores the reason.
    ///
    /// Given a link, removes it, and settles only if nothing else waits for the future.
    @discardableResult
    func settleAsCancelled(_ reason: CancellationReason, without link: Link? = nil) -> Bool {
        settle(.cancelled, without: link) {}
    }

    /// Cancels at a caller's request; if the future is already settled, revokes its handlers.
    @discardableResult
    final func cancel(_ reason: CancellationReason) -> Bool {
        let isFirst = settleAsCancelled(reason)
        if !isFirst { revokeHandlers() }
        return isFirst
    }

    /// Settles the future, unless it is already settled, and calls `store` to store the outcome.
    ///
    /// `store` only assigns. It is the only closure called with the lock held, and never foreign
    /// code. If `elsewhere` is `true`, work is dropped and handlers are called on another thread,
    /// because this thread holds a lock.
    final func settle(
        _ kind: Status,
        without link: Link? = nil,
        callingElsewhere elsewhere: Bool = false,
        storing store: () -> Void
    ) -> Bool {
        let hasWork = hasWork
        var waiters = EntryList<Waiter>()
        var calls: Calls = []
        let isFirst = attached.withLock { attached in
            let status = status
            if status.contains(.settled) { return false }
            if status.contains(.cancelled), !kind.contains(.cancelled) { return false }
            if let link {
                attached.remove(link)
                if !attached.isEmpty { return false }
            }
            store()
            // Only work can continue after the settlement, if it is cancelled while it runs.
            insert(hasWork ? kind.union(.settled) : kind.union([.settled, .finished]))
            waiters = attached.waiters.takeAll()
            isDelivering = !attached.handlers.isEmpty
            if hasWork, kind.contains(.cancelled) { calls.insert(.dropping) }
            if attached.firstLink != nil || hearsOfSettlement { calls.insert(.telling) }
            if isDelivering { calls.insert(.delivering) }
            if !hasWork, !attached.dependents.isEmpty { calls.insert(.releasing) }
            return true
        }
        guard isFirst else {
            settleIfMarked()
            return false
        }
        // Waiters are woken first, however long the other calls take.
        waiters.consume { $0.wake() }
        if elsewhere { callElsewhere(calls) } else { call(calls) }
        return true
    }

    /// The calls into foreign code that a settlement or the end of work requires, in their order.
    struct Calls: OptionSet {
        let rawValue: UInt8
        static let dropping = Calls(rawValue: 1)
        static let telling = Calls(rawValue: 2)
        static let delivering = Calls(rawValue: 4)
        static let releasing = Calls(rawValue: 8)
        static let transforming = Calls(rawValue: 16)
    }

    /// Makes the calls, now or later on this thread.
    private func call(_ calls: Calls) {
        if !calls.isEmpty { ThreadWork.current.perform((self, calls)) }
    }

    /// Makes the calls on a separate thread, which no other future waits for.
    ///
    /// Uses a new serial queue each time, which does not take a thread from Swift's concurrency
    /// pool.
    final func callElsewhere(_ calls: Calls) {
        DispatchQueue(label: "footing.operations.calls").async { self.call(calls) }
    }

    /// Makes the calls; called by the thread's record.
    final func make(_ calls: Calls) {
        if calls.contains(.dropping) { dropWork() }
        if calls.contains(.telling) { wasSettled() }
        if calls.contains(.delivering) { callHandlers() }
        if calls.contains(.releasing) { releaseDependents() }
        if calls.contains(.transforming) { transformSettled() }
    }

    @usableFromInline
    final func settle(asCancelled: Bool, asFailed: Bool, storing store: () -> Void) -> Bool {
        settle(asCancelled ? .cancelled : asFailed ? .failed : [], storing: store)
    }

    /// Prevents registered handlers that have not begun from being called with a success or a
    /// failure.
    final func revokeHandlers() {
        revocationCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    final var revocations: UInt32 {
        revocationCount.load(ordering: .acquiring)
    }

    // MARK: Working

    /// Claims the right to run or to drop the work; only one caller gets it.
    final func claim() -> Bool {
        !insert(.claimed).contains(.claimed)
    }

    /// Whether this is the future of work, which may continue after the settlement.
    private var hasWork: Bool {
        unsafe homeLink.load(ordering: .acquiring) != nil || status.contains(.operation)
    }

    /// Removes a job that has not begun from its queue, and releases its work.
    ///
    /// If an asynchronous job has begun, cancels its task.
    final func dropWork() {
        if claim() {
            let edges = home?.remove(self) ?? []
            work = nil
            for edge in edges { edge.leave() }
            finish()
        } else {
            details?.cancelTask()
        }
        details?.wasCancelled()
    }

    /// Runs the claimed work on this thread, unless it was cancelled.
    ///
    /// - Returns: `false` if the work is a task that has just begun; the task ends the job later.
    final func run(on thread: ThreadWork) -> Bool {
        settleIfMarked()
        if let work = work.take() ?? details?.takeWork(), !isSettled {
            if status.contains(.asynchronous) {
                work()
                return false
            }
            thread.settling(self) { releasingTemporaries(work) }
        }
        finish()
        return true
    }

    /// Begins the task that performs an asynchronous job.
    final func begin(_ operation: sending @escaping () async -> Void) {
        let task = Task {
            await operation()
            finish()
            home?.endAsynchronous(self)
        }
        details?.setTask(task)
        if isCancelled { details?.cancelTask() }
    }

    // MARK: Dependents

    /// Whether any job depends on this; used by tests.
    final var hasDependents: Bool {
        attached.withLock { !$0.dependents.isEmpty }
    }

    /// Marks the job as ended, and lets the jobs that depend on it begin.
    final func finish() {
        let before = insert(.finished)
        guard before.contains(.hasDependents), !before.contains(.finished) else { return }
        call(.releasing)
    }

    final func releaseDependents() {
        let dependents = attached.withLock { $0.dependents.takeAll() }
        dependents.consume { dependent in
            attached.withLock { _ in dependent.job.take() }?.dependencyFinished(self)
        }
    }

    /// Called once for each dependency of this job, when the dependency has finished.
    func dependencyFinished(_ dependency: FutureCore) {
        if details?.requiresSuccess == true,
            !dependency.status.isDisjoint(with: [.cancelled, .failed])
        {
            settleAsCancelled(.dependencyFailed)
        }
        countDown()
    }

    /// Counts a finished dependency, and makes the job ready after the last one.
    final func countDown() {
        if details?.countDown() == true { home?.makeReady(self) }
    }

    /// Whether ``wasSettled()`` is called even if this future is not derived from others.
    var hearsOfSettlement: Bool { false }

    /// Called after this future was settled; leaves its sources.
    func wasSettled() { leaveSources() }

    /// The reason why this future is not settled yet.
    var obstacle: Obstacle {
        if let home { return home.obstacle(of: self) }
        if let origin = attached.withLock({ _ in origin }) { return origin.obstacle }
        let pending = sources.filter { !$0.isSettled }
        return status.contains(.needsOneSource) ? .anyTarget(pending) : .targets(pending)
    }

    /// The job and its queue, for messages.
    final var title: String? {
        if let title = origin?.title { return title }
        guard let home else { return "a future" }
        let job = details?.name.map { "“\($0)”" } ?? "a job"
        return "\(job) in \(home.name.map { "“\($0)”" } ?? "an unnamed queue")"
    }
}

/// The lists of a future, guarded by its lock.
struct Attached {
    var waiters = EntryList<Waiter>()
    var handlers = EntryList<Handler>()
    var dependents = EntryList<Dependent>()
    /// The link to the first source of a derived future; it holds the links to the others.
    var firstLink: Link?
}
