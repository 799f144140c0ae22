import FootingLocks

/// The state of a drain, settled when all jobs that were in a queue have finished.
///
/// It depends on the jobs as a job would, but is in no queue.
// Unchecked because its superclass is: this class adds no variables.
final class Drain: FutureState<Void, Never>, @unchecked Sendable {
    init(of jobs: [FutureCore]) {
        super.init()
        let details = JobDetails()
        details.describe(self, name: nil, dependencies: jobs)
        outcomeSource = details
        enter(details.edges)
    }

    override func becomeReady() { settle(.success(())) }

    override var observesSettlement: Bool { true }

    /// Leaves the jobs, which continue.
    override func didSettle() {
        for edge in attached.withLock({ _ in details?.removeEdges() ?? [] }) { edge.leave() }
    }
}
