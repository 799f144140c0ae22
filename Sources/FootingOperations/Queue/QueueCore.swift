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
    private let qos: DispatchQoS

    private let intake = JobIntake()
    /// How many more workers may run; changed with the lock held.
    ///
    /// Negative if more workers run than may: a worker that had lent its slot has come back.
    private let vacancies: Atomic<Int>
    private let isSearching = Atomic<Bool>(false)
    private let state = Lock(State())

    /// How many slots may be lent.
    private static let greatestLoan = 64
    /// How many slots may be lent to jobs that a blocked job needs: to refuse one is to refuse the wait.
    private static let greatestNeededLoan = 256

    private struct State {
        var urgent = JobList()
        var lanes = (high: JobList(), normal: JobList(), low: JobList())
        var blocked = JobList()
        var running = JobList()
        /// The workers that have nothing to do.
        ///
        /// A worker is a serial queue of its own, which gets a thread of its own. A job that blocks in a
        /// concurrent queue of the default quality of service would block Swift's tasks on Linux.
        var idle: [DispatchQueue] = []
        /// How many slots are lent by workers that are blocked.
        var loans = 0
        var isSuspended = false

        mutating func withLane<Result>(
            of priority: FutureQueue.Priority,
            _ body: (inout JobList) -> Result
        ) -> Result {
            switch priority {
            case .high: body(&lanes.high)
            case .normal: body(&lanes.normal)
            case .low: body(&lanes.low)
            }
        }
    }

    init(name: String?, width: Int, isBackground: Bool = false) {
        self.name = name
        self.width = width
        qos = isBackground ? .background : .unspecified
        vacancies = Atomic(width)
    }

    // MARK: Submitting

    func submit(_ job: FutureCore) {
        guard let details = job.details, !details.edges.isEmpty else {
            intake.push(job)
            wakeWorker()
            return
        }
        // A copy, since the job loses its edges as soon as it is ready.
        let edges = details.edges
        state.withLock { state in
            absorbIntake(&state)
            job.place = .blocked
            unsafe state.blocked.append(.passRetained(job))
        }
        for (future, entry) in edges where !future.add(entry) { job.dependencyFinished(future) }
        job.countDown()
    }

    /// Lets a job begin whose dependencies have all finished.
    func makeReady(_ job: FutureCore) {
        let edges = state.withLock { state -> [JobDetails.Edge] in
            guard job.place == .blocked, let details = job.details else { return [] }
            unsafe enqueue(state.blocked.remove(job), isUrgent: details.isUrgent, at: &state)
            return details.takeEdges()
        }
        withExtendedLifetime(edges) {}
        wakeWorker()
    }

    private func enqueue(_ link: JobLink, isUrgent: Bool = false, at state: inout State) {
        unsafe link._withUnsafeGuaranteedRef { job in
            job.place = isUrgent ? .urgent : .ready
            if isUrgent {
                unsafe state.urgent.append(link)
            } else {
                state.withLane(of: job.priority) { unsafe $0.append(link) }
            }
        }
    }

    private func absorbIntake(_ state: inout State) {
        unsafe intake.takeAll { link in
            unsafe enqueue(link, at: &state)
        }
    }

    /// Takes a job out of the list in which it waits, with its retain; `nil` if it is in none.
    private func unlink(_ job: FutureCore, at state: inout State) -> JobLink? {
        switch job.place {
        case .none, .running: nil
        case .blocked: unsafe state.blocked.remove(job)
        case .ready: unsafe state.withLane(of: job.priority) { unsafe $0.remove(job) }
        case .urgent: unsafe state.urgent.remove(job)
        }
    }

    /// Takes a job that was cancelled out of its list, and returns its dependencies.
    func remove(_ job: FutureCore) -> [JobDetails.Edge] {
        state.withLock { state in
            absorbIntake(&state)
            // A worker has taken a job that is in no list, and sees that it is claimed.
            guard let link = unsafe unlink(job, at: &state) else { return [] }
            job.place = .none
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
            let (high, normal, low) = state.lanes
            return state.blocked.jobs.reversed()
                + [low, normal, high, state.urgent, state.running].flatMap { $0.jobs }
        }
    }

    /// The future that is settled when all jobs have ended that are in the queue now.
    func drain() -> Future<Void, Never> {
        Future(Drain(of: jobs))
    }

    // MARK: Waking workers

    /// Wakes a worker, if a job can begin, a slot is vacant, and no worker searches.
    private func wakeWorker() {
        while vacancies.load(ordering: .sequentiallyConsistent) > 0,
            !isSearching.load(ordering: .sequentiallyConsistent),
            state.withLock({ canBegin($0) }),
            startSearching()
        {
            if let worker = state.withLock({ hire(at: &$0) }) {
                worker.async { self.work(as: worker) }
                return
            }
            isSearching.store(false, ordering: .sequentiallyConsistent)
        }
    }

    /// Whether there is a job that could begin in a vacant slot.
    private func canBegin(_ state: borrowing State) -> Bool {
        if state.isSuspended { return false }
        if !state.urgent.isEmpty { return true }
        guard lanesAreOpen(state) else { return false }
        return !state.lanes.high.isEmpty || !state.lanes.normal.isEmpty
            || !state.lanes.low.isEmpty || !intake.isEmpty
    }

    /// Whether jobs may begin that no blocked job waits for.
    ///
    /// In a queue that is one wide nothing else may begin before the blocked job has ended.
    private func lanesAreOpen(_ state: borrowing State) -> Bool {
        width > 1 || state.loans == 0
    }

    private func startSearching() -> Bool {
        isSearching.compareExchange(
            expected: false,
            desired: true,
            ordering: .sequentiallyConsistent
        ).exchanged
    }

    private func hire(at state: inout State) -> DispatchQueue? {
        guard vacancies.load(ordering: .relaxed) > 0 else { return nil }
        vacancies.subtract(1, ordering: .sequentiallyConsistent)
        return state.idle.popLast() ?? DispatchQueue(label: "footing.operations.worker", qos: qos)
    }

    // MARK: Running jobs

    /// Runs jobs until there are none.
    ///
    /// The block that calls this keeps the queue alive.
    private func work(as worker: DispatchQueue) {
        let thread = ThreadRecord.current
        unsafe thread.queue = self
        var isSearcher = true
        var ended: FutureCore?
        while let job = nextJob(for: worker, on: thread, after: ended, isSearcher: &isSearcher) {
            guard job.run(on: thread) else {
                // The task of the job has the slot now.
                retire(worker)
                break
            }
            ended = job
        }
        unsafe thread.queue = nil
    }

    private func retire(_ worker: DispatchQueue) {
        state.withLock { state in
            if state.idle.count < width { state.idle.append(worker) }
        }
    }

    /// Ends an asynchronous job and makes its slot vacant.
    func endAsynchronous(_ job: FutureCore) {
        state.withLock { state in
            end(job, at: &state)
            vacancies.add(1, ordering: .sequentiallyConsistent)
        }
        wakeWorker()
    }

    /// The next job; or `nil`, and the worker is idle.
    private func nextJob(
        for worker: DispatchQueue,
        on thread: ThreadRecord,
        after ended: FutureCore?,
        isSearcher: inout Bool
    ) -> FutureCore? {
        var job = state.withLock { state -> FutureCore? in
            if let ended { end(ended, at: &state) }
            guard vacancies.load(ordering: .relaxed) >= 0 else { return nil }
            return next(on: thread, at: &state)
        }
        if job == nil {
            if !isSearcher { isSearcher = startSearching() }
            if isSearcher, spin() {
                job = state.withLock { state in
                    guard vacancies.load(ordering: .relaxed) >= 0 else { return nil }
                    return next(on: thread, at: &state)
                }
            }
        }
        let hasSearched = isSearcher
        if isSearcher {
            isSearching.store(false, ordering: .sequentiallyConsistent)
            isSearcher = false
        }
        if job == nil {
            job = state.withLock { nextOrIdle(worker, on: thread, at: &$0) }
        }
        if hasSearched, job != nil { wakeWorker() }
        return job
    }

    /// Takes the next job and makes it a running one.
    private func next(
        on thread: ThreadRecord,
        at state: inout State
    ) -> FutureCore? {
        absorbIntake(&state)
        guard !state.isSuspended else { return nil }
        while true {
            var link = unsafe state.urgent.popFirst()
            if unsafe link == nil, lanesAreOpen(state) {
                unsafe link =
                    state.lanes.high.popFirst() ?? state.lanes.normal.popFirst()
                    ?? state.lanes.low.popFirst()
            }
            guard let link = unsafe link else { return nil }
            let job = unsafe link.takeUnretainedValue()
            if job.claim() {
                unsafe begin(link, on: thread, at: &state)
                return job
            }
            // Cancelled a moment ago, by a thread that still holds the job and will find it gone.
            job.place = .none
            unsafe link.release()
        }
    }

    /// Looks once more after the slot was made vacant, so that no job submitted in between is missed.
    private func nextOrIdle(
        _ worker: DispatchQueue,
        on thread: ThreadRecord,
        at state: inout State
    ) -> FutureCore? {
        let vacant = vacancies.add(1, ordering: .sequentiallyConsistent).newValue
        if vacant > 0, let job = next(on: thread, at: &state) {
            vacancies.subtract(1, ordering: .sequentiallyConsistent)
            return job
        }
        if state.idle.count < width { state.idle.append(worker) }
        return nil
    }

    private func begin(_ link: JobLink, on thread: ThreadRecord, at state: inout State) {
        unsafe link._withUnsafeGuaranteedRef { job in
            job.place = .running
            if !job.status.contains(.asynchronous) { unsafe job.runner = thread }
        }
        unsafe state.running.append(link)
    }

    private func end(
        _ job: FutureCore,
        at state: inout State
    ) {
        let link = unsafe state.running.remove(job)
        job.place = .none
        unsafe job.runner = nil
        // Not the last reference: the caller has one.
        unsafe link.release()
    }

    /// Looks at the intake for about a microsecond.
    private func spin() -> Bool {
        for _ in 0..<spinRounds where !intake.isEmpty { return true }
        return false
    }

    // MARK: Waiting inside a job

    /// Runs a job within the job of this thread that waits for it, if it can begin.
    func runWithin(_ thread: ThreadRecord, _ job: FutureCore) -> Bool {
        let hasBegun = state.withLock { state in
            absorbIntake(&state)
            guard !state.isSuspended, job.place == .ready || job.place == .urgent,
                !job.status.contains(.asynchronous), job.claim(),
                let link = unsafe unlink(job, at: &state)
            else { return false }
            unsafe begin(link, on: thread, at: &state)
            return true
        }
        guard hasBegun else { return false }
        _ = job.run(on: thread)
        state.withLock { end(job, at: &$0) }
        return true
    }

    /// Lends the slot of a worker that is about to block, first of all to the jobs that it needs.
    ///
    /// - Returns: `false` if too many slots are lent.
    func lend(to needed: [FutureCore]) -> Bool {
        let isLent = state.withLock { state in
            let limit = needed.isEmpty ? Self.greatestLoan : Self.greatestNeededLoan
            guard state.loans < limit else { return false }
            state.loans += 1
            vacancies.add(1, ordering: .sequentiallyConsistent)
            for job in needed where job.place == .ready {
                if let link = unsafe unlink(job, at: &state) {
                    unsafe enqueue(link, isUrgent: true, at: &state)
                }
            }
            for job in needed where job.place == .blocked { job.details?.isUrgent = true }
            return true
        }
        if isLent { wakeWorker() }
        return isLent
    }

    /// Takes a slot back that was lent.
    ///
    /// If it is occupied, more jobs run than the width for a moment, and the next worker that ends a
    /// job becomes idle.
    func takeBack() {
        state.withLock { state in
            state.loans -= 1
            vacancies.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    /// The reason why a job has not ended.
    func obstacle(of job: FutureCore) -> Obstacle {
        state.withLock { state in
            absorbIntake(&state)
            switch job.place {
            case .none:
                return .nothing
            case .blocked:
                let isUrgent = job.details?.isUrgent == true
                return .unstarted(
                    self,
                    behind: width == 1 && !isUrgent ? runners(state) : [],
                    after: job.details?.edges.map(\.future) ?? []
                )
            case .urgent:
                return .unstarted(self, behind: [], after: [])
            case .ready:
                return .unstarted(self, behind: width == 1 ? runners(state) : [], after: [])
            case .running:
                return .threads(unsafe job.runner.map { [$0] } ?? [])
            }
        }
    }

    private func runners(_ state: borrowing State) -> [ThreadRecord] {
        state.running.jobs.compactMap { unsafe $0.runner }
    }
}
