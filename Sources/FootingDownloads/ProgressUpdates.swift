import FootingWaiting

/// The states of a download, each read from it when the one before is a tenth of a second old.
struct ProgressUpdates: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private static let interval = Duration.milliseconds(100)
    private static let window = Duration.seconds(3)

    private let job: DownloadJob
    /// The states that were read in the last three seconds, and at least the latest one.
    private var samples: [(time: ContinuousClock.Instant, progress: DownloadProgress)] = []
    private var isOver = false

    init(of job: DownloadJob) {
        self.job = job
    }

    func makeAsyncIterator() -> Self { self }

    mutating func next() async -> DownloadProgress? {
        while !isOver, !Task.isCancelled {
            let last = samples.last
            if let last {
                let wait = last.time + Self.interval - .now
                await job.suspend(within: wait, untilCancelled: true)
            }
            // The last state is read after the end.
            isOver = job.isSettled
            let progress = sample()
            if progress != last?.progress { return progress }
        }
        return nil
    }

    /// Reads the state, with the rate since the oldest one of the window.
    private mutating func sample() -> DownloadProgress {
        let now = ContinuousClock.now
        var progress = job.progress
        // Older bytes of the content do not count, nor those of a content that began again.
        samples.removeAll {
            $0.progress.resumedBytes != progress.resumedBytes || $0.progress.bytes > progress.bytes
        }
        while samples.count > 1, now - samples[0].time > Self.window { samples.removeFirst() }
        if let first = samples.first, first.time < now {
            let seconds = (now - first.time) / .seconds(1)
            let rate = Double(progress.bytes - first.progress.bytes) / seconds
            progress.bytesPerSecond = Int(Swift.min(rate, 1e15))
        }
        samples.append((now, progress))
        return progress
    }
}
