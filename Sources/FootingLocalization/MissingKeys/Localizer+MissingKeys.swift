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
