import FootingLocalization
import FootingLocalizationMembers

extension Linter {
    /// Compares a translation with its source string, and the specifiers of any string with each
    /// other; an incomplete translation lacks strings, as already reported by another finding.
    mutating func compare(_ text: Translation, isTranslatable: Bool, isComplete: Bool) {
        let (entry, language, own) = (text.entry, text.entry.language, text.own)
        if text.source != nil, isTranslatable, isComplete, own.variables.isEmpty,
            language.language != development.language, entry.string == text.originalString,
            entry.string.hasWords
        {
            let message =
                "“\(entry.key)” in \(language) is the same as in \(development): translate it."
            note(.sameAsSource, entry, message)
        }
        let comparison = ArgumentComparison(
            key: entry.key,
            language: language,
            development: development,
            own: own,
            source: text.source,
            keyShape: { text.key }
        )
        for (code, message) in comparison.faults { note(code, entry, message) }
        if let source = text.source, comparison.faults.isEmpty, !source.hasConflict, isComplete,
            own.prose.isEmpty, !own.hasStrayPercent
        {
            checkMissingArguments(text, source)
        }
    }

    private mutating func checkMissingArguments(_ text: Translation, _ source: FormatShape) {
        let missing = source.arguments.filter { text.own.arguments[$0.key] == nil }
            .sorted { $0.key < $1.key }
        guard let first = missing.first else { return }
        let (key, language) = (text.entry.key, text.entry.language)
        let names = missing.map { "\($0.key + 1) (“\($0.value.source)”)" }
        let subject =
            missing.count == 1
            ? "argument \(first.key + 1) (“\(first.value.source)” in \(development)): add it."
            : "the arguments \(names.joined(separator: ", ")) of \(development): add them."
        // A full-width sign looks like a percent sign, but does not begin a specifier.
        let sign =
            text.entry.string.widePercentSign.map {
                " “\($0)” does not begin a specifier: write “%”."
            } ?? ""
        let message = "“\(key)” in \(language) doesn't show \(subject)\(sign)"
        note(.argumentMissingInTranslation, text.entry, message)
    }
}
