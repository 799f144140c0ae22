import FootingLocks

/// What was missing in one version of the tables, and what the handler has for it.
final class MissingKeys: Sendable {
    let hook: MissingKeyHook

    /// The number of the handler that was told, the hashes of what was missing, in order, and
    /// beside each the text that stands in for it.
    private typealias State = (number: Int, hashes: [Int], texts: [MissingKeyText?])

    private let state: Lock<State>
    private static let maximumCount = 10_000

    init(_ hook: MissingKeyHook) {
        self.hook = hook
        state = Lock((number: 0, hashes: [], texts: []))
    }

    /// Where a hash is, or belongs.
    private static func place(of hash: Int, in hashes: [Int]) -> (index: Int, isThere: Bool) {
        var (low, high) = (0, hashes.count)
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < hash { low = middle + 1 } else { high = middle }
        }
        return (low, low < hashes.count && hashes[low] == hash)
    }

    /// The text that the handler has for a key, which is asked for it unless it was before.
    func text(for missing: MissingKey) -> MissingKeyText? {
        guard let (handler, number) = hook.handler else { return nil }
        // 64 bits, different in each process: of 10,000 keys hardly two ever have the same.
        var hasher = Hasher()
        hasher.combine(missing.language)
        hasher.combine(missing.table)
        hasher.combine(missing.key)
        let hash = hasher.finalize()
        let hasRoom = hook.hasRoom
        let (isNew, known) = state.withLock { state -> (Bool, MissingKeyText?) in
            if state.number < number { state = (number, [], []) }
            // This handler was replaced since it was asked for.
            guard state.number == number else { return (false, nil) }
            let (index, isThere) = Self.place(of: hash, in: state.hashes)
            if isThere { return (false, state.texts[index]) }
            guard hasRoom, state.hashes.count < Self.maximumCount else { return (false, nil) }
            state.hashes.insert(hash, at: index)
            state.texts.insert(nil, at: index)
            return (true, nil)
        }
        guard isNew else { return known }
        guard let answer = hook.call(handler, missing) else { return nil }
        let text = MissingKeyText(answer, missing.language)
        state.withLock { state in
            let (index, isThere) = Self.place(of: hash, in: state.hashes)
            if state.number == number, isThere { state.texts[index] = text }
        }
        return text
    }
}

/// The text that a handler has for a missing key.
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
    /// The text that the handler of missing keys has for a key that was found in a language, or in
    /// none.
    @inline(never)
    func askHandler(
        _ key: String,
        _ table: String?,
        _ answer: LanguageTag?
    ) -> MissingKeyText? {
        let language = view.language
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
    /// Whether a text of another tag is in this language, as it is written: in its own or in one of
    /// the same script that it inherits from.
    package func isAnswered(by other: LanguageTag) -> Bool {
        self == other || LanguageProfile(self).form == LanguageProfile(other).form
    }
}
