import Foundation

/// Publishes the number of entries of a scan in a `Progress`, which can cancel the scan.
struct ScanTally {
    /// `nil` if no progress is observed.
    private let progress: Progress?
    private var entries: Int64 = 0
    private var isFinished = false
    private var hasBegun = false

    init(for progress: Progress?) {
        self.progress = progress
    }

    /// Publishes the number of entries, and returns whether the scan was cancelled.
    ///
    /// Called before each entry; the first call makes the progress indeterminate.
    mutating func publish() -> Bool {
        guard let progress, !isFinished else { return false }
        if !hasBegun {
            hasBegun = true
            progress.totalUnitCount = -1
        }
        let isCancelled = progress.isCancelled
        // Updating it for each entry would cost more than finding an entry.
        if isCancelled || entries % 256 == 0 { progress.completedUnitCount = entries }
        return isCancelled
    }

    /// Adds an entry.
    mutating func count() {
        entries &+= 1
    }

    /// Publishes that the scan is complete.
    mutating func finish() {
        guard let progress, !isFinished else { return }
        isFinished = true
        progress.completedUnitCount = entries
        progress.totalUnitCount = entries
    }
}
