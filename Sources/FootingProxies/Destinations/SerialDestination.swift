/// A destination that can run jobs one at a time, and runs the jobs of one thread in the order in
/// which that thread enqueued them.
///
/// Objects that are not `Sendable` can be ``Confined`` to such a destination. Conform your own type
/// only if it never runs two jobs concurrently, or implement ``serialized``.
public protocol SerialDestination: Destination {
    /// A destination at the same place that runs one job at a time; by default, the destination
    /// itself.
    var serialized: Self { get }
}

extension SerialDestination {
    /// The destination itself.
    public var serialized: Self { self }
}

extension WorkerThread: SerialDestination {}

extension RunLoopDestination: SerialDestination {}
