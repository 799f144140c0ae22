import Dispatch
import FootingLocks
import FootingWaiting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A download, which its handle, its waiters and its thread share.
final class DownloadJob: Settling {
    typealias Result = Swift.Result<DownloadResult, DownloadError>

    let url: URL
    let file: URL
    let options: DownloadOptions
    let queue: DownloadQueue
    /// The cache of the file, and the condition for using what is there.
    let cache: CacheUse?

    private struct State {
        var result: Result?
        var hasStarted = false
        /// Whether the file gets its name, so that the download can't be cancelled any more.
        var isCommitted = false
        /// The transfer in progress.
        var transfer: Transfer?
        var progress = DownloadProgress()
        var partBytes: Int?
        var waiters = EntryList<Waiter>()
    }

    private let state = Lock(State())

    init(
        from url: URL,
        to file: URL,
        _ options: DownloadOptions,
        in queue: DownloadQueue,
        for cache: CacheUse? = nil
    ) {
        (self.url, self.file, self.options) = (url, file, options)
        (self.queue, self.cache) = (queue, cache)
    }

    var isSettled: Bool { result != nil }
    var result: Result? { state.withLock(\.result) }
    var progress: DownloadProgress { state.withLock(\.progress) }

    func add(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard state.result == nil else { return false }
            unsafe state.waiters.append(.passRetained(waiter))
            return true
        }
    }

    func remove(_ waiter: Waiter) -> Bool {
        // Once settled, the list belongs to the thread that wakes the waiters.
        state.withLock { $0.result == nil && $0.waiters.discard(waiter) }
    }

    /// Starts the download, unless it was started or cancelled before.
    func start() {
        let isFirst = state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted && state.result == nil
        }
        guard isFirst else { return }
        queue.enqueue(host: WebAddress(url)?.host ?? "") {
            let result = Result { () throws(DownloadError) in try self.run() }
            self.settle { _ in result }
        }
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

    /// Settles with a result, unless there is one already, or none now.
    private func settle(_ result: (State) -> Result?) {
        let waiters = state.withLock { state -> EntryList<Waiter>? in
            guard state.result == nil, let result = result(state) else { return nil }
            state.result = result
            state.transfer.take()?.cancel()
            return state.waiters.removeAll()
        }
        waiters?.consume { $0.wake() }
    }
}

// The calls of the download's thread.
extension DownloadJob {
    func checkCancellation() throws(DownloadError) {
        try update { _ in }
    }

    /// Prevents the cancellation from now on.
    func commit() throws(DownloadError) {
        try update { $0.isCommitted = true }
    }

    /// Runs a transfer that the cancellation of the download stops.
    func run(_ transfer: Transfer, _ body: () -> Int32) throws(DownloadError) -> Int32 {
        try update { $0.transfer = transfer }
        let code = body()
        try update { $0.transfer = nil }
        return code
    }

    /// Waits until the time is up or the download is cancelled.
    func pause(_ duration: Duration) throws(DownloadError) {
        _ = block(until: DispatchTime(after: duration), for: nil)
        try checkCancellation()
    }

    func report(_ progress: DownloadProgress, partBytes: Int) {
        try? update { ($0.progress, $0.partBytes) = (progress, partBytes) }
    }

    /// Changes the state, or throws if the download is cancelled.
    private func update(_ change: (inout State) -> Void) throws(DownloadError) {
        let isCancelled = state.withLock { state in
            if state.result == nil { change(&state) }
            return state.result != nil
        }
        if isCancelled { throw .cancelled }
    }
}
