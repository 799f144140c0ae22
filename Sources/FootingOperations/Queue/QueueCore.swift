import Dispatch
import FootingLocks
import Synchronization

/// The jobs and the workers of a ``FutureQueue``.
///
/// Submitting a job without dependencies takes no lock: the job goes to the intake. Waking a worker
/// is expensive, so at most one worker at a time is being woken or looks for a job: the searcher. While
/// there is one, no other is woken. When it finds a job it stops searching and, if there are more
/// jobs, wakes the next worker before it runs the job.
///
/// No job is left behind while a slot is vacant: a thread that makes one of the three true (a job can
/// begin, a slot is vacant, no worker searches) looks at the other two afterwards. The order of these looks
/// needs `.sequentiallyConsistent`.
final class QueueCore: Sendable {
    let name: String?
    /// How many jobs run at the same time.
    let width: Int
    /// How much of the processor the workers get beside other threads.
    let qos: DispatchQoS

    let intake = JobIntake()
    /// How many more workers may run; changed with the lock held.
    ///
    /// Negative if more workers run than may: a worker that had lent its slot has come back.
    let vacancies: Atomic<Int>
    let isSearching = Atomic<Bool>(false)
    let state = Lock(State())

    struct State {
        var jobs = JobLists()
        /// The workers that have nothing to do.
        ///
        /// A worker is a serial queue of its own, which gets a thread of its own. A job that blocks in a
        /// concurrent queue of the default quality of service would block Swift's tasks on Linux.
        var idle: [DispatchQueue] = []
        /// How many slots are lent by workers that are blocked.
        var loans = 0
        var isSuspended = false
    }

    init(name: String?, width: Int, isBackground: Bool = false) {
        self.name = name
        self.width = width
        qos = isBackground ? .background : .unspecified
        vacancies = Atomic(width)
    }

    // MARK: Submitting

    func submit(_ job: FutureCore) {
        // A copy, since the job loses its edges as soon as it is ready.
        guard let edges = job.details?.edges, !edges.isEmpty else {
            intake.push(job)
            wakeWorker()
            return
        }
        state.withLock { state in
            absorbIntake(&state)
            unsafe state.jobs.append(.passRetained(job), to: .blocked)
        }
        for edge in edges where !edge.enter() { job.dependencyFinished(edge.source) }
        job.countDown()
    }

    /// Lets a job begin whose dependencies have all finished.
    func makeReady(_ job: FutureCore) {
        let edges = state.withLock { state -> [Dependent] in
            guard job.place == .blocked, let link = unsafe state.jobs.remove(job) else { return [] }
            unsafe state.jobs.append(link, to: job.details?.isUrgent == true ? .urgent : job.lane)
            return job.details?.takeEdges() ?? []
        }
        withExtendedLifetime(edges) {}
        wakeWorker()
    }

    func absorbIntake(_ state: inout State) {
        unsafe intake.takeAll { link in
            let lane = unsafe link._withUnsafeGuaranteedRef { $0.lane }
            unsafe state.jobs.append(link, to: lane)
        }
    }

    /// Takes a job that was cancelled out of its list, and returns its dependencies.
    func remove(_ job: FutureCore) -> [Dependent] {
        state.withLock { state in
            absorbIntake(&state)
            // A worker has taken a job that is in no list, and sees that it is claimed.
            guard let link = unsafe state.jobs.remove(job) else { return [] }
            // Not the last reference: the caller has one.
            unsafe link.release()
            return job.details?.takeEdges() ?? []
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

    /// All jobs that have not ended; each before those for which it waits.
    var jobs: [FutureCore] {
        state.withLock { state in
            absorbIntake(&state)
            let places = [JobPlace.low, .normal, .high, .urgent, .running]
            return state.jobs[.blocked].reversed() + places.flatMap { state.jobs[$0] }
        }
    }
}
