import Dispatch

/// Calls a closure once, after a duration, on a thread that nothing else waits for.
// Unchecked because of the dispatch source, whose methods may all be called on any thread.
final class Timer: @unchecked Sendable {
    private let source: any DispatchSourceTimer

    /// Creates a timer that calls `handler` when `duration` has elapsed, if it was started.
    init(after duration: Duration, _ handler: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "footing.operations.timer")
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: DispatchTime(after: duration))
        source.setEventHandler(handler: handler)
    }

    func start() {
        source.activate()
    }

    /// Prevents the handler from being called, if it has not begun, and releases it.
    func cancel() {
        source.cancel()
    }

    deinit {
        // Dispatch traps if a source that was never activated is released.
        source.cancel()
        source.activate()
    }
}

extension DispatchTime {
    /// The time `duration` from now; `nil` or more than sixty years means never.
    ///
    /// A negative duration means now.
    init(after duration: Duration?) {
        guard let (seconds, attoseconds) = duration?.components, seconds < 2_000_000_000 else {
            self = .distantFuture
            return
        }
        guard seconds >= 0, attoseconds >= 0 else {
            self = .now()
            return
        }
        // Rounded up: a wait may be a nanosecond too long, but never too short.
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1
        self = .now() + .nanoseconds(nanoseconds)
    }
}
