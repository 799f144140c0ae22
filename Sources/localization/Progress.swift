import Synchronization

/// A progress line on a terminal, for long operations.
final class Progress: Sendable {
    private struct State {
        var line = ""
        var shown = ""
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Starts showing lines after half a second, if there is a terminal.
    init(isVisible: Bool = Terminal.isShownTo) {
        guard isVisible else { return }
        Task.detached { [weak self] in
            try? await Task.sleep(for: .milliseconds(500))
            while self?.draw() == true { try? await Task.sleep(for: .milliseconds(100)) }
        }
    }

    /// Sets the progress line.
    func show(_ line: String) {
        state.withLock { $0.line = line }
    }

    /// Removes the line; nothing is shown afterwards.
    func finish() {
        state.withLock { state in
            if !state.shown.isEmpty { Terminal.tell("\r\u{1B}[K") }
            state.isFinished = true
        }
    }

    private func draw() -> Bool {
        state.withLock { state in
            guard !state.isFinished else { return false }
            if state.line != state.shown {
                // A longer line would wrap on a narrow terminal.
                Terminal.tell("\r\u{1B}[K" + state.line.onOneLine.prefix(79))
                state.shown = state.line
            }
            return true
        }
    }
}
