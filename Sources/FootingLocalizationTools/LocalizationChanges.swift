public import FootingLocalization
import FootingLocalizationMembers

/// The differences between two versions of tables, and the translations that are outdated.
///
/// ```swift
/// let changes = LocalizationChanges(from: released, to: current)
/// for finding in changes.staleTranslations { print(finding) }
/// ```
///
/// Tables are compared as readers see them, by name, language and key. Moving a string to another
/// file or bundle is not a change. Plural forms and strings for widths are compared, too.
public struct LocalizationChanges: Sendable {
    /// A string that was added, removed or changed.
    public struct Change: Hashable, Sendable {
        /// The name of the table.
        public let table: String
        /// The key.
        public let key: String
        /// The language.
        public let language: LanguageTag
        /// The old string with its forms, or `nil` if it was added.
        public let old: String?
        /// The new string with its forms, or `nil` if it was removed.
        public let new: String?
    }

    /// The changes of source strings, which are in the development language.
    ///
    /// They are ordered by table; for each table, added and changed strings in the order of the
    /// files precede removed strings.
    public let sourceChanges: [Change]

    /// The changes of strings in other languages, by table and language.
    public let translationChanges: [Change]

    /// A finding with the code `staleTranslation` for each unchanged translation whose source
    /// string has changed; at most 10,000.
    public let staleTranslations: [LocalizationFinding]

    /// Compares the tables of an old store with those of a new one.
    ///
    /// A reloaded store no longer has its old tables. To compare with them, create another store of
    /// the same bundles before reloading.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the tables.
    public init(from old: LocalizationStore, to new: LocalizationStore) {
        let (oldTables, newTables) = (old.tables, new.tables)
        let development = new.developmentLanguage
        var sourceChanges: [Change] = []
        var translationChanges: [Change] = []
        var findings = FindingList()
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
                    let key = KeyBytes(entry.key)
                    guard isAnother.contains(key), !isChanged.contains(key) else { continue }
                    findings.add(
                        .staleTranslation,
                        at: entry.location,
                        language: language,
                        "“\(key.text)” has changed in \(development) but not in \(language): "
                            + "translate it again."
                    )
                }
            }
        }
        self.sourceChanges = sourceChanges
        self.translationChanges = translationChanges
        staleTranslations = findings.sorted
    }

    /// The keys that were added to the development language.
    public var addedKeys: [String] { sourceChanges.filter { $0.old == nil }.map(\.key) }

    /// The keys that were removed from the development language.
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
            let (old, new) = (before?[entry.key]?.fullString, entry.fullString)
            if old.map(KeyBytes.init) != KeyBytes(new) { note(entry.key, old, new) }
        }
        for entry in before?.entries ?? [] where after?[entry.key] == nil {
            note(entry.key, entry.fullString, nil)
        }
        return changes
    }
}

extension LocalizationChanges: CustomStringConvertible {
    /// A line for each change, and one for each outdated translation.
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
