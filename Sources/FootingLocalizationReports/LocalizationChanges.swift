public import FootingLocalization

/// What differs between two versions of tables, and which translations have been left behind.
///
/// ```swift
/// let changes = LocalizationChanges(from: released, to: current)
/// for finding in changes.staleTranslations { print(finding) }
/// ```
///
/// Tables are compared as readers see them, by name, language and key; that a text moved from one
/// file or bundle to another is no change. Forms of plurals and texts for widths count.
public struct LocalizationChanges: Sendable {
    /// A text that is another one now.
    public struct Change: Hashable, Sendable {
        /// The name of the table.
        public let table: String
        /// The key.
        public let key: String
        /// The language.
        public let language: LanguageTag
        /// What the text was, with its forms; `nil` where there was none.
        public let old: String?
        /// What the text is, with its forms; `nil` where there is none any more.
        public let new: String?
    }

    /// The source texts that are new, gone or others now: those in the development language.
    ///
    /// They stand by table, those of today in the order of the files, and then those that are gone.
    public let sourceChanges: [Change]

    /// The texts in other languages that are new, gone or others now, by table and language.
    public let translationChanges: [Change]

    /// A finding of the kind `staleTranslation` for each translation that is what it was, while its
    /// source text has changed; at most 10,000.
    public let staleTranslations: [LocalizationFinding]

    /// Compares the tables of two stores, of which the second has the newer ones.
    ///
    /// A store that is reloaded drops its version; to compare with it, make another store of the same
    /// bundles first.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the tables.
    public init(from old: LocalizationStore, to new: LocalizationStore) {
        let (oldTables, newTables) = (old.tables, new.tables)
        let development = new.developmentLanguage
        var sourceChanges: [Change] = []
        var translationChanges: [Change] = []
        var findings = FindingList()
        let lines = FileLines()
        for name in Set((oldTables + newTables).joined().map(\.name)).sorted() {
            let (before, after) = (
                MergedTable.tables(named: name, in: oldTables),
                MergedTable.tables(named: name, in: newTables)
            )
            let source = Self.changes(before[development], after[development], name, development)
            sourceChanges += source
            let isAnother = Set(
                source.filter { $0.old != nil && $0.new != nil }.map { KeyBytes($0.key) }
            )
            let languages = Set(before.keys).union(after.keys).subtracting([development])
                .sorted { $0.description < $1.description }
            for language in languages {
                let changes = Self.changes(before[language], after[language], name, language)
                translationChanges += changes
                let isChanged = Set(changes.map { KeyBytes($0.key) })
                for entry in after[language]?.entries ?? [] {
                    let key = KeyBytes(entry.own.key)
                    guard isAnother.contains(key), !isChanged.contains(key) else { continue }
                    let line =
                        entry.own.line ?? lines.line(of: key.text, inFileAt: entry.file)
                    findings.add(
                        .staleTranslation,
                        at: Place(file: entry.file, line: line, table: name),
                        key: key.text,
                        language: language,
                        "“\(key.text)” has changed in \(development) and not in \(language): "
                            + "translate it again."
                    )
                }
            }
        }
        self.sourceChanges = sourceChanges
        self.translationChanges = translationChanges
        staleTranslations = findings.sorted
    }

    /// The keys that the development language has got.
    public var addedKeys: [String] { sourceChanges.filter { $0.old == nil }.map(\.key) }

    /// The keys that the development language no longer has.
    public var removedKeys: [String] { sourceChanges.filter { $0.new == nil }.map(\.key) }

    private static func changes(
        _ before: MergedTable?,
        _ after: MergedTable?,
        _ table: String,
        _ language: LanguageTag
    ) -> [Change] {
        var changes: [Change] = []
        func note(_ key: String, _ old: String?, _ new: String?) {
            let change = Change(table: table, key: key, language: language, old: old, new: new)
            changes.append(change)
        }
        for entry in after?.entries ?? [] {
            let (old, new) = (before?[entry.own.key]?.fullText, entry.fullText)
            if old.map(KeyBytes.init) != KeyBytes(new) { note(entry.own.key, old, new) }
        }
        for entry in before?.entries ?? [] where after?[entry.own.key] == nil {
            note(entry.own.key, entry.fullText, nil)
        }
        return changes
    }
}

extension LocalizationChanges: CustomStringConvertible {
    /// A line for each change, and one for each translation that was left behind.
    public var description: String {
        let lines =
            (sourceChanges + translationChanges).map(\.description)
            + staleTranslations.map(\.description)
        return lines.joined(separator: "\n")
    }
}

extension LocalizationChanges.Change: CustomStringConvertible {
    /// The change on one line: `+ de Localizable greeting: Hallo`.
    public var description: String {
        let subject = "\(language) \(table) \(key): "
        return switch (old, new) {
        case (nil, let new?): "+ " + subject + new
        case (let old?, nil): "- " + subject + old
        default: "~ " + subject + (old ?? "") + " → " + (new ?? "")
        }
    }
}
