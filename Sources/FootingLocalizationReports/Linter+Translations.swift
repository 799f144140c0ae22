import FootingLocalization

/// A text beside the one that it translates.
struct Translation {
    let entry: TableContents.Entry
    let view: StringTable
    let original: TableContents.Entry
    let originalView: StringTable

    init(
        _ entry: TableContents.Entry,
        _ view: StringTable,
        of original: TableContents.Entry,
        _ originalView: StringTable
    ) {
        self.entry = entry
        self.view = view
        self.original = original
        self.originalView = originalView
    }
}

extension Linter {
    /// Compares a translation with its source text.
    mutating func compare(_ translation: Translation, isTranslatable: Bool) {
        let (entry, language) = (translation.entry, translation.view.languageTag)
        let own = FormatShape(of: entry, in: translation.view)
        let source = FormatShape(of: translation.original, in: translation.originalView)
        if isTranslatable, language.language != development.language, own.variables.isEmpty,
            entry.text == translation.original.text, entry.text.hasWords
        {
            note(
                .sameAsSource,
                translation.entry,
                in: translation.view,
                "“\(entry.key)” in \(language) is the text of \(development): translate it."
            )
        }
        guard !own.arguments.isEmpty || !source.arguments.isEmpty else { return }
        if isReordered(own, source) {
            note(
                .unnumberedReorder,
                translation.entry,
                in: translation.view,
                "“\(entry.key)” in \(language) has the specifiers in another order than "
                    + "\(development): number them, as in “%2$@”."
            )
            return
        }
        compareArguments(translation, own, source)
    }

    /// Whether unnumbered specifiers take arguments of the source's kinds, in another order.
    private func isReordered(_ own: FormatShape, _ source: FormatShape) -> Bool {
        guard !own.isNumbered, let kinds = own.kindsInOrder, let wanted = source.kindsInOrder,
            kinds != wanted
        else { return false }
        return kinds.map(\.rawValue).sorted() == wanted.map(\.rawValue).sorted()
    }

    private mutating func compareArguments(
        _ translation: Translation,
        _ own: FormatShape,
        _ source: FormatShape
    ) {
        let (key, language) = (translation.entry.key, translation.view.languageTag)
        for place in source.arguments.keys.sorted() where own.arguments[place] == nil {
            let specifier = source.arguments[place]?.source ?? ""
            note(
                .argumentMissingInTranslation,
                translation.entry,
                in: translation.view,
                "“\(key)” in \(language) doesn't show argument \(place + 1) (“\(specifier)” in "
                    + "\(development)): add it."
            )
        }
        for place in own.arguments.keys.sorted() {
            guard let taken = own.arguments[place] else { continue }
            guard let wanted = source.arguments[place] else {
                note(
                    .argumentUnknown,
                    translation.entry,
                    in: translation.view,
                    "“\(taken.source)” of “\(key)” in \(language) takes argument \(place + 1), "
                        + "which the text in \(development) doesn't take: remove it."
                )
                continue
            }
            guard taken.kinds.isDisjoint(with: wanted.kinds) else { continue }
            note(
                .argumentTypeConflict,
                translation.entry,
                in: translation.view,
                "“\(taken.source)” of “\(key)” in \(language) takes \(taken.kinds.description), "
                    + "and “\(wanted.source)” in \(development) \(wanted.kinds.description): write "
                    + "“\(wanted.source)”."
            )
        }
    }
}

extension String {
    /// Whether there are two letters beside each other outside of specifiers.
    fileprivate var hasWords: Bool {
        var isInSpecifier = false
        var wasLetter = false
        for character in self {
            if isInSpecifier {
                isInSpecifier = !character.isLetter && character != "@" && character != "%"
                wasLetter = false
            } else if character == "%" {
                isInSpecifier = true
                wasLetter = false
            } else {
                if wasLetter, character.isLetter { return true }
                wasLetter = character.isLetter
            }
        }
        return false
    }
}
