import Dispatch

/// Calls a closure once, after some time, on a thread that nothing else waits for.
// Unchecked because of the dispatch source, all of whose methods may be called from any thread.
final class Timer: @unchecked Sendable {
    private let source: any DispatchSourceTimer

    /// Creates a timer that calls `handler` when `duration` is over, if it was started.
    init(after duration: Duration, _ handler: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "footing.operations.timer")
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: DispatchTime(after: duration))
        source.setEventHandler(handler: handler)
    }

    func start() {
        source.activate()
    }

    /// Keeps the handler from being called, if it has not begun, and releases it.
    func cancel() {
        source.cancel()
    }

    deinit {
        // Dispatch traps if a source is released that was never active.
        source.cancel()
        source.activate()
    }
}

extension DispatchTime {
    /// The moment that is `duration` from now; `nil` and more than sixty years give one that never comes.
    ///
    /// A negative duration gives the present moment.
    init(after duration: Duration?) {
        guard let (seconds, attoseconds) = duration?.components, seconds < 2_000_000_000 else {
            self = .distantFuture
            return
        }
        guard seconds >= 0, attoseconds >= 0 else {
            self = .now()
            return
        }
        // Rounded up: a wait may be a nanosecond long, but never a fraction too short.
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1
        self = .now() + .nanoseconds(nanoseconds)
    }
}
