import Dispatch
import FootingLocks
import FootingWaiting

extension FutureCore {
    final func addHandler(at place: Handler.Place, _ body: @escaping @Sendable () -> Void) {
        let handler = Handler(at: place, revocations: revocations, body)
        let isHere = if case .here = place { true } else { false }
        let isFirstAfterAll = attached.withLock { attached in
            let isFirst = isSettled && !isDelivering
            if isFirst, !isHere { return true }
            // Queued behind pending handlers, if any: the thread that calls those also calls this
            // one.
            unsafe attached.handlers.append(.passRetained(handler))
            if isFirst { isDelivering = true }
            return isFirst
        }
        guard isFirstAfterAll else { return }
        if isHere {
            callElsewhere(.delivering)
        } else {
            submit(handler)
        }
    }

    /// Calls the handlers until none is left, on the thread that has set `isDelivering`.
    final func callHandlers() {
        while true {
            let handlers = attached.withLock { attached in
                isDelivering = !attached.handlers.isEmpty
                return attached.handlers.takeAll()
            }
            if handlers.isEmpty { return }
            handlers.consume(submit)
        }
    }

    private func submit(_ handler: Handler) {
        switch handler.place {
        case .here: call(handler)
        case .queue(let queue): queue.async { self.call(handler) }
        case .mainActor: Task { @MainActor in call(handler) }
        }
    }

    private func call(_ handler: Handler) {
        guard let before = handler.revocations, !isCancelled, before != revocations else {
            handler.body()
            return
        }
    }
}
