import FootingLocks

/// The tables of bundles in all their languages, and the source of a ``Localizer`` for each reader.
///
/// ```swift
/// let store = LocalizationStore(bundle, developmentLanguage: "en")
/// let l10n = store.localizer(for: .system)
/// ```
///
/// The initializer reads the files: keep the store, and make a localizer for each reader, which is
/// cheap. All methods can be called on any thread.
///
/// Tables are the `.strings` and `.stringsdict` files in `.lproj` folders, and the `.xcstrings`
/// catalogs beside and in these folders. If several files have a key, `.stringsdict` takes
/// precedence over `.strings`, and that over a catalog. A `.strings` file may be in UTF-8, UTF-16
/// or UTF-32, or be a property list. Entries that can't be read are omitted and added to the
/// ``report``. A file can have up to 64 MiB and a million entries.
public final class LocalizationStore: Sendable {
    /// The bundles, in order of precedence.
    public let bundles: [ResourceBundle]

    package let developmentLanguage: LanguageTag
    private let wanted: WantedLanguages
    private let options: ReadingOptions
    package var device: String? { options.device }
    let missingKeyHook: MissingKeyHook
    private let current: Lock<LocalizationSnapshot>
    /// Serializes reloads, so that the later one's version stays.
    private let reloading = Lock(())

    /// Reads the tables of a bundle, in all languages or only in those that one reader needs.
    ///
    /// A server has readers of all languages. A command has one reader, usually
    /// ``LanguagePreferences/system``, and can skip the other languages.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - developmentLanguage: The language of keys, defaults and `Base.lproj`, which is used if
    ///     no language of the reader has a key.
    ///   - reader: The languages of the only reader, or `nil` for all languages. Tables in other
    ///     languages aren't read, except those in the development language, and the content of
    ///     catalogs in other languages isn't checked.
    ///   - device: The device of strings that vary by device, as named in tables: `mac`, `iphone`,
    ///     `ipad`, `applewatch`, `appletv`, `applevision` or `other`. `nil` is the platform's own
    ///     device; platforms other than Apple's have none. If a string doesn't have the device,
    ///     `other`, `mac` and `iphone` are tried, then the first by name.
    ///   - skippingEmptyStrings: Whether an empty translation counts as missing, so that the
    ///     string of the source, or of another language of the reader, is shown instead of the key.
    /// - Complexity: O(*n*) in the size of the files.
    public convenience init(
        _ bundle: ResourceBundle,
        developmentLanguage: LanguageTag = "en",
        for reader: LanguagePreferences? = nil,
        device: String? = nil,
        skippingEmptyStrings: Bool = false
    ) {
        self.init(
            [bundle],
            developmentLanguage: developmentLanguage,
            for: reader,
            device: device,
            skippingEmptyStrings: skippingEmptyStrings
        )
    }

