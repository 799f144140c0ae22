import FootingLocks
import FootingWaiting
import Synchronization

/// The state of a drain, settled when all jobs that were in a queue have finished.
// Unchecked because its superclass is: all that this class adds is atomic or behind a lock.
final class Drain: FutureState<Void, Never>, @unchecked Sendable {
    private let edges = Lock<[Dependent]>([])
    /// The number of unfinished jobs, plus one while they are being added.
    private let missing: Atomic<Int>

    init(of jobs: [FutureCore]) {
        missing = Atomic(jobs.count + 1)
        super.init()
        let edges = jobs.map { Dependent(self, on: $0) }
        _ = self.edges.exchange(edges)
        for edge in edges where !edge.enter() { noteFinished() }
        noteFinished()
    }

    override func dependencyFinished(_ job: FutureCore) { noteFinished() }

    private func noteFinished() {
        let rest = missing.subtract(1, ordering: .acquiringAndReleasing).newValue
        if rest == 0 { settle(.success(())) }
    }

    override var obstacle: Obstacle {
        .targets(edges.withLock { $0 }.map(\.source).filter { !$0.status.contains(.finished) })
    }

    override var observesSettlement: Bool { true }

    /// Leaves the jobs, which continue.
    override func didSettle() {
        for edge in edges.exchange([]) { edge.leave() }
    }
}
