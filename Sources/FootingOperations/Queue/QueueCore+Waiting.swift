import FootingLocks
import FootingWaiting
import Synchronization

extension QueueCore {
    /// The maximum number of lent slots.
    private static let maxLentSlots = 64
    /// The maximum number of slots lent to jobs that a blocked job needs.
    ///
    /// Beyond it, the wait is refused.
    private static let maxNeededLentSlots = 256

    /// Runs a ready job within the job of this thread that waits for it.
    func runWithin(_ thread: ThreadWork, _ job: FutureCore) -> Bool {
        let hasBegun = state.withLock { state in
            absorbIntake(&state)
            guard !state.isSuspended, job.list == .urgent || job.list.isLane,
                !job.status.contains(.asynchronous), job.claim(),
                let link = unsafe state.jobs.remove(job)
            else { return false }
            unsafe begin(link, on: thread, at: &state)
            return true
        }
        guard hasBegun else { return false }
        _ = job.run(on: thread)
        state.withLock { finish(job, at: &$0) }
        return true
    }

    /// Lends the slot of `thread`, which is about to block, preferably to the jobs that it needs.
    ///
    /// - Returns: `false` if too many slots are lent already.
    func lend(_ thread: ThreadWork, to needed: [FutureCore]) -> Bool {
        let isLent = state.withLock { state in
            let limit = needed.isEmpty ? Self.maxLentSlots : Self.maxNeededLentSlots
            guard state.lentSlots < limit else { return false }
            state.lentSlots += 1
            thread.isLending = true
            vacancies.add(1, ordering: .sequentiallyConsistent)
            for job in needed where job.list.isLane {
                if let link = unsafe state.jobs.remove(job) {
                    unsafe state.jobs.append(link, to: .urgent)
                }
            }
            for job in needed where job.list == .blocked { job.details?.isUrgent = true }
            return true
        }
        if isLent { wakeWorker() }
        return isLent
    }

    /// Reclaims the slot that `thread` has lent.
    ///
    /// If the slot is occupied, more jobs than `width` run for a moment; the next worker that
    /// finishes a job then becomes idle.
    func reclaimSlot(_ thread: ThreadWork) {
        state.withLock { state in
            state.lentSlots -= 1
            thread.isLending = false
            vacancies.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    /// The reason why a job is not finished.
    func obstacle(of job: FutureCore) -> Obstacle {
        state.withLock { state in
            absorbIntake(&state)
            switch job.list {
            case .none:
                return .nothing
            case .blocked, .urgent, .high, .normal, .low:
                return .slot(
                    of: self,
                    isReserved: job.list == .urgent || job.details?.isUrgent == true,
                    dependencies: job.details?.unfinished ?? []
                )
            case .running:
                return unsafe job.runner.map { .thread($0.record) } ?? .nothing
            }
        }
    }
}

extension QueueCore: WaitTarget {
    /// The threads that have a slot, if one of them must finish its job before another one can
    /// begin.
    var obstacle: Obstacle {
        state.withLock { state in
            var holders: [ThreadRecord] = []
            for job in state.jobs[.running] {
                guard let runner = unsafe job.runner, !runner.isLending,
                    !holders.contains(where: { $0 === runner.record })
                else { continue }
                holders.append(runner.record)
            }
            return holders.count < width ? .nothing : .holders(holders, spare: width - 1)
        }
    }

    /// Jobs are named, with their queue.
    var title: String? { nil }
}
