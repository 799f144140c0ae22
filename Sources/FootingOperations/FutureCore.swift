import FootingLocks
import Synchronization

/// The part of a future that does not know its types: who won, who waits, what is left to do.
///
/// A job in a queue is this one object: the work, the links of the queue and the state.
// Unchecked because of its variables. Each says below who may touch it when.
@safe
@usableFromInline
class FutureCore: @unchecked Sendable {
    /// Bits that are only ever set; `settled` and `cancelled` with the lock held.
    private let status = Atomic<UInt8>(0)
    private static let claimed: UInt8 = 1
    private static let settled: UInt8 = 2
    private static let cancelled: UInt8 = 4

    /// How often handlers were revoked.
    private let revocationCount = Atomic<UInt32>(0)

    let attached = Lock(Attached())

    /// The work, until somebody claims it.
    ///
    /// Set by `prepare`, before anybody else knows of this object; after that touched only by the one
    /// thread that set the bit `claimed`.
    private var work: (() -> Void)?

    /// The queue in which the job waits or runs, set by `prepare`, then constant.
    private(set) final var home: ObjectIdentifier?

    /// The next job in line, which belongs to whoever holds the line, see `JobList.swift`.
    final var next: JobLink?

    /// The job within which this one runs, touched only by the thread that runs this job.
    final unowned(unsafe) var outer: FutureCore?

    @usableFromInline
    init() {}

    /// Makes this a job of a queue; `work` must settle it.
    final func prepare(_ work: sending @escaping () -> Void, for queue: ObjectIdentifier) {
        self.work = work
        home = queue
    }

    @usableFromInline
    final var isSettled: Bool {
        status.load(ordering: .acquiring) & Self.settled != 0
    }

    final var isCancelled: Bool {
        status.load(ordering: .acquiring) & Self.cancelled != 0
    }

    // MARK: Settling

    /// Settles, unless that is done, and calls `store` to keep the outcome.
    ///
    /// `store` only assigns; it is the one closure called with the lock held, and it is ours.
    /// With `elsewhere`, work is dropped and handlers are called on another thread, since this one
    /// holds a lock.
    @usableFromInline
    final func settle(
        asCancelled: Bool,
        callingElsewhere elsewhere: Bool = false,
        storing store: () -> Void
    ) -> Bool {
        let freed = attached.withLock { attached -> Freed? in
            guard status.load(ordering: .relaxed) & Self.settled == 0 else { return nil }
            store()
            let bits = asCancelled ? Self.settled | Self.cancelled : Self.settled
            status.bitwiseOr(bits, ordering: .releasing)
            return attached.free()
        }
        guard let freed else { return false }
        // Waiters first: they are freed however long the rest takes.
        freed.waiters.resumeAll()
        if elsewhere {
            var calls: [ThreadRecord.Call] = hasUnclaimedWork ? [.dropping(self)] : []
            if freed.hasHandlers { calls.append(.delivering(self)) }
            if !calls.isEmpty { callElsewhere(calls) }
        } else {
            if asCancelled { ThreadRecord.current.perform(.dropping(self)) }
            if freed.hasHandlers { ThreadRecord.current.perform(.delivering(self)) }
        }
        return true
    }

    /// Keeps handlers for a success or a failure that are registered and have not begun from ever
    /// beginning.
    final func revokeHandlers() {
        revocationCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    final var revocations: UInt32 {
        revocationCount.load(ordering: .acquiring)
    }

    // MARK: Working

    /// Takes the work for the caller, if nobody has taken it before.
    private func claim() -> (() -> Void)? {
        let before = status.bitwiseOr(Self.claimed, ordering: .acquiringAndReleasing).oldValue
        return before & Self.claimed == 0 ? work.take() : nil
    }

    private var hasUnclaimedWork: Bool {
        home != nil && status.load(ordering: .acquiring) & Self.claimed == 0
    }

    /// Releases the work and all it holds, if it has not begun.
    final func dropWork() {
        _ = claim()
    }

    /// Runs the work on this thread, if it has neither begun nor been cancelled.
    ///
    /// - Returns: `true` if this call ran it, and the future is settled therefore.
    final func runIfUnstarted(on thread: ThreadRecord) -> Bool {
        // Work whose future was cancelled a moment ago is only dropped.
        guard let work = claim(), !isSettled else { return false }
        unsafe outer = thread.job
        unsafe thread.job = self
        releasingTemporaries(work)
        unsafe thread.job = outer
        return true
    }
}

/// Who and what is attached to a future, guarded by its lock.
struct Attached {
    var waiters = WaiterList()
    var handlers: [Handler] = []
    /// Whether some thread is calling the handlers, one after the other.
    var isDelivering = false

    mutating func free() -> Freed {
        let freed = Freed(waiters: waiters, hasHandlers: !handlers.isEmpty)
        waiters = WaiterList()
        isDelivering = freed.hasHandlers
        return freed
    }
}

/// What the winner takes out of the lock.
struct Freed: Sendable {
    let waiters: WaiterList
    let hasHandlers: Bool
}
