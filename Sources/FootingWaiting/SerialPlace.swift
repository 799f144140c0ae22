/// A place that runs one job at a time, as a target of waits.
///
/// Where several jobs may run concurrently, the place is the job that a thread waits for.
package final class SerialPlace: WaitTarget, Equatable {
    /// The name in cycles.
    package let name: String
    /// The address of the queue's label, or 0 if the label identifies no queue.
    package let label: UInt
    /// The operation queue, which gets a new object for each call; `nil` for a place with a single
    /// object.
    private let owner: ObjectIdentifier?

    package init(name: String, label: UInt = 0, of owner: AnyObject? = nil) {
        self.name = name
        self.label = label
        self.owner = owner.map(ObjectIdentifier.init)
    }

    package var title: String? { name }
    package var obstacle: Obstacle { .place(self) }

    package static func == (one: SerialPlace, other: SerialPlace) -> Bool {
        one === other || one.owner != nil && one.owner == other.owner
    }
}
