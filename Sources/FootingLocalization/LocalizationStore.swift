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

    /// What was negotiated for this snapshot.
    private let negotiations = NegotiationCache()

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
    /// For each preference the bundle's language is asked that is nearest to it, after CLDR: of the
    /// same language and script, and of the same region or one whose form of the language is alike.
    /// Then those are asked that the preference inherits from (`es-CO` from `es-419` and that from
    /// `es`), and those that the nearest does. The development language comes last, and preferences
    /// after one that it matches are not asked: keys and defaults are in that language. The first
    /// that has a key answers for that key.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of preferences and of the bundle's languages.
    public func localizer(
        for preferences: LanguagePreferences = .system,
        matching: LanguageMatching = .standard
    ) -> Localizer {
        Localizer(snapshot, preferences: preferences, matching: matching)
    }

    /// Returns the view of a reader whose request has a header `Accept-Language`.
    ///
    /// It is the view for ``LanguagePreferences/init(acceptLanguage:)``, remembered: the store keeps
    /// that of up to 256 headers of at most 1,024 bytes.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of the header's and the bundle's languages, or
    ///   O(*n*) in the length of the header if the same one was read a short while ago.
    public func localizer(
        acceptLanguage header: String,
        matching: LanguageMatching = .standard
    ) -> Localizer {
        negotiations.localizer(for: header, matching) {
            localizer(for: LanguagePreferences(acceptLanguage: header), matching: matching)
        }
    }
}

/// One version of a bundle's tables; immutable, but for the log of what goes wrong with them.
final class LocalizationSnapshot: Sendable {
    let languages: [LanguageTag]
    let development: LanguageContext
    let log: IssueLog
    private let matcher: LanguageMatcher
    /// The tables of each language, by name.
    private let tables: [[String: StringTable]]

    init(_ bundle: ResourceBundle, developmentLanguage: LanguageTag) {
        log = IssueLog()
        development = LanguageContext(developmentLanguage)
        let reader = BundleReader(
            bundle: bundle,
            developmentLanguage: developmentLanguage,
            log: log
        )
        let read = reader.read().map { (name: $0.description, language: $0, tables: $1) }
            .sorted { $0.name < $1.name }
        languages = read.map(\.language)
        tables = read.map(\.tables)
        matcher = LanguageMatcher(available: languages, developmentLanguage: developmentLanguage)
    }

    /// The languages to ask for a reader, in order, by their index in ``languages``.
    func chain(for preferences: LanguagePreferences, _ matching: LanguageMatching) -> [Int] {
        matcher.chain(for: preferences, matching)
    }

    /// The tables of each language of a chain, by name.
    func tables(in chain: [Int]) -> [[String: StringTable]] { chain.map { tables[$0] } }
}
