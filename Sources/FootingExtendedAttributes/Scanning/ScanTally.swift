import Foundation

/// Tells a `Progress` how many entries a scan has found, and learns from it whether to stop.
struct ScanTally {
    /// `nil` if there is nobody to tell.
    private let progress: Progress?
    private var entries: Int64 = 0
    private var isFinished = false
    private var hasBegun = false

    init(for progress: Progress?) {
        self.progress = progress
    }

    /// Whether the scan is to stop.
    ///
    /// Asked before each entry; the first time, the progress becomes indeterminate.
    var isCancelled: Bool {
        mutating get {
            guard let progress, !isFinished else { return false }
            if !hasBegun {
                hasBegun = true
                progress.totalUnitCount = -1
            }
            guard progress.isCancelled else {
                // To tell each time would cost more than to find an entry.
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

    /// Says that there are no more entries.
    mutating func finish() {
        guard let progress, !isFinished else { return }
        isFinished = true
        progress.completedUnitCount = entries
        progress.totalUnitCount = entries
    }
}
