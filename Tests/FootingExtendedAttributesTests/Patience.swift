import Dispatch
import Synchronization

/// How long a test waits for others: the end of one that would hang.
///
/// No assertion is about how long it took.
final class Patience: Sendable {
    private let hasEnded = Atomic(false)

    init(seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
            self?.hasEnded.store(true, ordering: .relaxed)
        }
    }

    /// Whether the time is up.
    var isOver: Bool { hasEnded.load(ordering: .relaxed) }
}
