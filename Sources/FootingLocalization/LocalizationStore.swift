import FootingLocks

/// The tables of bundles in all their languages, from which each reader gets a ``Localizer``.
///
/// ```swift
/// let store = LocalizationStore(bundle, developmentLanguage: "en")
/// let l10n = store.localizer(for: .system)
/// ```
///
/// Making one reads the files; keep it, and ask it for a localizer per reader, which is cheap. All
/// methods may be called on any thread.
///
/// Tables are the files `.strings` and `.stringsdict` in the folders `.lproj`, and the catalogs
/// `.xcstrings` beside them. Of a key that stands in several, the `.stringsdict` is used before the
/// `.strings` and this before the catalog. Text may be in UTF-8, UTF-16 or UTF-32, and a `.strings`
/// may be a property list. What can't be read is left out, entry by entry, and stands in the
/// ``report``. A file may have 64 MiB and a million entries.
public final class LocalizationStore: Sendable {
    /// The bundles whose tables these are, those that go before others first.
    public let bundles: [ResourceBundle]

    /// The language of keys and defaults.
    package let developmentLanguage: LanguageTag
    private let wanted: WantedLanguages
    package let device: String?
    let missingKeyHook: MissingKeyHook
    private let current: Lock<LocalizationSnapshot>
    /// Held while files are read again, so that of two who do so the later one's version stays.
    private let reloading = Lock(())

    /// Reads every table of a bundle, of every language or only of those that one reader needs.
    ///
    /// A server has readers of all languages. A command has one, who for the most part is
    /// ``LanguagePreferences/system``: the rest need not be read.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - developmentLanguage: The language that texts are written in first. It answers when no
    ///     language of the reader has a key, and `Base.lproj` is in it.
    ///   - reader: The languages of the only reader, or `nil` for all languages. Tables in other
    ///     languages aren't read, except those in the development language, and the content of
    ///     catalogs in other languages isn't checked.
    ///   - device: The device that texts are for, where they differ, by the name it has in tables:
    ///     `mac`, `iphone`, `ipad`, `applewatch`, `appletv`, `applevision` or `other`. `nil` is the
    ///     platform's own, which off Apple's is none. A text without this device is that of `other`,
    ///     `mac`, `iphone`, or the first by name.
    /// - Complexity: O(*n*) in the size of the files.
    public convenience init(
        _ bundle: ResourceBundle,
        developmentLanguage: LanguageTag = "en",
        languages reader: LanguagePreferences? = nil,
        device: String? = nil
    ) {
        self.init(
            [bundle],
            developmentLanguage: developmentLanguage,
            languages: reader,
            device: device
        )
    }

    /// Reads every table of several bundles, of every language or only of those that one reader
    /// needs.
    ///
    /// ```swift
    /// let stacked = LocalizationStore([app, library], developmentLanguage: "en")
    /// ```
    ///
    /// ```swift
    /// let own = LocalizationStore([app, library], developmentLanguage: "en", languages: ["de-AT"])
    /// print(own.languages)  // [de, en]
    /// ```
    ///
    /// A key is looked up in all bundles in one language before the next language is asked; the
    /// first bundle that has it answers.
    ///
    /// - Parameters:
    ///   - bundles: The bundles, those that go before others first.
    ///   - developmentLanguage: The language that texts are written in first.
    ///   - reader: The languages of the only reader, or `nil` for all languages.
    ///   - device: The device that texts are for, where they differ; `nil` is the platform's own.
    /// - Complexity: O(*n*) in the size of the files.
    public init(
        _ bundles: [ResourceBundle],
        developmentLanguage: LanguageTag = "en",
        languages reader: LanguagePreferences? = nil,
        device: String? = nil
    ) {
        self.bundles = bundles
        self.device = device
        self.developmentLanguage = developmentLanguage
        let wanted = WantedLanguages(reader, developmentLanguage: developmentLanguage)
        self.wanted = wanted
        let tables = Self.listings(bundles, wanted, developmentLanguage).map {
            BundleTables($0, in: wanted, device: device)
        }
        missingKeyHook = MissingKeyHook(bundles)
        current = Lock(
            LocalizationSnapshot(
                tables,
                developmentLanguage: developmentLanguage,
                missingKeyHook: missingKeyHook
            )
        )
    }

    /// The languages that have a table and were read, by name.
    public var languages: [LanguageTag] { snapshot.languages }

