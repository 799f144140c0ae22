import FootingWaiting
import Synchronization

/// A job, with the retain that an intake or a list owns.
typealias JobLink = Unmanaged<FutureCore>

/// The lock-free stack of a queue's new jobs: any thread pushes, and the holder of the queue's lock
/// takes all.
///
/// Taking all jobs at once rules out the ABA problem: a job never returns to the stack, so a link
/// that was read is either still the top, with the same job below it, or the exchange fails.
@safe
struct JobIntake: ~Copyable, Sendable {
    private let top = unsafe Atomic<JobLink?>(nil)

    /// Pushes a job that is in no list.
    borrowing func push(_ job: FutureCore) {
        let link = unsafe JobLink.passRetained(job)
        var below = unsafe top.load(ordering: .relaxed)
        while true {
            unsafe job.links.next = below?.link
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

    /// Calls `body` with each pushed job, oldest first, and passes its retain.
    borrowing func removeAll(_ body: (JobLink) -> Void) {
        guard !isEmpty else { return }
        var rest = unsafe top.exchange(nil, ordering: .sequentiallyConsistent)
        var oldest: JobLink?
        while let link = unsafe rest {
            unsafe link._withUnsafeGuaranteedRef { job in
                unsafe rest = job.links.next.map(JobLink.init(link:))
                unsafe job.links.next = oldest?.link
            }
            unsafe oldest = link
        }
        while let link = unsafe oldest {
            unsafe link._withUnsafeGuaranteedRef { job in
                unsafe oldest = job.links.next.map(JobLink.init(link:))
                unsafe job.links.next = nil
            }
            unsafe body(link)
        }
    }

    var isEmpty: Bool {
        borrowing get { unsafe top.load(ordering: .sequentiallyConsistent) == nil }
    }
}
