import Dispatch
import Synchronization

/// The pending jobs of a worker thread, in the order in which they were enqueued.
///
/// Any thread enqueues without a lock: the jobs are a stack, which the reader removes as a whole
/// and reverses.
final class JobQueue: Sendable {
    /// The address of the newest job, which the queue retains, or one of the values below.
    private let newest = Atomic(empty)
    private static let empty: UInt = 0
    /// The queue is empty, and the reader sleeps.
    private static let asleep: UInt = 1

    private let isStopped = Atomic(false)
    private let wakeUp = DispatchSemaphore(value: 0)

    /// Adds `job` behind all jobs enqueued earlier.
    func enqueue(_ job: consuming Job) {
        // Retained until the reader releases it, so it lives at least until it is in the stack.
        let job = unsafe Unmanaged.passRetained(consume job)
        let address = unsafe UInt(bitPattern: job.toOpaque())
        var last = newest.load(ordering: .relaxed)
        var isEnqueued = false
        while !isEnqueued {
            let link = last == Self.asleep ? Self.empty : last
            unsafe job._withUnsafeGuaranteedRef { $0.link = link }
            let expected = last
            (isEnqueued, last) = newest.weakCompareExchange(
                expected: expected,
                desired: address,
                successOrdering: .releasing,
                failureOrdering: .relaxed
            )
        }
        if last == Self.asleep { wakeUp.signal() }
    }

    /// Runs the jobs in order, and sleeps while there are none, until a job has called ``stop()``.
    ///
    /// Only one thread may call this.
    func runJobs() {
        while !isStopped.load(ordering: .relaxed) {
            var address = dequeueAll()
            // Safe: each address is that of a job that `enqueue` retained for the reader.
            while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
                let job = unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue()
                address = job.link
                job.run()
            }
        }
    }

    /// Makes `runJobs` return after it has run all jobs that it dequeued together with the calling
    /// one.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    /// Removes all jobs.
    ///
    /// - Returns: The address of the oldest job, whose `link` leads to the others, or ``empty``
    ///   after a sleep.
    private func dequeueAll() -> UInt {
        var address = newest.exchange(Self.empty, ordering: .acquiring)
        if address == Self.empty {
            let isAsleep = newest.compareExchange(
                expected: Self.empty,
                desired: Self.asleep,
                ordering: .relaxed
            ).exchanged
            if isAsleep { wakeUp.wait() }
            return Self.empty
        }
        var newer = Self.empty
        // Safe, as in `runJobs`.
        while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
            unsafe Unmanaged<Job>.fromOpaque(pointer)._withUnsafeGuaranteedRef { job in
                (newer, address, job.link) = (address, job.link, newer)
            }
        }
        return newer
    }
}
