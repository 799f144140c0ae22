/// The tables of a bundle in all its languages, from which each reader gets a ``Localizer``.
///
/// ```swift
/// let store = LocalizationStore(bundle, developmentLanguage: "en")
/// let l10n = store.localizer(for: .system)
/// ```
///
/// Making one reads the files; keep it, and ask it for a localizer per reader, which is cheap. All
/// methods may be called on any thread.
public final class LocalizationStore: Sendable {
    /// The bundle whose tables these are.
    public let bundle: ResourceBundle

    private let snapshot: LocalizationSnapshot

    /// Reads every table of every language of a bundle.
    ///
    /// Tables are the files `.strings` and `.stringsdict` in the folders `.lproj`. What can't be
    /// read is left out, entry by entry, and stands in the ``report``. A file may have 64 MiB and a
    /// million entries.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - developmentLanguage: The language that texts are written in first. It answers when no
    ///     language of the reader has a key, and `Base.lproj` is in it.
    /// - Complexity: O(*n*) in the size of the files.
    public init(_ bundle: ResourceBundle, developmentLanguage: LanguageTag = "en") {
        self.bundle = bundle
        snapshot = LocalizationSnapshot(bundle, developmentLanguage: developmentLanguage)
    }

    /// The languages that have a table, by name.
    public var languages: [LanguageTag] { snapshot.languages }

    /// What was wrong in the files, and in texts that were filled in, up to now.
    ///
    /// - Complexity: O(*n*) in the number of listed issues.
    public var report: LocalizationReport { snapshot.log.report }

    /// Returns the view of a reader who prefers certain languages.
    ///
    /// For each preference the bundle's languages are asked that match it: the same tag, then the
    /// tag without variants, then without its region, always of the same script. The development
    /// language comes last, and preferences after one that it matches are not asked: keys and
    /// defaults are in that language. The first that has a key answers for that key.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of preferences and of the bundle's languages.
    public func localizer(for preferences: LanguagePreferences = .system) -> Localizer {
        Localizer(snapshot, preferences: preferences)
    }
}

/// One version of a bundle's tables; immutable, but for the log of what goes wrong with them.
final class LocalizationSnapshot: Sendable {
    let languages: [LanguageTag]
    let development: LanguageContext
    let log: IssueLog
    private let tables: [LanguageTag: [String: StringTable]]

    init(_ bundle: ResourceBundle, developmentLanguage: LanguageTag) {
        log = IssueLog()
        development = LanguageContext(developmentLanguage)
        let reader = BundleReader(
            bundle: bundle,
            developmentLanguage: developmentLanguage,
            log: log
        )
        tables = reader.read()
        languages = tables.keys.sorted { $0.description < $1.description }
    }

    /// The languages to ask for a reader, in order.
    func chain(for preferences: LanguagePreferences) -> [LanguageTag] {
        let matcher = LanguageMatcher(available: languages, developmentLanguage: development.tag)
        return matcher.chain(for: preferences)
    }

    /// The tables of each language of a chain, by name.
    func tables(in chain: [LanguageTag]) -> [[String: StringTable]] {
        chain.compactMap { tables[$0] }
    }
}
