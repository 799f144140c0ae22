import Dispatch
import FootingWaiting

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A download to a file that continues where an earlier one to the same file stopped: after a lost
/// connection, a cancellation, or the end of the process.
///
/// ```swift
/// let result = try await Download(from: url, to: file).value
/// print(result.size, result.resumedBytes)
/// ```
///
/// The content is in a part beside the file, `NAME.footing-part`, until it is complete; then it
/// replaces the file at once. Releasing the last reference to a download cancels it.
public final class Download: Sendable {
    private let job: DownloadJob

    /// Creates a download, which begins with ``start()`` or the first ``value``.
    ///
    /// - Parameters:
    ///   - url: The `http` or `https` URL of the content. User and password in it are sent to the
    ///     URL's origin alone.
    ///   - file: The file, whose folder must exist. A symbolic link is followed.
    ///   - options: The options of the download.
    ///   - queue: The queue that decides when the download begins.
    public convenience init(
        from url: URL,
        to file: URL,
        options: DownloadOptions = .standard,
        in queue: DownloadQueue = .shared
    ) {
        self.init(DownloadJob(from: url, to: file, options, in: queue))
    }

    init(_ job: DownloadJob) {
        self.job = job
    }

    deinit { job.cancel() }

    /// Starts the download, unless it was started before.
    public func start() {
        job.start()
    }

    /// Starts the download, and awaits its result; cancelling the waiting task cancels the
    /// download.
    ///
    /// - Throws: ``DownloadError`` if the download fails, with the code
    ///   ``DownloadError/Code/cancelled`` if it was cancelled.
    public var value: DownloadResult {
        get async throws(DownloadError) { try await value(isShared: false) }
    }

    /// Starts the download, and awaits its result for a limited time; cancelling the waiting task
    /// cancels the download.
    ///
    /// - Parameter timeout: The maximum time to wait. The download then continues while the program
    ///   references it.
    /// - Returns: The result.
    /// - Throws: ``DownloadError`` as ``value`` does, and with the code
    ///   ``DownloadError/Code/timedOut`` when the time is up.
    public func value(timeout: Duration) async throws(DownloadError) -> DownloadResult {
        let reason = "the call waits no longer; the download continues while it is referenced"
        return try await value(within: timeout, or: DownloadError(.timedOut, reason))
    }

    var isSettled: Bool { job.isSettled }

    /// Starts the download, and awaits its result, or throws an error after a limited time.
    ///
    /// If several tasks share the download, cancelling one of them stops its wait alone.
    func value(
        within timeout: Duration? = nil,
        or error: DownloadError = .cancelled,
        isShared: Bool = false
    ) async throws(DownloadError) -> DownloadResult {
        start()
        await job.suspend(within: timeout, untilCancelled: isShared) { [job] in job.cancel() }
        return try withExtendedLifetime(self) { () throws(DownloadError) in
            try located(job.url, job.file) { () throws(DownloadError) in
                try (job.result ?? .failure(error)).get()
            }
        }
    }

    /// The states of the download, at most ten a second.
    ///
    /// A reader misses states in between, but not the last one, after which the sequence ends.
    /// Reading does not start the download.
    public var updates: some AsyncSequence<DownloadProgress, Never> & Sendable {
        ProgressUpdates(of: job)
    }

    /// Stops the download, from any thread and at any time; a second call has no effect.
    ///
    /// The part is kept for a later download. Calls that wait resume at once. If the file has just
    /// become complete, the download succeeds.
    public func cancel() {
        job.cancel()
    }

    /// Removes the part of a file that is not complete.
    ///
    /// If a download was cancelled just before, this blocks until it has closed the part.
    ///
    /// - Throws: ``DownloadError``, with the code ``DownloadError/Code/inUse`` if a download writes
    ///   the part for a quarter of a second more.
    public static func discardPart(of file: URL) throws(DownloadError) {
        try located(nil, file) { () throws(DownloadError) in
            let destination = try Destination(file)
            guard try destination.folder.status(of: destination.partName) != nil else { return }
            let part = try Part.open(for: destination) { _ in
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(10))
            }
            part.remove()
            part.close()
        }
    }
}
