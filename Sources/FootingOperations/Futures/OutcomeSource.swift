import FootingWaiting

/// The source of a future's outcome, unless it is a promise, another future or a job without
/// details.
///
/// Not a generic subclass of ``FutureState``: a generic class is looked up at run time whenever an
/// object is created or released.
// Unchecked because of the variables of its subclasses, each of which gives the reason.
class OutcomeSource: @unchecked Sendable {
    /// The details, if this is a job or an operation.
    var job: JobDetails? { nil }
    /// The reason why the future is not settled yet.
    var obstacle: Obstacle { .nothing }
    /// The name of the future in cycles, if it has one of its own.
    var title: String? { nil }
}

/// The thread that will settle a future before its current call returns.
///
/// A wait for the future on that thread, directly or through jobs, is refused because it would
/// never finish.
// Unchecked because its superclass is: all that this class adds is constant and Sendable.
final class SettlingThread: OutcomeSource, @unchecked Sendable {
    private let thread = ThreadRecord.current
    private let owner: Any.Type

    init(for owner: Any.Type) { self.owner = owner }

    override var obstacle: Obstacle { .thread(thread) }
    override var title: String? { "\(owner)" }
}
