import Dispatch
import FootingLocks
import FootingWaiting
import Synchronization

extension FutureCore {
    final func addHandler(at place: Handler.Place, _ body: @escaping @Sendable () -> Void) {
        let revocations = revocations.load(ordering: .acquiring)
        let handler = Handler(at: place, revocations: revocations, body)
        let isHere = if case .here = place { true } else { false }
        let isFirstAfterAll = attached.withLock { attached in
            let isFirst = isSettled && !handlersAreClaimed
            if isFirst, !isHere { return true }
            // Queued behind pending handlers, if any: the thread that runs those also runs this
            // one.
            unsafe attached.handlers.append(.passRetained(handler))
            if isFirst { handlersAreClaimed = true }
            return isFirst
        }
        guard isFirstAfterAll else { return }
        if isHere {
            performElsewhere(.runHandlers)
        } else {
            enqueue(handler)
        }
    }

    /// Runs the handlers until none is left, on the thread that has set `handlersAreClaimed`.
    final func runHandlers() {
        while true {
            let handlers = attached.withLock { attached in
                handlersAreClaimed = !attached.handlers.isEmpty
                return attached.handlers.removeAll()
            }
            if handlers.isEmpty { return }
            handlers.consume(enqueue)
        }
    }

    private func enqueue(_ handler: Handler) {
        switch handler.place {
        case .here: run(handler)
        case .queue(let queue): queue.async { self.run(handler) }
        case .mainActor: Task { @MainActor in run(handler) }
        }
    }

    private func run(_ handler: Handler) {
        let isRevoked = handler.revocations.map {
            $0 != revocations.load(ordering: .acquiring) && !isCancelled
        }
        if isRevoked != true { handler.body() }
    }
}
