import Dispatch
import FootingLocks

/// What is to be called when a future is settled, and where.
struct Handler: Sendable {
    let queue: DispatchQueue?
    let body: @Sendable () -> Void
}

/// Where handlers run that come too late to run where their future was settled.
private let lateHandlers = DispatchQueue(label: "footing.operations.late-handlers")

extension FutureCore {
    final func add(_ handler: Handler) {
        let isFirstAfterAll = attached.withLock { attached in
            // Behind the others, if there are any: whoever calls those will call this one.
            attached.handlers.append(handler)
            guard isSettled, !attached.isDelivering else { return false }
            attached.isDelivering = true
            return true
        }
        if isFirstAfterAll {
            lateHandlers.async { ThreadRecord.current.perform(.delivering(self)) }
        }
    }

    /// Calls handlers until there are none, on the thread that has set `isDelivering`.
    final func callHandlers() {
        while true {
            let handlers = attached.withLock { attached in
                let handlers = attached.handlers
                attached.handlers = []
                attached.isDelivering = !handlers.isEmpty
                return handlers
            }
            if handlers.isEmpty { return }
            for handler in handlers {
                if let queue = handler.queue {
                    queue.async { self.call(handler) }
                } else {
                    call(handler)
                }
            }
        }
    }

    private func call(_ handler: Handler) {
        if mayDeliver { handler.body() }
    }
}
