import FootingLocalization

extension Linter {
    /// Checks the tables of one name.
    mutating func check(_ family: TableFamily, languages: [LanguageTag]) {
        for contents in family.allTables { checkTexts(of: contents, family) }
        // What is missing in languages that others inherit from is found once.
        var missing: [[LanguageTag]: [Int]] = [:]
        for language in languages {
            if let inherited = inherited[language] {
                let inherited = inherited.filter { family.tables[$0] != nil }
                if inherited.isEmpty, family.tables[language] == nil {
                    checkWholeTable(of: family, in: language)
                } else {
                    checkKeys(of: family, in: language, inherited, &missing)
                }
            }
            if let contents = family.tables[language] { check(contents, of: family) }
        }
    }

    /// Checks a language's texts against those of the development language.
    private mutating func check(_ contents: TableContents, of family: TableFamily) {
        guard let source = family.source else { return }
        let language = contents.table.languageTag
        for entry in contents.entries {
            guard let original = source[entry.key] else {
                note(
                    .extraKey,
                    entry,
                    in: contents.table,
                    "“\(entry.key)” is in \(language) and not in \(development): remove it, or add "
                        + "it there."
                )
                continue
            }
            let translation = Translation(entry, contents.table, of: original, source.table)
            compare(translation, isTranslatable: family.isTranslatable(entry.key))
        }
    }

    private mutating func checkWholeTable(of family: TableFamily, in language: LanguageTag) {
        let count = family.keys.reduce(0) { $0 + (family.isTranslatable($1.entry.key) ? 1 : 0) }
        guard count > 0, let first = family.keys.first else { return }
        list.add(
            .missingKey,
            at: Place(file: first.table.files[first.entry.file], line: nil, table: family.name),
            language: language,
            "The table “\(family.name)” with \(count) keys is missing in \(language): add it."
        )
    }

    private mutating func checkKeys(
        of family: TableFamily,
        in language: LanguageTag,
        _ inherited: [LanguageTag],
        _ missing: inout [[LanguageTag]: [Int]]
    ) {
        guard !list.isIgnored(.missingKey) else { return }
        guard !list.isFull(of: .warning) else {
            // What isn't listed need not be looked for: what is there tells how much isn't.
            let present = family.tables[language]?.entries.count ?? 0
            return list.count(.missingKey, max(0, family.keys.count - present))
        }
        for index in family.missingKeys(in: [language] + inherited, &missing) {
            let (entry, table) = family.keys[index]
            guard !family.isNew(entry.key, in: language) else { continue }
            let message = "“\(entry.key)” is missing in \(language): translate it."
            let severity: LocalizationFinding.Severity? = entry.text.hasWords ? nil : .info
            note(.missingKey, entry, in: table, severity: severity, language: language, message)
        }
    }

    /// Checks what needs no comparison.
    private mutating func checkTexts(of contents: TableContents, _ family: TableFamily) {
        let language = contents.table.languageTag
        for entry in contents.entries {
            let shape = FormatShape(of: entry, in: contents.table)
            let isMeant =
                language != development && family.source?[entry.key]?.text.isBlank == true
            if shape.hasEmptyText, !isMeant, !entry.key.isBlank {
                note(
                    .emptyValue,
                    entry,
                    in: contents.table,
                    "“\(entry.key)” is empty in \(language): write its text."
                )
            }
            if shape.hasFormat { checkFormat(shape, entry, contents.table) }
        }
    }

    private mutating func checkFormat(
        _ shape: FormatShape,
        _ entry: TableContents.Entry,
        _ table: StringTable
    ) {
        let (key, language) = (entry.key, table.languageTag)
        if let specifier = shape.prose.first {
            note(
                .suspiciousPercent,
                entry,
                in: table,
                "“\(specifier)” of “\(key)” in \(language) is a specifier to a program that fills "
                    + "the text in: write “%\(specifier)” if it does."
            )
        } else if shape.hasStrayPercent, !shape.arguments.isEmpty {
            note(
                .suspiciousPercent,
                entry,
                in: table,
                "A “%” of “\(key)” in \(language) begins no specifier: write “%%”."
            )
        }
        for variable in shape.variables { check(variable, of: entry, table) }
    }
}
