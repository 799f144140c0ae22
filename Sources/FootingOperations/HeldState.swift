/// The state of a future that one thread settles, before it returns from the call that it is in.
///
/// Whoever would wait for it on that thread, directly or through jobs, is told that this never ends.
final class HeldState<Success: Sendable, Failure: Error>: FutureState<Success, Failure>,
    @unchecked Sendable
{
    private let thread = ThreadRecord.current

    /// Whether this thread is the one that settles the future.
    var isHeldHere: Bool { ThreadRecord.existing === thread }

    override var obstacle: Obstacle { .threads([thread]) }
}
