/// The state of a future that one thread settles, before it returns from the call that it is in.
///
/// A wait for it on that thread, directly or through jobs, is refused because it would never end.
// Unchecked as its superclass is: all that this class adds is constant and Sendable.
final class HeldState<Success: Sendable, Failure: Error>: FutureState<Success, Failure>,
    @unchecked Sendable
{
    private let thread = ThreadRecord.current

    /// Whether this thread is the one that settles the future.
    var isHeldHere: Bool { ThreadRecord.existing === thread }

    override var obstacle: Obstacle { .threads([thread]) }
}
