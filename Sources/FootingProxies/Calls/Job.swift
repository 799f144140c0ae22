/// A piece of work on its way to a destination, where it runs once and is released.
///
/// Dispatch releases a block only after it ran, sometimes when the sender continues already. So a job gives its
/// work up when it runs: the captures are released at the destination, also if another thread still holds the
/// job. The sender hands its own references over with `consume`.
// Unchecked: the sender sets `work` before it sends the job. The destination alone touches it then, and it runs
// each job once: Dispatch does, and `Destination.enqueue` demands it. Handing the job over orders the two.
@usableFromInline
final class Job: @unchecked Sendable {
    /// The treatment of a job that is sent to a stopped worker thread.
    @usableFromInline
    enum StopRule: Sendable {
        /// The job is refused. That is reported, unless a thread or a task waits for its call.
        case report
        /// The job is refused, which its caller learns from its call.
        case drop
        /// The job runs.
        case run
    }

    private var work: (() -> Void)?
    private let call: Call?
    private let stopRule: StopRule
    // Set by the sender, before the job is sent.
    private var isRefused = false

    /// The address of another job in the same mailbox: of the one before, until the reader turns their order.
    // The sender sets it before other threads can see the job; the mailbox's reader alone touches it afterwards.
    var link: UInt = 0

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - call: The call that the job makes. It ends as `ran` after the job has released its work, and as `gone`
    ///     if the job is released before it ran.
    ///   - stopRule: The treatment if the destination was stopped.
    ///   - work: The work. It does not run if the call was cancelled before.
    @usableFromInline
    init(
        for call: Call? = nil,
        ifStopped stopRule: StopRule = .report,
        _ work: consuming sending @escaping () -> Void
    ) {
        self.work = consume work
        self.call = call
        self.stopRule = stopRule
    }

    deinit {
        guard work != nil else { return }
        work = nil
        call?.end(.gone)
    }

    /// Runs the work, unless the call has ended, and releases it.
    @usableFromInline
    func run() {
        let runs = call?.begin() ?? !isRefused
        use(runs)
        if runs { call?.end(.ran) }
    }

    // Not inlined, so that no copy of the work outlives it: `wait(within:_:)` sends work that can't escape.
    @inline(never)
    private func use(_ runs: Bool) {
        guard let work = work.take(), runs else { return }
        work()
    }

    /// Releases the work.
    func drop() {
        work = nil
    }

    /// Refuses the job, unless it must run, before it is sent.
    ///
    /// A refused job only releases its work.
    ///
    /// - Returns: Whether the refusal must be reported.
    func refuse() -> Bool {
        guard stopRule != .run else { return false }
        isRefused = true
        guard let call else { return true }
        let isAwaited = call.isAwaited
        return call.end(.gone) && stopRule == .report && !isAwaited
    }
}
