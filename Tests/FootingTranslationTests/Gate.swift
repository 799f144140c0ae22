/// What tasks of a test wait for, until it is opened.
final class Gate: Sendable {
    private let state = Shared<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>(
        (false, [])
    )

    func open() {
        let waiters = state.change { state in
            defer { state = (true, []) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it is open, even when the task is cancelled.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.change { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until it is open, or else opens it when the task is cancelled.
    func waitOrOpenWhenCancelled() async {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            open()
        }
    }
}
