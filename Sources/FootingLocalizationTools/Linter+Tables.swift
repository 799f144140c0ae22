import FootingLocalization
import FootingLocalizationMembers

extension Linter {
    /// Checks the tables with one name.
    mutating func check(_ family: TableFamily, languages: [LanguageTag]) {
        // Caches missing keys of languages from which several others inherit.
        var missing: [[LanguageTag]: [Int]] = [:]
        var without: [LanguageTag] = []
        for language in languages {
            guard let inherited = inherited[language] else { continue }
            let others = inherited.filter { family.tables[$0] != nil }
            if others.isEmpty, family.tables[language] == nil {
                without.append(language)
            } else {
                checkKeys(of: family, in: language, others, &missing)
            }
        }
        checkWholeTable(of: family, without)
        for contents in family.allTables {
            for entry in contents.entries { check(entry, of: family) }
        }
        checkExtraKeys(of: family)
    }

    /// Reports each key that the development language lacks, in one finding for all languages.
    private mutating func checkExtraKeys(of family: TableFamily) {
        guard let source = family.source, !list.isIgnored(.extraKey) else { return }
        var indices: [KeyBytes: Int] = [:]
        var keys: [(entry: TableEntry, languages: [LanguageTag])] = []
        for contents in family.allTables where contents.table.languageTag != development {
            for entry in contents.entries where source[entry.key] == nil {
                guard !family.settled.contains(entry.key, in: development) else { continue }
                let index = indices[KeyBytes(entry.key)] ?? keys.count
                indices[KeyBytes(entry.key)] = index
                if index == keys.count { keys.append((entry, [])) }
                keys[index].languages.append(entry.language)
            }
        }
        for (entry, languages) in keys {
            let names = languages.map(\.description).joined(separator: ", ")
            let message =
                "“\(entry.key)” is in \(names) but not in \(development): remove it, or add it "
                + "to \(development)."
            let language = languages.count == 1 ? entry.language : nil
            list.add(.extraKey, at: entry.location, language: language, message)
        }
    }

    /// Reports languages without any of the keys; in one finding, if only one language has the
    /// table.
    private mutating func checkWholeTable(of family: TableFamily, _ languages: [LanguageTag]) {
        let keys = family.keys.filter { family.isTranslatable($0.key) }
        guard !keys.isEmpty, let first = family.keys.first else { return }
        let hasWords = keys.contains { $0.string.hasWords }
        let count = keys.count == 1 ? "1 key" : "\(keys.count) keys"
        let subject = "The table “\(family.name)” with \(count)"
        func add(_ language: LanguageTag?, _ fault: String) {
            list.add(
                .missingKey,
                hasWords ? nil : .info,
                at: FindingLocation(file: first.location.file, table: family.name),
                language: language,
                subject + " is " + fault
            )
        }
        if languages.count > 1, family.allTables.count == 1 {
            let names = languages.map(\.description).joined(separator: ", ")
            return add(
                nil,
                "only in \(first.language): add it in \(names), or remove it."
            )
        }
        for language in languages { add(language, "missing in \(language): add it.") }
    }

    private mutating func checkKeys(
        of family: TableFamily,
        in language: LanguageTag,
        _ inherited: [LanguageTag],
        _ missing: inout [[LanguageTag]: [Int]]
    ) {
        guard !list.isIgnored(.missingKey) else { return }
        guard !list.isFull(of: .warning) else {
            // The list is full, so only the number of missing keys is needed.
            let present = family.tables[language]?.entries.count ?? 0
            return list.count(.missingKey, max(0, family.keys.count - present))
        }
        let asked = [language] + inherited
        for index in family.missingKeys(in: asked, &missing) {
            let entry = family.keys[index]
            guard !asked.contains(where: { family.settled.contains(entry.key, in: $0) }) else {
                continue
            }
            let message = "“\(entry.key)” is missing in \(language): translate it."
            let severity: LocalizationFinding.Severity? = entry.string.hasWords ? nil : .info
            note(.missingKey, entry, severity: severity, language: language, message)
        }
    }

    /// Checks an entry, and compares it with its source.
    private mutating func check(_ entry: TableEntry, of family: TableFamily) {
        let language = entry.language
        let isTranslation = language != development
        let isMisread = family.misread.contains(entry.key, in: language)
        let isInCatalog = LocalizationStore.isMultilingualTable(entry.location.file ?? "") == true
        let catalogs = isInCatalog ? family.catalogs : []
        let new = catalogs.lazy.compactMap { $0.newStrings(of: entry.key, in: language) }.first
        let original = isTranslation ? family.source?[entry.key] : nil
        let text = Translation(entry, of: original, isInCatalog: isInCatalog)
        checkPercentSigns(text)
        checkSupport(text)
        for variable in text.own.variables where new?.variables.contains(variable.name) != true {
            check(variable, of: text, new, isMisread: isMisread)
        }
        if text.isEmpty {
            guard isTranslation, hasText(entry.key, text, family) else { return }
            let message = "“\(entry.key)” is empty in \(language): translate it."
            note(.emptyValue, entry, message)
        } else if !isMisread, !family.misread.contains(entry.key, in: development) {
            let isTranslatable = family.isTranslatable(entry.key)
            compare(text, isTranslatable: isTranslatable, isComplete: new == nil)
        }
    }

    private mutating func checkSupport(_ text: Translation) {
        guard let (specifier, replacement) = text.own.unsupported else { return }
        let message =
            "Foundation on Linux doesn't support “\(specifier)” of “\(text.entry.key)” in "
            + "\(text.entry.language): write “\(replacement)”."
        note(.unsupportedSpecifier, text.entry, message)
    }

    /// Whether a key has a string in the development language or, if that has no such table, in any
    /// language.
    private func hasText(_ key: String, _ text: Translation, _ family: TableFamily) -> Bool {
        if let source = text.source { return !source.hasEmptyString }
        return family.source == nil
            && family.allTables.contains { $0[key]?.string.isBlank == false }
    }

    private mutating func checkPercentSigns(_ text: Translation) {
        let (key, language) = (text.entry.key, text.entry.language)
        if let specifier = text.own.prose.first {
            var advice = "then write “%\(specifier)”."
            if let source = text.source, source.arguments.count > text.own.arguments.count {
                let plain = specifier.filter { $0 != " " }
                advice = "write “\(plain)” for an argument, or else “%\(specifier)”."
            }
            note(
                .suspiciousPercent,
                text.entry,
                severity: text.takesArguments ? nil : .info,
                "“\(specifier)” of “\(key)” in \(language) is a specifier if a program formats "
                    + "the string: \(advice)"
            )
        } else if text.own.hasStrayPercent, text.takesArguments {
            note(
                .suspiciousPercent,
                text.entry,
                "A “%” of “\(key)” in \(language) does not begin a specifier: write “%%”."
            )
        }
    }
}
