public import FootingWaiting

/// A unit of work sent to a destination, where it runs once and is released.
///
/// Dispatch releases a block only after the block has run, sometimes when the sender has already
/// continued. So a job releases its work when it runs: the captures are released at the
/// destination, even if another thread still retains the job. The sender passes its own references
/// with `consume`.
// Unchecked: the sender sets `work` before it sends the job. Afterwards only the destination
// accesses it, and runs each job once: Dispatch does, and `Destination.enqueue` requires it.
// Sending the job orders the two accesses.
@usableFromInline
final class Job: ListEntry, @unchecked Sendable {
    /// The refusal of a job by a stopped worker thread.
    @usableFromInline
    enum Refusal: Sendable {
        /// The refusal is reported, unless a thread or a task waits for the call.
        case reported
        /// The caller learns of the refusal from the call.
        case silent
        /// The job runs.
        case never
    }

    private var work: (() -> Void)?
    private let call: Call?
    private let refusal: Refusal
    // Set by the sender, before the job is sent.
    private var isRefused = false

    /// The link in the queue of a worker thread.
    @safe @exclusivity(unchecked) @usableFromInline var links = ListLinks()

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - call: The call that the job makes. It is settled as `ran` after the job has released its
    ///     work, and as `destinationGone` if the job is released before it has run.
    ///   - refusal: The refusal if the destination was stopped.
    ///   - work: The work. It does not run if the call was cancelled first.
    @usableFromInline
    init(
        for call: Call? = nil,
        refusal: Refusal = .reported,
        _ work: consuming sending @escaping () -> Void
    ) {
        self.work = consume work
        self.call = call
        self.refusal = refusal
    }

    deinit {
        guard work != nil else { return }
        work = nil
        call?.settle(as: .failed(.destinationGone))
    }

    /// Runs the work, unless the call is settled, and releases the work.
    @usableFromInline
    func run() {
        let runs = call?.begin() ?? !isRefused
        use(runs)
        if runs { call?.settle(as: .ran) }
    }

    // Not inlined, so that no copy of the work outlives this function: `wait(within:_:)` sends
    // non-escaping work.
    @inline(never)
    private func use(_ runs: Bool) {
        guard let work = work.take(), runs else { return }
        work()
    }

    /// Releases the work.
    func drop() {
        work = nil
    }

    /// Refuses the job before it is sent, unless it must run.
    ///
    /// A refused job only releases its work.
    ///
    /// - Returns: Whether the refusal must be reported.
    func refuse() -> Bool {
        guard refusal != .never else { return false }
        isRefused = true
        guard let call else { return true }
        let isAwaited = call.isAwaited
        return call.settle(as: .failed(.destinationGone)) && refusal == .reported && !isAwaited
    }
}
