import Dispatch
import FootingLocks
import FootingWaiting
import Synchronization

extension QueueCore {
    /// Wakes a worker if a job is ready, a slot is vacant, and no worker is searching.
    func wakeWorker() {
        while vacancies.load(ordering: .sequentiallyConsistent) > 0,
            !isSearching.load(ordering: .sequentiallyConsistent),
            state.withLock({ canBegin($0) }),
            startSearching()
        {
            let worker = state.withLock { state -> DispatchQueue? in
                guard vacancies.load(ordering: .relaxed) > 0 else { return nil }
                vacancies.subtract(1, ordering: .sequentiallyConsistent)
                return state.idle.popLast()
                    ?? DispatchQueue(label: "footing.operations.worker", qos: qos)
            }
            if let worker { return worker.async { self.work(as: worker) } }
            isSearching.store(false, ordering: .sequentiallyConsistent)
        }
    }

    /// Whether a job could begin in a vacant slot.
    private func canBegin(_ state: borrowing State) -> Bool {
        if state.isSuspended { return false }
        if !state.jobs.isEmpty(.urgent) { return true }
        guard lanesAreOpen(state) else { return false }
        return !intake.isEmpty || !JobList.lanes.allSatisfy(state.jobs.isEmpty)
    }

    /// Whether jobs may begin that no blocked job needs.
    ///
    /// In a queue of width 1, no other job may begin before the blocked job has finished.
    private func lanesAreOpen(_ state: borrowing State) -> Bool {
        width > 1 || state.lentSlots == 0
    }

    private func startSearching() -> Bool {
        isSearching.compareExchange(
            expected: false,
            desired: true,
            ordering: .sequentiallyConsistent
        ).exchanged
    }

    // MARK: Running jobs

    /// Runs jobs until none is ready.
    ///
    /// The block that calls this keeps the queue alive.
    private func work(as worker: DispatchQueue) {
        let thread = ThreadWork.current
        unsafe thread.queue = self
        var finished: FutureCore?
        while let job = nextJob(for: worker, on: thread, after: finished) {
            guard job.run(on: thread) else {
                // The task of the job owns the slot now.
                state.withLock { retire(worker, at: &$0) }
                break
            }
            finished = job
        }
        unsafe thread.queue = nil
    }

    private func retire(_ worker: DispatchQueue, at state: inout State) {
        if state.idle.count < width { state.idle.append(worker) }
    }

    /// Finishes an asynchronous job and frees its slot.
    func finishAsynchronous(_ job: FutureCore) {
        state.withLock { state in
            finish(job, at: &state)
            vacancies.add(1, ordering: .sequentiallyConsistent)
        }
        wakeWorker()
    }

    /// Returns the next job, or makes the worker idle and returns `nil`.
    private func nextJob(
        for worker: DispatchQueue,
        on thread: ThreadWork,
        after finished: FutureCore?
    ) -> FutureCore? {
        // A worker is woken to search.
        var isSearcher = finished == nil
        var job = state.withLock { state -> FutureCore? in
            if let finished { finish(finished, at: &state) }
            return next(on: thread, at: &state)
        }
        if job == nil {
            if !isSearcher { isSearcher = startSearching() }
            if isSearcher, spin(until: !intake.isEmpty) {
                job = state.withLock { next(on: thread, at: &$0) }
            }
        }
        if isSearcher { isSearching.store(false, ordering: .sequentiallyConsistent) }
        if job == nil {
            job = state.withLock { state in
                // Checked again after the slot was freed, so that a job submitted in between is not
                // missed.
                let vacant = vacancies.add(1, ordering: .sequentiallyConsistent).newValue
                if vacant > 0, let job = next(on: thread, at: &state) {
                    vacancies.subtract(1, ordering: .sequentiallyConsistent)
                    return job
                }
                retire(worker, at: &state)
                return nil
            }
        }
        if isSearcher, job != nil { wakeWorker() }
        return job
    }

    /// Dequeues the next job and marks it as running.
    private func next(on thread: ThreadWork, at state: inout State) -> FutureCore? {
        // Negative while a worker that had lent its slot has resumed: then this one idles.
        guard vacancies.load(ordering: .relaxed) >= 0 else { return nil }
        absorbIntake(&state)
        guard !state.isSuspended else { return nil }
        while true {
            var link = unsafe state.jobs.popFirst(from: .urgent)
            for lane in JobList.lanes where unsafe link == nil && lanesAreOpen(state) {
                unsafe link = state.jobs.popFirst(from: lane)
            }
            guard let link = unsafe link else { return nil }
            let job = unsafe link.takeUnretainedValue()
            if job.claim() {
                unsafe begin(link, on: thread, at: &state)
                return job
            }
            // Cancelled just now, by a thread that still retains the job and will find it removed.
            unsafe link.release()
        }
    }

    func begin(_ link: JobLink, on thread: ThreadWork, at state: inout State) {
        unsafe state.jobs.append(link, to: .running)
        unsafe link._withUnsafeGuaranteedRef { job in
            if !job.status.contains(.asynchronous) { unsafe job.runner = thread }
        }
    }

    func finish(_ job: FutureCore, at state: inout State) {
        unsafe job.runner = nil
        // Not the last reference: the caller retains the job.
        unsafe state.jobs.remove(job)?.release()
    }
}
