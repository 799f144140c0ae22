import FootingLocks
import FootingWaiting

/// A future that is settled when other futures have finished, such as all jobs that were in a
/// queue.
///
/// A drain depends on them as a job would, but is in no queue.
// Unchecked because its superclass is: this class adds no variables.
class Drain: FutureState<Void, Never>, @unchecked Sendable {
    init(of sources: [FutureCore]) {
        super.init()
        let details = JobDetails()
        details.describe(self, name: nil, dependencies: sources)
        outcomeSource = details
    }

    /// Begins to wait.
    final func enter() { enter(attached.withLock { _ in details?.edges ?? [] }) }

    override var obstacle: Obstacle {
        .targets(attached.withLock { _ in details?.unfinished ?? [] })
    }

    override func becomeReady() { settle(.success(())) }

    override var observesSettlement: Bool { true }

    /// Leaves the other futures, which continue.
    override func didSettle() {
        for edge in attached.withLock({ _ in details?.removeEdges() ?? [] }) { edge.leave() }
    }
}
