import Dispatch
import Synchronization

/// The pending jobs of a worker thread, in the order in which they were posted.
///
/// Any thread posts without a lock: the jobs form a stack, which the reader takes as a whole and
/// reverses.
final class Mailbox: Sendable {
    /// The address of the newest job, which this mailbox retains, or one of the values below.
    private let newest = Atomic(empty)
    private static let empty: UInt = 0
    /// The mailbox is empty, and the reader sleeps.
    private static let asleep: UInt = 1

    private let hasEnded = Atomic(false)
    private let wakeUp = DispatchSemaphore(value: 0)

    /// Adds `job` behind all jobs posted earlier.
    func post(_ job: consuming Job) {
        // Retained until the reader releases it, so it lives at least until it is posted.
        let job = unsafe Unmanaged.passRetained(consume job)
        let address = unsafe UInt(bitPattern: job.toOpaque())
        var last = newest.load(ordering: .relaxed)
        var isPosted = false
        while !isPosted {
            let link = last == Self.asleep ? Self.empty : last
            unsafe job._withUnsafeGuaranteedRef { $0.link = link }
            let expected = last
            (isPosted, last) = newest.weakCompareExchange(
                expected: expected,
                desired: address,
                successOrdering: .releasing,
                failureOrdering: .relaxed
            )
        }
        if last == Self.asleep { wakeUp.signal() }
    }

    /// Runs the jobs in order, and sleeps while there are none, until a job has called ``end()``.
    ///
    /// Only one thread may read.
    func read() {
        while !hasEnded.load(ordering: .relaxed) {
            var address = takeAll()
            // Safe: each address is that of a job that `post` retained for the reader.
            while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
                let job = unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue()
                address = job.link
                job.run()
            }
        }
    }

    /// Makes the reader return after it has run all jobs that it took together with the calling
    /// one.
    func end() {
        hasEnded.store(true, ordering: .relaxed)
    }

    /// Takes all jobs.
    ///
    /// - Returns: The address of the oldest job, whose `link` leads to the others, or ``empty``
    ///   after a sleep.
    private func takeAll() -> UInt {
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
        // Safe, as in `read`.
        while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
            unsafe Unmanaged<Job>.fromOpaque(pointer)._withUnsafeGuaranteedRef { job in
                (newer, address, job.link) = (address, job.link, newer)
            }
        }
        return newer
    }
}
