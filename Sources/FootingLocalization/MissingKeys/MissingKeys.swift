import FootingLocks

/// The missing keys of one version of the tables, with the handler's strings for them.
final class MissingKeys: Sendable {
    let hook: MissingKeyHook

    private struct State: Sendable {
        /// The number of the handler that `texts` are from.
        var number: Int
        /// The handler's string for each reported key, by language, table and key.
        var texts: [String: MissingKeyText?] = [:]
    }

    private let state: Lock<State>
    private static let maximumCount = 10_000

    init(_ hook: MissingKeyHook) {
        self.hook = hook
        state = Lock(State(number: 0))
    }

    /// The handler's string for a key; calls the handler if it wasn't called for the key before.
    func text(for missing: MissingKey) -> MissingKeyText? {
        guard let (handler, number) = hook.handler else { return nil }
        // The length of the table's name keeps pairs of table and key distinct.
        let name =
            missing.language.description + " " + String(missing.table.utf8.count) + " "
            + missing.table + missing.key
        let hasRoom = hook.hasRoom
        let (isNew, known) = state.withLock { state -> (Bool, MissingKeyText?) in
            if state.number < number { state = State(number: number) }
            // The handler was replaced in the meantime.
            guard state.number == number else { return (false, nil) }
            if let known = state.texts[name] { return (false, known) }
            guard hasRoom, state.texts.count < Self.maximumCount else { return (false, nil) }
            state.texts[name] = .some(nil)
            return (true, nil)
        }
        guard isNew else { return known }
        guard let answer = hook.call(handler, missing) else { return nil }
        let text = MissingKeyText(answer, missing.language)
        state.withLock { state in
            if state.number == number { state.texts[name] = text }
        }
        return text
    }
}
