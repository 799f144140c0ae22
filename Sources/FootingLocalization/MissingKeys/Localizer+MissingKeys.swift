extension Localizer {
    /// The handler's string for a key that was found in the language `answer`, or in none.
    @inline(never)
    func askHandler(
        _ key: String,
        _ table: String?,
        _ answer: LanguageTag?
    ) -> MissingKeyText? {
        if let answer, language.isAnswered(by: answer) { return nil }
        let isDefault = LocalizationSnapshot.isDefault(table)
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
