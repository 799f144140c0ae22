import FootingLocks
import Synchronization

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
        let place =
            missing.language.description + " " + String(missing.table.utf8.count) + " "
            + missing.table + missing.key
        let hasRoom = hook.hasRoom
        let (isNew, known) = state.withLock { state -> (Bool, MissingKeyText?) in
            if state.number < number { state = State(number: number) }
            // The handler was replaced in the meantime.
            guard state.number == number else { return (false, nil) }
            if let known = state.texts[place] { return (false, known) }
            guard hasRoom, state.texts.count < Self.maximumCount else { return (false, nil) }
            state.texts[place] = .some(nil)
            return (true, nil)
        }
        guard isNew else { return known }
        guard let answer = hook.call(handler, missing) else { return nil }
        let text = MissingKeyText(answer, missing.language)
        state.withLock { state in
            if state.number == number { state.texts[place] = text }
        }
        return text
    }
}

final class MissingKeyText: Sendable {
    let text: String
    let format: LocalizedFormat
    let language: LanguageContext

    init(_ text: String, _ language: LanguageTag) {
        self.text = text
        self.language = LanguageContext(language)
        format = LocalizedFormat(FormatString(text))
    }
}

extension Localizer {
    /// The handler's string for a key that was found in the language `answer`, or in none.
    @inline(never)
    func askHandler(
        _ key: String,
        _ table: String?,
        _ answer: LanguageTag?
    ) -> MissingKeyText? {
        if let answer, language.isAnswered(by: answer) { return nil }
        let isDefault = table?.isEmpty ?? true
        let missing = MissingKey(
            bundles: view.missingKeyHook.bundles,
            table: isDefault ? LocalizationSnapshot.defaultTable : table ?? "",
            key: key,
            language: language,
            languages: languages,
            fallback: answer
        )
        return view.snapshot.missingKeys.text(for: missing)
    }
}

extension LanguageTag {
    /// Whether a string of another tag is in this language and script, of any region.
    ///
    /// The tags `no` and `nb` are names of one language.
    package func isAnswered(by other: LanguageTag) -> Bool {
        if self == other { return true }
        let (own, answer) = (LanguageProfile(self), LanguageProfile(other))
        return answer.isFor(own) && own.form.isWritten(as: answer.form)
    }
}

/// The handler of a store's missing keys, shared by all versions of its tables.
final class MissingKeyHook: Sendable {
    typealias Handler = @Sendable (MissingKey) -> String?

    let bundles: [ResourceBundle]
    /// Whether there is a handler; read without the lock by each look-up of a missing key.
    private let isArmed = Atomic(false)
    private let callCount = Atomic(0)
    private let current = Lock(Current(nil, number: 0))

    /// A class, because a closure stored directly in a generic type is wrapped at each access.
    private final class Current: Sendable {
        let handler: Handler?
        let number: Int

        init(_ handler: Handler?, number: Int) {
            self.handler = handler
            self.number = number
        }
    }

    /// Limits recursion to a depth that small stacks can hold.
    private static let maximumCalls = 8

    init(_ bundles: [ResourceBundle] = []) {
        self.bundles = bundles
    }

    @inline(__always)
    var isSet: Bool { isArmed.load(ordering: .relaxed) }

    func set(_ handler: Handler?) {
        let previous = current.withLock { current in
            let previous = current
            current = Current(handler, number: previous.number + 1)
            isArmed.store(handler != nil, ordering: .relaxed)
            return previous
        }
        // Released after the lock: a handler's captures may run any code.
        withExtendedLifetime(previous) {}
    }

    var handler: (call: Handler, number: Int)? {
        let current = current.withLock { $0 }
        return current.handler.map { ($0, current.number) }
    }

    var hasRoom: Bool { callCount.load(ordering: .relaxed) < Self.maximumCalls }

    func call(_ handler: Handler, _ missing: MissingKey) -> String? {
        callCount.add(1, ordering: .relaxed)
        defer { callCount.subtract(1, ordering: .relaxed) }
        return handler(missing)
    }
}
