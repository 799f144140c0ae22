import Dispatch
import FootingLocks
import FootingWaiting
import Synchronization

/// The jobs and the workers of a ``FutureQueue``.
///
/// Submitting a job without dependencies takes no lock: the job is pushed to the intake. Waking a
/// worker is expensive, so at most one worker at a time is being woken or searches for a job. While
/// there is such a searcher, no other worker is woken. When the searcher finds a job, it stops
/// searching and, if there are more jobs, wakes the next worker before it runs the job.
///
/// No job is missed while a slot is vacant. Three conditions matter: a job is ready, a slot is
/// vacant, and no worker is searching. A thread that makes one of them true checks the other two
/// afterwards. The order of these accesses requires `.sequentiallyConsistent`.
final class QueueCore: Sendable {
    let name: String?
    /// The maximum number of jobs that run concurrently.
    let width: Int
    /// The quality of service of the workers.
    let qos: DispatchQoS

    /// The new jobs; the holder of the lock moves them to the lists.
    let intake = EntryStack<FutureCore>()
    /// The number of additional workers that may run; changed with the lock held.
    ///
    /// Negative if too many workers run, because a worker that had lent its slot has resumed.
    let vacancies: Atomic<Int>
    let isSearching = Atomic<Bool>(false)
    let state = Lock(State())

    struct State {
        var jobs = JobLists()
        /// The idle workers.
        ///
        /// A worker is a serial queue, which gets its own thread. On Linux, jobs that block on a
        /// concurrent queue of the default quality of service would block Swift's tasks.
        var idle: [DispatchQueue] = []
        /// The number of slots lent by blocked workers.
        var lentSlots = 0
        var isSuspended = false
    }

    init(name: String?, width: Int, isBackground: Bool = false) {
        self.name = name
        self.width = width
        qos = isBackground ? .background : .unspecified
        vacancies = Atomic(width)
    }

    // MARK: Submitting

    func enqueue(_ job: FutureCore) {
        // A copy, since the job loses its edges as soon as it is ready.
        guard let edges = job.details?.edges, !edges.isEmpty else {
            unsafe intake.push(.passRetained(job))
            wakeWorker()
            return
        }
        state.withLock { state in
            absorbIntake(&state)
            unsafe state.jobs.append(.passRetained(job), to: .blocked)
        }
        job.enter(edges)
    }

    /// Marks a job as ready, after all its dependencies have finished.
    func makeReady(_ job: FutureCore) {
        let edges = state.withLock { state -> [Dependent] in
            guard job.list == .blocked, let link = unsafe state.jobs.remove(job) else { return [] }
            unsafe state.jobs.append(link, to: job.details?.isUrgent == true ? .urgent : job.lane)
            return job.details?.removeEdges() ?? []
        }
        withExtendedLifetime(edges) {}
        wakeWorker()
    }

    func absorbIntake(_ state: inout State) {
        unsafe intake.removeAll { link in
            let lane = unsafe link._withUnsafeGuaranteedRef { $0.lane }
            unsafe state.jobs.append(link, to: lane)
        }
    }

    /// Removes a cancelled job from its list, and returns its dependencies.
    func remove(_ job: FutureCore) -> [Dependent] {
        state.withLock { state in
            absorbIntake(&state)
            // A job in no list was taken by a worker, which will find it claimed.
            guard let link = unsafe state.jobs.remove(job) else { return [] }
            // Not the last reference: the caller retains the job.
            unsafe link.release()
            return job.details?.removeEdges() ?? []
        }
    }

    // MARK: The queue as a whole

    var isSuspended: Bool {
        get { state.withLock { $0.isSuspended } }
        set {
            state.withLock { $0.isSuspended = newValue }
            if !newValue { wakeWorker() }
        }
    }

    /// All unfinished jobs, each before the jobs that it waits for.
    var jobs: [FutureCore] {
        state.withLock { state in
            absorbIntake(&state)
            let lists = [JobList.low, .normal, .high, .urgent, .running]
            return state.jobs[.blocked].reversed() + lists.flatMap { state.jobs[$0] }
        }
    }
}
