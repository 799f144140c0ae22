import FootingLocalization

/// The tables of one name of one bundle, in all its languages.
struct TableFamily {
    let name: String
    /// The tables in the order of their languages' names.
    let allTables: [TableContents]
    let tables: [LanguageTag: TableContents]
    /// The table in the development language.
    let source: TableContents?
    /// The keys that every language should have, and where they stand.
    let keys: [(entry: TableContents.Entry, table: StringTable)]
    let catalog: CatalogStates?
    /// The keys that a catalog calls new, by language.
    private let new: [LanguageTag: Set<KeyBytes>]

    init(
        _ tables: [TableContents],
        _ name: String,
        development: LanguageTag,
        catalog: CatalogStates?
    ) {
        self.name = name
        allTables = tables
        self.tables = Dictionary(tables.map { ($0.view.languageTag, $0) }) { first, _ in first }
        self.catalog = catalog
        let source = tables.first { $0.view.languageTag == development }
        self.source = source
        if let source {
            keys = source.entries.map { ($0, source.view) }
        } else {
            var known: Set<KeyBytes> = []
            keys = tables.flatMap { table in
                table.entries
                    .filter { known.insert(KeyBytes($0.key)).inserted }
                    .map { ($0, table.view) }
            }
        }
        var new: [LanguageTag: Set<KeyBytes>] = [:]
        for state in catalog?.states ?? [] where state.code == .stateNew {
            if let language = state.language {
                new[language, default: []].insert(KeyBytes(state.key))
            }
        }
        self.new = new
    }

    /// Which of the keys no table of some languages has.
    func missingKeys(
        in languages: [LanguageTag],
        _ known: inout [[LanguageTag]: [Int]]
    ) -> [Int] {
        if let missing = known[languages] { return missing }
        let missing: [Int]
        if let first = languages.first {
            let table = tables[first]
            missing = missingKeys(in: Array(languages.dropFirst()), &known)
                .filter { table?[keys[$0].entry.key] == nil }
        } else {
            missing = keys.indices.filter { isTranslatable(keys[$0].entry.key) }
        }
        known[languages] = missing
        return missing
    }

    func isTranslatable(_ key: String) -> Bool {
        catalog?.untranslatable.contains(KeyBytes(key)) != true
    }

    func isNew(_ key: String, in language: LanguageTag) -> Bool {
        new[language]?.contains(KeyBytes(key)) == true
    }
}

extension Linter {
    /// Checks the tables of one name.
    mutating func check(_ family: TableFamily, languages: [LanguageTag]) {
        for table in family.allTables { checkTexts(of: table, family) }
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
            if let table = family.tables[language] { check(table, of: family) }
        }
    }

    /// Checks a language's texts against those of the development language.
    private mutating func check(_ table: TableContents, of family: TableFamily) {
        guard let source = family.source else { return }
        let language = table.view.languageTag
        for entry in table.entries {
            guard let original = source[entry.key] else {
                note(
                    .extraKey,
                    entry,
                    in: table.view,
                    "“\(entry.key)” is in \(language) and not in \(development): remove it, or add "
                        + "it there."
                )
                continue
            }
            let translation = Translation(entry, table.view, of: original, source.view)
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
        guard !list.isFull else {
            // What isn't listed need not be looked for: what is there tells how much isn't.
            let present = family.tables[language]?.entries.count ?? 0
            return list.count(.missingKey, max(0, family.keys.count - present))
        }
        for index in family.missingKeys(in: [language] + inherited, &missing) {
            let (entry, view) = family.keys[index]
            guard !family.isNew(entry.key, in: language) else { continue }
            let message = "“\(entry.key)” is missing in \(language): translate it."
            note(.missingKey, entry, in: view, language: language, message)
        }
    }

    /// Checks what needs no comparison.
    private mutating func checkTexts(of table: TableContents, _ family: TableFamily) {
        let language = table.view.languageTag
        for entry in table.entries {
            let shape = FormatShape(of: entry, in: table.view)
            let isMeant =
                language != development && family.source?[entry.key]?.text.isBlank == true
            if shape.hasEmptyText, !isMeant {
                note(
                    .emptyValue,
                    entry,
                    in: table.view,
                    "“\(entry.key)” is empty in \(language): write its text."
                )
            }
            if shape.hasFormat { checkFormat(shape, entry, table.view) }
        }
    }

    private mutating func checkFormat(
        _ shape: FormatShape,
        _ entry: TableContents.Entry,
        _ view: StringTable
    ) {
        let (key, language) = (entry.key, view.languageTag)
        if let specifier = shape.prose.first {
            note(
                .suspiciousPercent,
                entry,
                in: view,
                "“\(specifier)” of “\(key)” in \(language) is a specifier to a program that fills "
                    + "the text in: write “%\(specifier)” if it does."
            )
        } else if shape.hasStrayPercent, !shape.arguments.isEmpty {
            note(
                .suspiciousPercent,
                entry,
                in: view,
                "A “%” of “\(key)” in \(language) begins no specifier: write “%%”."
            )
        }
        for variable in shape.variables { check(variable, of: entry, view) }
    }
}
