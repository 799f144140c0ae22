import Foundation

/// Reports the number of entries of a scan to a `Progress`, and checks whether the scan was
/// cancelled.
struct ScanTally {
    /// `nil` if no progress is observed.
    private let progress: Progress?
    private var entries: Int64 = 0
    private var isFinished = false
    private var hasBegun = false

    init(for progress: Progress?) {
        self.progress = progress
    }

    /// Whether the scan was cancelled.
    ///
    /// Called before each entry; the first call makes the progress indeterminate.
    var isCancelled: Bool {
        mutating get {
            guard let progress, !isFinished else { return false }
            if !hasBegun {
                hasBegun = true
                progress.totalUnitCount = -1
            }
            guard progress.isCancelled else {
                // Updating it for each entry would cost more than finding an entry.
                if entries % 256 == 0 { progress.completedUnitCount = entries }
                return false
            }
            progress.completedUnitCount = entries
            return true
        }
    }

    /// Adds an entry.
    mutating func count() {
        entries &+= 1
    }

    /// Records the end of the scan.
    mutating func finish() {
        guard let progress, !isFinished else { return }
        isFinished = true
        progress.completedUnitCount = entries
        progress.totalUnitCount = entries
    }
}
