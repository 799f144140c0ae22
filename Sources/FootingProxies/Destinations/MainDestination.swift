import Dispatch
import FootingWaiting

/// The main queue, which is also the main actor.
///
/// The main queue does not always run on the main *thread*. On Linux, a program that ends in
/// `dispatchMain()` or has an asynchronous `main` runs the main queue on another thread, where
/// `Thread.isMainThread` is `false`. All members of this type refer to the queue.
public struct MainDestination: Sendable {
    /// The main queue.
    @inlinable
    public static var main: MainDestination { MainDestination() }

    @inlinable
    init() {}

    /// Whether the calling code runs on the main queue, and therefore on the main actor.
    ///
    /// `true` in blocks and tasks of the main queue, in those of queues that target it, and on the
    /// thread that starts the program, while the program starts.
    public static var isCurrent: Bool { identity.isCurrent }

    /// Returns whether a call made now would begin on the main queue within `limit`.
    ///
    /// If the main thread of a program is blocked, no thread serves the main queue, and nothing
    /// reports this: calls to main never run, and waits without a time-out never return. Check
    /// once, before code that depends on main.
    ///
    /// Call this on another thread, which it blocks for at most `limit`. On the main queue itself,
    /// including top-level code, it returns `true` immediately, since `sync` runs its body
    /// immediately there. That result does not tell whether main is served afterwards.
    @available(*, noasync, message: "This blocks its thread.")
    public static func isServed(within limit: Duration) -> Bool {
        if isCurrent { return true }
        guard case .ran = queue.wait(within: limit, {}) else { return false }
        return true
    }

    // Stored, since `DispatchQueue.main` creates a new object at each access on Linux.
    @usableFromInline
    static let queue = QueueDestination(DispatchQueue.main)

    static let identity = QueueIdentity.of(queue.queue)
}
