/// A destination that can run jobs one at a time, in the order in which one thread enqueued them.
///
/// Objects that are not `Sendable` can be ``Confined`` to it. Conform a type of your own only if it never runs two
/// jobs at a time, or implement ``serialized``.
public protocol SerialDestination: Destination {
    /// A destination at the same place that runs one job at a time. By default this is the destination itself.
    var serialized: Self { get }
}

extension SerialDestination {
    /// The destination itself.
    public var serialized: Self { self }
}

extension WorkerThread: SerialDestination {}

extension RunLoopDestination: SerialDestination {}
