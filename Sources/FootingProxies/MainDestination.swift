public import Dispatch

/// The main queue, which is also the main actor.
///
/// It is not always the main *thread*. On Linux a program that ends in `dispatchMain()` or has an
/// asynchronous `main` runs the main queue on some other thread, and `Thread.isMainThread` is false
/// there. Everything here asks for the queue.
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
    public static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    /// Whether a call to the main queue made now would begin within `limit`.
    ///
    /// Nothing serves the main queue of a program whose main thread is blocked, and nothing says so:
    /// calls are never run, and who waits for one waits forever. Ask once, where you depend on it.
    /// On the main queue itself the answer is true, since a waiting call runs at once there.
    ///
    /// Blocks the calling thread for at most `limit`.
    @available(*, noasync, message: "This blocks its thread.")
    public static func isServed(within limit: Duration) -> Bool {
        isCurrent || TimedCall.run(within: limit, {}) { enqueue($0) }
    }

    @inlinable
    static func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }

    @inlinable
    static func sync(_ work: () -> Void) {
        queue.sync(execute: work)
    }

    // Kept, since `DispatchQueue.main` makes a new object at each access on Linux.
    @usableFromInline
    static let queue = DispatchQueue.main

    private static let mark = {
        let mark = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: mark, value: true)
        return mark
    }()
}
