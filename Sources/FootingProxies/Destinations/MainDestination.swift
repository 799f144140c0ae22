import Dispatch

/// The main queue, which is also the main actor.
///
/// It is not always the main *thread*. On Linux a program that ends in `dispatchMain()` or has an
/// asynchronous `main` runs the main queue on some other thread, and `Thread.isMainThread` is false
/// there. All members of this type are about the queue.
public struct MainDestination: Sendable {
    /// The main queue.
    @inlinable
    public static var main: MainDestination { MainDestination() }

    @inlinable
    init() {}

    /// Whether the code that asks runs on the main queue, and so on the main actor.
    ///
    /// True in blocks and tasks of the main queue, in those of queues that target it, and on the
    /// thread that starts the program for as long as it does so.
    public static var isCurrent: Bool { identity.isCurrent }

    /// Whether a call to the main queue made now would begin within `limit`.
    ///
    /// In a program whose main thread is blocked, nothing serves the main queue and nothing reports
    /// that: calls to main never run, and waits without a time-out never return. Ask once, at the start
    /// of code that depends on main. On the main queue itself the answer is true, since `sync` runs its
    /// body at once there.
    ///
    /// Blocks the calling thread for at most `limit`.
    @available(*, noasync, message: "This blocks its thread.")
    public static func isServed(within limit: Duration) -> Bool {
        if isCurrent { return true }
        guard case .ran = queue.wait(within: limit, {}) else { return false }
        return true
    }

    // Kept, since `DispatchQueue.main` makes a new object at each access on Linux.
    @usableFromInline
    static let queue = QueueDestination(DispatchQueue.main)

    static let identity = QueueIdentity.of(queue.queue)
}