    /// Reads the tables of several bundles.
    ///
    /// ```swift
    /// let stacked = LocalizationStore([app, library], developmentLanguage: "en")
    /// ```
    ///
    /// ```swift
    /// let own = LocalizationStore(
    ///     [app, library],
    ///     developmentLanguage: "en",
    ///     for: ["de-AT"]
    /// )
    /// print(own.languages)  // [de, en]
    /// ```
    ///
    /// A key is looked up in all bundles in one language before the next language is tried; the
    /// first bundle that has it is used. The other parameters are the same as for one bundle.
    ///
    /// - Complexity: O(*n*) in the size of the files.
    @inline(never)
    public init(
        _ bundles: [ResourceBundle],
        developmentLanguage: LanguageTag = "en",
        for reader: LanguagePreferences? = nil,
        device: String? = nil,
        skippingEmptyStrings: Bool = false
    ) {
        self.bundles = bundles
        let options = ReadingOptions(device: device, skipsEmptyStrings: skippingEmptyStrings)
        self.options = options
        self.developmentLanguage = developmentLanguage
        let wanted = WantedLanguages(reader, developmentLanguage: developmentLanguage)
        self.wanted = wanted
        let tables = bundles.map {
            let listing = BundleListing($0, in: wanted, developmentLanguage: developmentLanguage)
            return BundleTables(listing, in: wanted, options)
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

    /// The languages of the tables that were read, sorted by name.
    public var languages: [LanguageTag] { snapshot.languages }

    /// The names of the tables that were read, sorted: `["Localizable", "Mail"]`.
    ///
    /// - Complexity: O(*n* log *n*) in the number of tables.
    public var tableNames: [String] {
        var names: [String] = []
        for bundle in snapshot.bundles {
            for group in bundle.groups where !group.readings.isEmpty {
                if !names.contains(group.name) { names.append(group.name) }
            }
        }
        return names.sorted(by: \.self)
    }

    /// The issues of the current version of the files, and those of formatting until now.
    ///
    /// - Complexity: O(*n*) in the number of listed issues.
    public var report: LocalizationReport { snapshot.log.report }

    /// Returns the localizer of a reader who prefers certain languages.
    ///
    /// For each preference, the bundle's nearest language according to CLDR is searched: of the
    /// same language and script, and of the same or a similar region. Then follow the languages
    /// that the preference inherits from (`es-CO` from `es-419`, and that from `es`), and those
    /// that the nearest one inherits from. The development language comes last; preferences after
    /// one that it matches are ignored, since keys and defaults are in that language.
    ///
    /// If the first preference is a pseudolocale that the bundles don't contain, the localizer has
    /// only this language, and converts the development language's strings, but not keys and
    /// defaults: `en-XA` has accents and longer words, `ar-XB` is written from right to left
    /// (``PseudoLocale``), and `qps-keys` shows tables and keys. A list of languages or the
    /// environment can select a pseudolocale. The header of a request can't, since it is untrusted;
    /// a server for testers uses `LanguagePreferences(header.languages)`.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of preferences and of the bundle's languages.
    public func localizer(
        for preferences: LanguagePreferences = .system,
        matching: LanguageMatching = .standard
    ) -> Localizer {
        Localizer(snapshot, preferences: preferences, matching: matching)
    }

    /// Returns the localizer for a request's `Accept-Language` header, which is read by
    /// ``LanguagePreferences/init(acceptLanguage:)``.
    ///
    /// - Complexity: O(*n* × *m*) in the numbers of the header's and the bundle's languages.
    public func localizer(
        acceptLanguage header: String,
        matching: LanguageMatching = .standard
    ) -> Localizer {
        localizer(for: LanguagePreferences(acceptLanguage: header), matching: matching)
    }

    /// Reads all files again.
    ///
    /// Existing localizers keep their version of the tables, so that a request never sees two;
    /// later ones use the new version. A look-up never waits for a reload, and never sees a part of
    /// it. The report starts empty.
    ///
    /// If a file that had strings can't be parsed any more (cut off, no catalog, no property list),
    /// its table stays in use, with all of its files, until the file can be read again or is
    /// removed; an issue has the resolution `keptOldStrings`. A `.strings` file that was cut
    /// between two entries is read as a shorter one.
    ///
    /// - Throws: ``LocalizationError`` with the code `nothingReadable` if no file of any bundle
    ///   could be read. The tables read before stay in use.
    /// - Complexity: O(*n*) in the size of the files.
    public func reload() throws(LocalizationError) {
        _ = try reload(readsAll: true)
    }

    /// Reads the tables with changed files again, and returns whether any file has changed.
    ///
    /// ```swift
    /// if try store.reloadIfChanged() { for issue in store.report.issues { print(issue) } }
    /// ```
    ///
    /// A file has changed if its device, inode, size, modification time or status change time
    /// differs. Apart from that, this is ``reload()``. Files that are replaced by renaming are read
    /// whole. A file that is written in place may be read in part, and is read again the next time.
    ///
    /// - Throws: ``LocalizationError`` with the code `nothingReadable` if a file has changed and no
    ///   file of any bundle can be read any more. The tables read before stay in use.
    /// - Complexity: O(*n*) in the number of files and in the size of the tables with changed
    ///   files.
    @discardableResult
    public func reloadIfChanged() throws(LocalizationError) -> Bool {
        try reload(readsAll: false)
    }

    var snapshot: LocalizationSnapshot { current.withLock { $0 } }

    /// Reads the tables with changed files, or all tables, and returns whether it read any.
    private func reload(readsAll: Bool) throws(LocalizationError) -> Bool {
        try reloading.withLock { _ throws(LocalizationError) in
            let old = snapshot
            // Both lists have the same bundles, in the same order.
            let listings = bundles.map {
                BundleListing($0, in: wanted, developmentLanguage: developmentLanguage)
            }
            let indices = listings.indices
            let isSame = indices.allSatisfy { listings[$0].isSame(as: old.bundles[$0].listing) }
            if isSame, !readsAll { return false }
            let tables = indices.map {
                BundleTables(
                    listings[$0],
                    in: wanted,
                    options,
                    after: old.bundles[$0],
                    readsAll: readsAll
                )
            }
            let new = LocalizationSnapshot(
                tables,
                developmentLanguage: developmentLanguage,
                missingKeyHook: missingKeyHook
            )
            // Readable tables are required only if there were some before.
            guard new.wasRead || new.bundles.contains(where: \.isOfOthers) && !old.wasRead else {
                throw LocalizationError(
                    code: .nothingReadable,
                    bundleName: bundles.map(\.name).joined(separator: ", "),
                    searchedPaths: bundles.map(\.rootPath)
                )
            }
            // Released after the lock, since this may be the last reference to the old version.
            withExtendedLifetime(old) { current.withLock { $0 = new } }
            return true
        }
    }
}
