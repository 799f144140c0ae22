import FootingLocks
import Synchronization

extension QueueCore {
    /// The maximum number of lent slots.
    private static let greatestLoan = 64
    /// The maximum number of slots lent to jobs that a blocked job needs.
    ///
    /// Beyond it, the wait is refused.
    private static let greatestNeededLoan = 256

    /// Runs a ready job within the job of this thread that waits for it.
    func runWithin(_ thread: ThreadRecord, _ job: FutureCore) -> Bool {
        let hasBegun = state.withLock { state in
            absorbIntake(&state)
            guard !state.isSuspended, job.place == .urgent || job.place.isLane,
                !job.status.contains(.asynchronous), job.claim(),
                let link = unsafe state.jobs.remove(job)
            else { return false }
            unsafe begin(link, on: thread, at: &state)
            return true
        }
        guard hasBegun else { return false }
        _ = job.run(on: thread)
        state.withLock { end(job, at: &$0) }
        return true
    }

    /// Lends the slot of a worker that is about to block, preferably to the jobs that it needs.
    ///
    /// - Returns: `false` if too many slots are lent already.
    func lend(to needed: [FutureCore]) -> Bool {
        let isLent = state.withLock { state in
            let limit = needed.isEmpty ? Self.greatestLoan : Self.greatestNeededLoan
            guard state.loans < limit else { return false }
            state.loans += 1
            vacancies.add(1, ordering: .sequentiallyConsistent)
            for job in needed where job.place.isLane {
                if let link = unsafe state.jobs.remove(job) {
                    unsafe state.jobs.append(link, to: .urgent)
                }
            }
            for job in needed where job.place == .blocked { job.details?.isUrgent = true }
            return true
        }
        if isLent { wakeWorker() }
        return isLent
    }

    /// Takes back a slot that was lent.
    ///
    /// If the slot is occupied, more jobs than `width` run for a moment; the next worker that ends
    /// a job then becomes idle.
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
                    after: job.details?.edges.map(\.source) ?? []
                )
            case .urgent:
                return .unstarted(self, behind: [], after: [])
            case .high, .normal, .low:
                return .unstarted(self, behind: width == 1 ? runners(state) : [], after: [])
            case .running:
                return .threads(unsafe job.runner.map { [$0] } ?? [])
            }
        }
    }

    private func runners(_ state: borrowing State) -> [ThreadRecord] {
        state.jobs[.running].compactMap { unsafe $0.runner }
    }
}
