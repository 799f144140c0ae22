import FootingLocalization

/// A text beside the one that it translates.
struct Translation {
    let entry: TableContents.Entry
    let table: StringTable
    let original: TableContents.Entry
    let originalTable: StringTable

    init(
        _ entry: TableContents.Entry,
        _ table: StringTable,
        of original: TableContents.Entry,
        _ originalTable: StringTable
    ) {
        self.entry = entry
        self.table = table
        self.original = original
        self.originalTable = originalTable
    }
}

extension Linter {
    /// Compares a translation with its source text.
    mutating func compare(_ translation: Translation, isTranslatable: Bool) {
        let (entry, language) = (translation.entry, translation.table.languageTag)
        let own = FormatShape(of: entry, in: translation.table)
        let source = FormatShape(of: translation.original, in: translation.originalTable)
        if isTranslatable, language.language != development.language, own.variables.isEmpty,
            entry.text == translation.original.text, entry.text.hasWords
        {
            note(
                .sameAsSource,
                translation.entry,
                in: translation.table,
                "“\(entry.key)” in \(language) is the text of \(development): translate it."
            )
        }
        guard !own.arguments.isEmpty || !source.arguments.isEmpty else { return }
        if isReordered(own, source) {
            note(
                .unnumberedReorder,
                translation.entry,
                in: translation.table,
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
        let (key, language) = (translation.entry.key, translation.table.languageTag)
        for place in source.arguments.keys.sorted() where own.arguments[place] == nil {
            let specifier = source.arguments[place]?.source ?? ""
            note(
                .argumentMissingInTranslation,
                translation.entry,
                in: translation.table,
                "“\(key)” in \(language) doesn't show argument \(place + 1) (“\(specifier)” in "
                    + "\(development)): add it."
            )
        }
        let passed = FormatShape(ofText: key)
        for place in own.arguments.keys.sorted() {
            guard let taken = own.arguments[place] else { continue }
            // Where keys are texts, they tell what programs hand over.
            guard let wanted = source.arguments[place] ?? passed.arguments[place] else {
                note(
                    .argumentUnknown,
                    translation.entry,
                    in: translation.table,
                    "“\(taken.source)” of “\(key)” in \(language) takes argument \(place + 1), "
                        + "which the text in \(development) doesn't take: remove it."
                )
                continue
            }
            guard taken.kinds.isDisjoint(with: wanted.kinds) else { continue }
            let origin = source.arguments[place] == nil ? "the key" : "\(development)"
            note(
                .argumentTypeConflict,
                translation.entry,
                in: translation.table,
                "“\(taken.source)” of “\(key)” in \(language) takes \(taken.kinds.description), "
                    + "and “\(wanted.source)” in \(origin) \(wanted.kinds.description): write "
                    + "“\(wanted.source)”."
            )
        }
    }
}
