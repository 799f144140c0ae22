import Dispatch
import Synchronization

/// A time limit for a test that would hang otherwise; no assertion depends on it.
final class Patience: Sendable {
    private let hasEnded = Atomic(false)

    init(seconds: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
            self?.hasEnded.store(true, ordering: .relaxed)
        }
    }

    /// Whether the time limit has passed.
    var isOver: Bool { hasEnded.load(ordering: .relaxed) }
}
