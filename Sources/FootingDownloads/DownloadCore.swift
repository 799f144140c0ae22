import Dispatch
import FootingLocks
import FootingWaiting

/// The state of a download that its handle, its waiters and its thread share.
final class DownloadCore: Settling {
    typealias Result = Swift.Result<DownloadResult, DownloadError>

    private struct State {
        var result: Result?
        var hasStarted = false
        /// Whether the file gets its name, so that the download can't be cancelled any more.
        var isCommitted = false
        /// The transfer in progress.
        var transfer: Transfer?
        var progress = DownloadProgress()
        var partBytes: Int?
        var listeners: [Int: AsyncStream<DownloadProgress>.Continuation] = [:]
        var nextListener = 0
        var waiters = EntryList<Waiter>()
    }

    private let state = Lock(State())
    /// Signalled when the download is settled, which ends a pause.
    private let settled = DispatchSemaphore(value: 0)

    var isSettled: Bool { result != nil }
    var result: Result? { state.withLock(\.result) }

    func add(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard state.result == nil else { return false }
            unsafe state.waiters.append(.passRetained(waiter))
            return true
        }
    }

    func remove(_ waiter: Waiter) -> Bool {
        state.withLock { $0.waiters.discard(waiter) }
    }

    /// Returns whether the download was not started before.
    func start() -> Bool {
        state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted && state.result == nil
        }
    }

    /// Settles with a result, unless there is one.
    func settle(_ result: Result) {
        settle { _ in result }
    }

    /// Cancels the download, unless its file is complete.
    func cancel() {
        settle { state in
            guard !state.isCommitted else { return nil }
            var error = DownloadError.cancelled
            error.partBytes = state.partBytes
            return .failure(error)
        }
    }

    private func settle(_ result: (State) -> Result?) {
        let ended = state.withLock { state -> (EntryList<Waiter>, State)? in
            guard state.result == nil, let result = result(state) else { return nil }
            state.result = result
            state.transfer?.cancel()
            let old = state
            state.listeners = [:]
            return (state.waiters.removeAll(), old)
        }
        guard let (waiters, old) = ended else { return }
        settled.signal()
        waiters.consume { $0.wake() }
        for listener in old.listeners.values {
            listener.yield(old.progress)
            listener.finish()
        }
    }
}

// The calls of the download's thread.
extension DownloadCore {
    func checkCancellation() throws(DownloadError) {
        if isSettled { throw .cancelled }
    }

    /// Prevents the cancellation from now on.
    func commit() throws(DownloadError) {
        let isCancelled = state.withLock { state in
            state.isCommitted = state.result == nil
            return !state.isCommitted
        }
        if isCancelled { throw .cancelled }
    }

    /// Runs a transfer that the cancellation of the download stops.
    func run(_ transfer: Transfer, _ body: () -> Int32) throws(DownloadError) -> Int32 {
        let isCancelled = state.withLock { state in
            if state.result == nil { state.transfer = transfer }
            return state.result != nil
        }
        if isCancelled { throw .cancelled }
        let code = body()
        state.withLock { $0.transfer = nil }
        try checkCancellation()
        return code
    }

    /// Waits until the time is up or the download is cancelled.
    func pause(_ duration: Duration) throws(DownloadError) {
        _ = settled.wait(timeout: DispatchTime(after: duration))
        try checkCancellation()
    }

    func report(_ progress: DownloadProgress, partBytes: Int, notifying isDue: Bool) {
        let listeners = state.withLock { state in
            (state.progress, state.partBytes) = (progress, partBytes)
            return isDue ? state.listeners : [:]
        }
        for listener in listeners.values { listener.yield(progress) }
    }

    /// The states of the download from now on, the latest one if they arrive faster than they are
    /// read.
    func updates() -> AsyncStream<DownloadProgress> {
        let (stream, listener) = AsyncStream.makeStream(
            of: DownloadProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state in
            state.nextListener += 1
            // Nobody reads the stream yet, so this runs no code of others.
            listener.yield(state.progress)
            if state.result == nil {
                state.listeners[state.nextListener] = listener
            } else {
                listener.finish()
            }
            return state.nextListener
        }
        listener.onTermination = { [weak self] _ in
            // Released after the lock.
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
