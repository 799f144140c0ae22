import Dispatch
import FootingWaiting
import Synchronization

/// The pending jobs of a worker thread, in the order in which they were enqueued.
///
/// Any thread enqueues without a lock.
final class JobQueue: Sendable {
    private let jobs = EntryStack<Job>()
    /// Whether the reader sleeps, or is about to; the sender that clears this wakes it.
    private let isAsleep = Atomic(false)
    private let isStopped = Atomic(false)
    private let wakeUp = DispatchSemaphore(value: 0)

    /// Adds `job` behind all jobs enqueued earlier.
    func enqueue(_ job: consuming Job) {
        // Retained until the reader releases it, so it lives at least until it is in the stack.
        unsafe jobs.push(.passRetained(consume job))
        if isAsleep.load(ordering: .sequentiallyConsistent), claimWakeUp() { wakeUp.signal() }
    }

    /// Runs the jobs in order, and sleeps while there are none, until a job has called ``stop()``.
    ///
    /// Only one thread may call this.
    func runJobs() {
        while !isStopped.load(ordering: .relaxed) {
            if jobs.isEmpty { sleep() }
            // Safe: each job is passed with the retain of the stack.
            unsafe jobs.removeAll { unsafe $0.takeRetainedValue().run() }
        }
    }

    /// Makes `runJobs` return after it has run all jobs that it dequeued together with the calling
    /// one.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    private func sleep() {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        // The sender of a job that has arrived meanwhile may not have seen the flag.
        if jobs.isEmpty || !claimWakeUp() { wakeUp.wait() }
    }

    /// Ends the sleep; only one thread gets `true`.
    private func claimWakeUp() -> Bool {
        isAsleep.exchange(false, ordering: .sequentiallyConsistent)
    }
}
