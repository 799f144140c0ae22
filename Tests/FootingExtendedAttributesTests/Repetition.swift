import TestSupport

/// A thread that repeats a change until it is stopped, fails or has run for ten minutes.
final class Repetition: Sendable {
    private let state = Shared<(isStopped: Bool, rounds: Int, failure: (any Error)?)>(
        (false, 0, nil)
    )
    private let deadline = ContinuousClock.now + .seconds(600)
    private let done = Shared<Gate?>()

    init(_ change: @escaping @Sendable (Int) throws -> Void) {
        done.value = startThread { [self] in
            while isRunning {
                do {
                    try change(rounds)
                } catch {
                    state.change { $0.failure = error }
                }
                state.change { $0.rounds += 1 }
            }
        }
    }

    /// Whether the thread continues.
    var isRunning: Bool {
        let (isStopped, _, failure) = state.value
        return !isStopped && failure == nil && ContinuousClock.now < deadline
    }
    /// The number of changes.
    var rounds: Int { state.value.rounds }
    /// The error that stopped the thread.
    var failure: (any Error)? { state.value.failure }

    /// Stops the thread, and waits for it.
    func stop() {
        state.change { $0.isStopped = true }
        done.value?.pass()
    }
}
