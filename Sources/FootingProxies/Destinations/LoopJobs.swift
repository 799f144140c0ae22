import FootingLocks
import FootingWaiting
import Foundation

/// The jobs that a run loop has not begun.
///
/// The loop retains a runner for each job. A job is released with its runner, or when the thread
/// stops.
// Unchecked: other threads use only those members of the loop that add a block or a timer, which
// lock.
final class LoopJobs: @unchecked Sendable {
    /// Runs one job, when the loop runs it.
    final class Runner: Sendable {
        private let jobs: LoopJobs

        fileprivate init(of jobs: LoopJobs) { self.jobs = jobs }

        deinit { _ = jobs.remove(self) }

        func run() {
            jobs.noteThread()
            jobs.remove(self)?()
        }
    }

    private struct State {
        var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var isThreadNoted = false
        var hasThreadStopped = false
    }

    // The thread retains its loop.
    weak let loop: RunLoop?
    let place: SerialPlace
    private let state = Lock(State())

    private static let known = Lock([ObjectIdentifier: LoopJobs]())

    private init(_ loop: RunLoop) {
        self.loop = loop
        place = SerialPlace(name: loop === RunLoop.main ? "the main run loop" : "a run loop")
    }

    /// The jobs of `loop`.
    static func of(_ loop: RunLoop) -> LoopJobs {
        let id = ObjectIdentifier(loop)
        let all = known.withLock { $0 }
        if let jobs = all[id], jobs.loop === loop { return jobs }
        // Checked without the lock: the reference may be the last one, and releasing a loop
        // releases foreign work.
        let ended = all.filter { $0.value.loop == nil }
        let new = LoopJobs(loop)
        return known.withLock { known in
            for (id, jobs) in ended where known[id] === jobs { known[id] = nil }
            // Another thread may have added the jobs first.
            if let jobs = known[id], jobs.loop === loop { return jobs }
            known[id] = new
            return new
        }
    }

    /// Adds a job and returns its runner, or `nil` if the thread of the loop has stopped.
    func add(_ job: @escaping @Sendable () -> Void) -> Runner? {
        state.withLock { state in
            guard !state.hasThreadStopped else { return nil }
            let runner = Runner(of: self)
            state.waiting[ObjectIdentifier(runner)] = job
            return runner
        }
    }

    var hasThreadStopped: Bool { state.withLock { $0.hasThreadStopped } }

    private func remove(_ runner: Runner) -> (@Sendable () -> Void)? {
        state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(runner)) }
    }

    /// Marks all code of the calling thread as code of the loop, which stops with the thread.
    func noteThread() {
        let isNew = state.withLock { state in
            defer { state.isThreadNoted = true }
            return !state.isThreadNoted
        }
        if isNew {
            ThreadPlace.stay(in: place, isMainThread: Thread.isMainThread, onStop: noteThreadStop)
        }
    }

    private func noteThreadStop() {
        // Released after the lock is released.
        _ = state.withLock { state in
            state.hasThreadStopped = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        DelayedCalls.shared.sendToStopped()
    }
}
