import Synchronization

/// One line on a terminal that says what is being done, when that takes long.
final class Progress: Sendable {
    private struct State {
        var line = ""
        var shown = ""
        var isOver = false
    }

    private let state = Mutex(State())

    /// Begins to show lines half a second from now, if there is a terminal.
    init(isVisible: Bool = Terminal.isShownTo) {
        guard isVisible else { return }
        Task.detached { [weak self] in
            try? await Task.sleep(for: .milliseconds(500))
            while self?.draw() == true { try? await Task.sleep(for: .milliseconds(100)) }
        }
    }

    /// Says what is being done.
    func show(_ line: String) {
        state.withLock { $0.line = line }
    }

    /// Takes the line away; nothing is shown from now on.
    func end() {
        state.withLock { state in
            if !state.shown.isEmpty { Terminal.tell("\r\u{1B}[K") }
            state.isOver = true
        }
    }

    private func draw() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            if state.line != state.shown {
                // A longer line would begin a second one on a narrow terminal.
                Terminal.tell("\r\u{1B}[K" + state.line.onOneLine.prefix(79))
                state.shown = state.line
            }
            return true
        }
    }
}
