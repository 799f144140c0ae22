import Dispatch
import FootingLocks
import Synchronization

/// What a queue knows of jobs and workers, guarded by its lock.
struct Desk {
    /// The jobs in line, behind which come those in the intake.
    var ready = JobList()
    /// The workers that have nothing to do, the last to come last.
    ///
    /// A worker is a serial queue of its own: that is what gets a thread of its own, while blocking in
    /// a concurrent queue of the default quality of service would block Swift's tasks on Linux.
    var idle: [DispatchQueue] = []
    /// How many workers there are, idle or not.
    var workers = 0
}

// Submitting a job takes no lock: it goes to the intake, and only if there are vacancies (slots whose
// worker is idle or was never needed) somebody has to be woken. Waking is what costs, so only one
// worker at a time is on its way or looking around: the searcher. As long as there is one, nobody is
// woken. When it finds a job, it stops searching, and if there is more to do it wakes the next one
// before it starts to work.
//
// No job is left behind while a worker is idle, because whoever makes one of the three true
// (a job waits, there is a vacancy, nobody searches) looks at the other two afterwards. The order of
// these looks is what `.sequentiallyConsistent` is for.
extension FutureQueue {
    @usableFromInline
    func submit(_ job: FutureCore, doing work: sending @escaping () -> Void) {
        job.prepare(work, for: ObjectIdentifier(self))
        intake.push(job)
        wakeWorker()
    }

    /// Wakes a worker, if a job waits, there is a vacancy, and nobody searches.
    private func wakeWorker() {
        while vacancies.load(ordering: .sequentiallyConsistent) > 0,
            !isSearching.load(ordering: .sequentiallyConsistent),
            hasJobs,
            startSearching()
        {
            if let worker = desk.withLock({ hire(at: &$0) }) {
                worker.async { self.work(as: worker) }
                return
            }
            isSearching.store(false, ordering: .sequentiallyConsistent)
        }
    }

    private var hasJobs: Bool {
        desk.withLock { !$0.ready.isEmpty || !intake.isEmpty }
    }

    private func startSearching() -> Bool {
        isSearching.compareExchange(
            expected: false,
            desired: true,
            ordering: .sequentiallyConsistent
        ).exchanged
    }

    private func hire(at desk: inout Desk) -> DispatchQueue? {
        var worker = desk.idle.popLast()
        if worker == nil, desk.workers < width {
            desk.workers += 1
            worker = DispatchQueue(label: "footing.operations.worker")
        }
        if worker != nil { vacancies.subtract(1, ordering: .sequentiallyConsistent) }
        return worker
    }

    /// Runs jobs until there are none.
    ///
    /// The block that calls this keeps the queue alive.
    private func work(as worker: DispatchQueue) {
        let thread = ThreadRecord.current
        thread.queue = ObjectIdentifier(self)
        var isSearcher = true
        while let job = nextJob(for: worker, isSearcher: &isSearcher) {
            // Not run if it was cancelled, or if somebody who waits for it runs it.
            _ = job.runIfUnstarted(on: thread)
        }
        thread.queue = nil
    }

    /// The next job; or `nil`, and the worker is idle.
    private func nextJob(for worker: DispatchQueue, isSearcher: inout Bool) -> FutureCore? {
        var job = desk.withLock { next(at: &$0) }
        if job == nil {
            if !isSearcher { isSearcher = startSearching() }
            if isSearcher, spin() { job = desk.withLock { next(at: &$0) } }
        }
        let hasSearched = isSearcher
        if isSearcher {
            isSearching.store(false, ordering: .sequentiallyConsistent)
            isSearcher = false
        }
        if job == nil { job = desk.withLock { nextOrIdle(worker, at: &$0) } }
        if hasSearched, job != nil { wakeWorker() }
        return job
    }

    private func next(at desk: inout Desk) -> FutureCore? {
        if desk.ready.isEmpty { unsafe desk.ready.append(newestFirst: intake.takeAll()) }
        return desk.ready.popFirst()
    }

    /// One last look, made after the vacancy can be seen: who comes later, sees it.
    private func nextOrIdle(_ worker: DispatchQueue, at desk: inout Desk) -> FutureCore? {
        vacancies.add(1, ordering: .sequentiallyConsistent)
        guard let job = next(at: &desk) else {
            desk.idle.append(worker)
            return nil
        }
        vacancies.subtract(1, ordering: .sequentiallyConsistent)
        return job
    }

    /// Looks at the intake for about a microsecond.
    private func spin() -> Bool {
        for _ in 0..<spinRounds where !intake.isEmpty { return true }
        return false
    }
}