    /// The issues of the files, and of texts that were filled in, up to now.
    ///
    /// It is about the version of the files that was read last.
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
    /// If the first preference is a pseudolocale that the bundles don't have themselves, the view is
    /// made of the development language's texts, and its only language is that: `en-XA` has accents
    /// and longer words, `ar-XB` is written from right to left (``PseudoLocale``), and `qps-keys`
    /// shows tables and keys in place of texts. What no table has is shown as it is. A list, or the
    /// environment, can ask for one; preferences read of a request's header can't, since strangers
    /// write it: `LanguagePreferences(header.languages)` is for a server of testers.
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
    /// It is the view for ``LanguagePreferences/init(acceptLanguage:)``.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of the header's and the bundle's languages.
    public func localizer(
        acceptLanguage header: String,
        matching: LanguageMatching = .standard
    ) -> Localizer {
        localizer(for: LanguagePreferences(acceptLanguage: header), matching: matching)
    }

    /// Reads every file again.
    ///
    /// Localizers made before keep the version they were made from, so that one request never sees
    /// two; those made after have the new one. A look-up never waits for this, nor sees a part of it.
    /// The report begins anew.
    ///
    /// A file that had texts and that can't be parsed any more, since it is cut off, no catalog or no
    /// property list, takes none away: the table stays as it was in all of its files, until that one
    /// can be read again or is removed, and an issue with the resolution `kept` says so. A `.strings`
    /// file that ends between two entries can't be told from a shorter one.
    ///
    /// - Throws: ``LocalizationError`` with the code `nothingReadable` if no file of any bundle
    ///   could be read. The tables read before stay in use.
    /// - Complexity: O(*n*) in the size of the files.
    public func reload() throws(LocalizationError) {
        try reloading.withLock { _ throws(LocalizationError) in
            let listings = Self.listings(bundles, wanted, developmentLanguage)
            let previous = snapshot.bundles
            // Both are of the same bundles, in their order.
            try use(
                listings.indices.map {
                    BundleTables(
                        listings[$0],
                        in: wanted,
                        device: device,
                        after: previous[$0],
                        readsAll: true
                    )
                }
            )
        }
    }

    /// Reads again what has changed, and answers whether anything has.
    ///
    /// ```swift
    /// if try store.reloadIfChanged() { print(store.report) }
    /// ```
    ///
    /// A file counts as changed when its device, inode or size is another, or the time of its last
    /// change. What is not changed isn't read; otherwise this is ``reload()``. Writers who replace
    /// files by renaming are seen whole; half of a file that is written in place may be read, and is
    /// read again the next time.
    ///
    /// - Throws: ``LocalizationError`` with the code `nothingReadable` if something has changed and
    ///   no file of any bundle can be read any more. The tables read before stay in use.
    /// - Complexity: O(*n*) in the number of files, and in the size of those that have changed.
    @discardableResult
    public func reloadIfChanged() throws(LocalizationError) -> Bool {
        try reloading.withLock { _ throws(LocalizationError) in
            let listings = Self.listings(bundles, wanted, developmentLanguage)
            let previous = snapshot.bundles
            // Both are of the same bundles, in their order.
            let indices = listings.indices
            guard indices.contains(where: { !listings[$0].isSame(as: previous[$0].listing) }) else {
                return false
            }
            try use(
                indices.map {
                    BundleTables(listings[$0], in: wanted, device: device, after: previous[$0])
                }
            )
            return true
        }
    }

    var snapshot: LocalizationSnapshot { current.withLock { $0 } }

    private func use(_ tables: [BundleTables]) throws(LocalizationError) {
        let new = LocalizationSnapshot(
            tables,
            developmentLanguage: developmentLanguage,
            missingKeyHook: missingKeyHook
        )
        // Where there was nothing for the reader before, there need be nothing now.
        guard new.wasRead || new.isOfOthers && !snapshot.wasRead else {
            throw LocalizationError(
                code: .nothingReadable,
                bundleName: bundles.map(\.name).joined(separator: ", "),
                searchedPaths: bundles.map(\.rootPath)
            )
        }
        // The last one to hold the old version may be us: it ends outside of the lock.
        let old = current.withLock { current in
            let old = current
            current = new
            return old
        }
        withExtendedLifetime(old) {}
    }

    private static func listings(
        _ bundles: [ResourceBundle],
        _ wanted: WantedLanguages,
        _ developmentLanguage: LanguageTag
    ) -> [BundleListing] {
        bundles.map { BundleListing($0, in: wanted, developmentLanguage: developmentLanguage) }
    }
}
