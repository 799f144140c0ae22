import Synchronization

/// A link from one job in line to the next.
///
/// Whoever holds the line owns one retain of each job in it.
/// The links are unmanaged so that a stack of jobs can be swapped by one atomic instruction, and so
/// that a long line is never released by recursion.
typealias JobLink = Unmanaged<FutureCore>

/// Where new jobs arrive: a stack to which any thread adds, and which a worker takes as a whole.
///
/// Taking all or nothing is what makes it sound: a job never returns to the stack, so a link that was
/// read is either still the top, with the same job below it, or the exchange fails.
@safe
struct JobIntake: ~Copyable, Sendable {
    private let top = unsafe Atomic<JobLink?>(nil)

    /// Adds a job that is in no line.
    borrowing func push(_ job: FutureCore) {
        let link = unsafe JobLink.passRetained(job)
        var below = unsafe top.load(ordering: .relaxed)
        while true {
            unsafe job.next = below
            let (exchanged, original) = unsafe top.weakCompareExchange(
                expected: below,
                desired: link,
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .relaxed
            )
            if exchanged { return }
            unsafe below = original
        }
    }

    /// The newest job, linked to all that came before it; the caller holds that line now.
    borrowing func takeAll() -> JobLink? {
        unsafe top.exchange(nil, ordering: .sequentiallyConsistent)
    }

    var isEmpty: Bool {
        borrowing get { unsafe top.load(ordering: .sequentiallyConsistent) == nil }
    }
}

/// The jobs that are ready to run, oldest first, guarded by the queue's lock.
@safe
struct JobList {
    private var first: JobLink?
    private var last: JobLink?

    var isEmpty: Bool { unsafe first == nil }

    /// Appends what a worker took from the intake.
    ///
    /// - Complexity: O(*n*) in the number of jobs taken.
    mutating func append(newestFirst stack: JobLink?) {
        guard let newest = unsafe stack else { return }
        var oldest: JobLink?
        var rest = unsafe stack
        while let link = unsafe rest {
            unsafe link._withUnsafeGuaranteedRef { job in
                unsafe rest = job.next
                unsafe job.next = oldest
            }
            unsafe oldest = link
        }
        if let last = unsafe last {
            unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = oldest }
        } else {
            unsafe first = oldest
        }
        unsafe last = newest
    }

    mutating func popFirst() -> FutureCore? {
        guard let link = unsafe first else { return nil }
        let job = unsafe link.takeRetainedValue()
        unsafe first = job.next
        unsafe job.next = nil
        if unsafe first == nil { unsafe last = nil }
        return job
    }
}
