import Dispatch

/// Calls a closure once, after a duration, on a thread that nothing else waits for.
// Unchecked because of the dispatch source, whose methods may all be called on any thread.
package final class Timer: @unchecked Sendable {
    private let source: any DispatchSourceTimer

    /// Creates a timer that calls `handler` when `duration` has elapsed, if it was started.
    package init(after duration: Duration, _ handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "footing.timer"))
        source.schedule(deadline: DispatchTime(after: duration))
        source.setEventHandler(handler: handler)
    }

    package func start() {
        source.activate()
    }

    /// Prevents the handler from being called, if it has not begun, and releases it.
    package func cancel() {
        source.cancel()
    }

    deinit {
        // Dispatch traps if a source that was never activated is released.
        source.cancel()
        source.activate()
    }
}
