/// The progress of a download, with its rate, and the decision when listeners are notified.
struct ProgressMeter {
    private static let interval = Duration.milliseconds(100)
    private static let window = Duration.seconds(3)

    private(set) var progress = DownloadProgress()
    private var hasContent = false
    /// The lengths at the notifications of the last three seconds.
    private var samples: [(time: ContinuousClock.Instant, length: Int)] = []

    /// Notes that content arrives, after `length` bytes that were there before the download, or
    /// after some of this download if that is `nil`.
    mutating func begin(at length: Int?) {
        if let length, !hasContent || length == 0 { progress.resumedBytes = length }
        hasContent = true
        samples = []
    }

    /// Notes a state, and returns whether listeners are to be notified.
    mutating func note(
        _ phase: DownloadProgress.Phase,
        bytes: Int,
        totalBytes: Int?
    ) -> Bool {
        (progress.bytes, progress.totalBytes) = (bytes, totalBytes)
        let now = ContinuousClock.now
        // Short ranges, one after the other, are one phase.
        if phase == progress.phase || phase == .connecting && progress.phase == .receiving,
            let last = samples.last, now - last.time < Self.interval
        {
            return false
        }
        progress.phase = phase
        samples.removeAll { now - $0.time > Self.window }
        samples.append((now, bytes))
        if let first = samples.first, first.time < now {
            let rate = Double(bytes - first.length) / ((now - first.time) / .seconds(1))
            progress.bytesPerSecond = Int(max(0, min(rate, 1e15)))
        }
        return true
    }
}
