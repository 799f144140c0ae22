public import CObservationThread

/// An evaluation that takes part in the reading of observed properties.
///
/// Each belongs to one thread, and only from ``begin()`` to ``end(_:)``. Getters on that thread turn to it.
@safe
@usableFromInline
class Reading {
    /// Whether this thread evaluates just now.
    ///
    /// Every getter asks: it costs one load and one branch.
    @inlinable
    @inline(__always)
    static var isUnderWay: Bool { unsafe footing_observation_reading() != nil }

    /// The reading that this thread runs, if it runs one; it is alive, since the thread is inside.
    @usableFromInline
    static var current: Unmanaged<Reading>? {
        guard let pointer = unsafe footing_observation_reading() else { return nil }
        return unsafe .fromOpaque(pointer)
    }

    /// Begins the reading on this thread.
    ///
    /// - Returns: The reading that this one interrupts. ``end(_:)`` needs it, on the same thread and in
    ///   the same function.
    @usableFromInline
    final func begin() -> UnsafeMutableRawPointer? {
        let thread = unsafe footing_observation_of_thread()
        let outer = unsafe thread.pointee.reading
        unsafe thread.pointee.reading = Unmanaged.passUnretained(self).toOpaque()
        return unsafe outer
    }

    /// Ends the reading, and resumes the one that it interrupted.
    @usableFromInline
    final func end(_ outer: UnsafeMutableRawPointer?) {
        unsafe footing_observation_of_thread().pointee.reading = outer
    }

    /// Whether a property of `owner` that has no node is to get one, because it is being read.
    @usableFromInline
    func wantsNode(of owner: AnyObject) -> Bool { false }

    /// Notes that the property of `node` is being read, whose own key path is `keyPath`.
    ///
    /// - Returns: Where the value is that the property has in this reading, if not its own.
    @usableFromInline
    func noteRead(_ node: AnyNode, as keyPath: () -> AnyKeyPath) -> UnsafeRawPointer? { nil }
}

@available(*, unavailable)
extension Reading: Sendable {}
