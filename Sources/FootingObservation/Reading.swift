public import Synchronization

/// How many evaluations are under way, on all threads together.
///
/// A getter looks at this first: while it is 0, being observable costs it one load and one branch.
@usableFromInline let readingsUnderWay = Atomic<Int>(0)

/// An evaluation that takes part in the reading of observed properties.
///
/// Each belongs to one thread, and only from ``begin()`` to ``end(_:)``. Getters on that thread turn to it.
@safe
@usableFromInline
class Reading {
    private static let threadCurrent = ThreadLocalPointer()

    /// Whether some thread evaluates just now, perhaps not this one.
    @inlinable
    @inline(__always)
    static var isUnderWay: Bool { readingsUnderWay.load(ordering: .relaxed) != 0 }

    /// The reading that this thread runs, if it runs one; it is alive, since the thread is inside.
    @usableFromInline
    static var current: Unmanaged<Reading>? {
        guard let pointer = unsafe threadCurrent.value else { return nil }
        return unsafe .fromOpaque(pointer)
    }

    /// Begins the reading on this thread.
    ///
    /// - Returns: What ``end(_:)`` wants to know. It must be called on the same thread, in the same
    ///   function.
    @usableFromInline
    final func begin() -> UnsafeMutableRawPointer? {
        readingsUnderWay.add(1, ordering: .relaxed)
        let outer = unsafe Reading.threadCurrent.value
        unsafe Reading.threadCurrent.value = Unmanaged.passUnretained(self).toOpaque()
        return unsafe outer
    }

    /// Ends the reading, and goes on with the one that it interrupted.
    @usableFromInline
    final func end(_ outer: UnsafeMutableRawPointer?) {
        unsafe Reading.threadCurrent.value = outer
        readingsUnderWay.subtract(1, ordering: .relaxed)
    }

    /// Runs code whose reads are nobody's business.
    static func suspend(_ body: () -> Void) {
        let outer = unsafe threadCurrent.value
        unsafe threadCurrent.value = nil
        body()
        unsafe threadCurrent.value = outer
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
