import FootingBytes

/// The strings of bundles for one reader, in the best language that has each key.
///
/// ```swift
/// print(l10n("greeting", "Anna"))  // Hello, Anna!
/// print(l10n("books.mapped", 1))  // 1 book was read.
/// print(l10n("books.mapped", 2))  // 2 books were read.
/// ```
///
/// A key is looked up in each of ``languages`` in order; if none has it, the caller's default or
/// the key itself is used. If its string is empty, the key is shown, as by Foundation. Plural rules
/// and number formats are those of the language that has the string. No call throws or traps,
/// whatever the tables contain; faults are added to the ``LocalizationStore/report`` of the store.
///
/// A localizer is a small immutable value. It keeps the version of the tables with which it was
/// made, and can be used on any number of threads at once: finding a string takes no lock.
public struct Localizer: Sendable {
    let view: View

    init(
        _ snapshot: LocalizationSnapshot,
        preferences: LanguagePreferences,
        matching: LanguageMatching
    ) {
        let pseudo = preferences.pseudoLocale
        guard let pseudo, !snapshot.languages.contains(pseudo.tag) else {
            view = View(snapshot, preferences, matching)
            return
        }
        // A pseudolocale is derived from the development language's strings.
        let source = LanguagePreferences([snapshot.development.tag])
        view = View(snapshot, source, matching, pseudo: pseudo)
    }

    init(_ view: View) {
        self.view = view
    }

    /// The languages that are searched for a key, in order.
    public var languages: [LanguageTag] { view.languages }

    /// The reader's best language or, without one, the development language; for a pseudolocale,
    /// the language from which it is derived.
    package var language: LanguageTag {
        view.chain.first.map { view.snapshot.languages[$0] } ?? view.snapshot.development.tag
    }

    /// Returns a localizer of the same reader for spaces of a certain width.
    ///
    /// ```swift
    /// print(l10n("inbox"))  // There are no new messages in your inbox.
    /// print(l10n.fitting(width: 20)("inbox"))  // No new messages.
    /// ```
    ///
    /// If a string has variants for widths (`NSStringVariableWidthRuleType`), the widest that fits
    /// is used, or the narrowest if none fits. Without a width, the widest variant is used.
    ///
    /// - Parameter width: The width in the unit of the tables, usually characters.
    /// - Returns: A localizer of the same version of the tables.
    public func fitting(width: Int) -> Localizer {
        Localizer(View(view, width: width, isolates: view.isolates))
    }

    /// Returns a localizer whose string arguments can't reorder the text around them.
    ///
    /// ```swift
    /// let isolating = store.localizer(for: ["he", "en"]).isolatingArguments()
    /// ```
    ///
    /// In a right-to-left language, a name in Latin letters moves the comma or number after it to
    /// its other side. In strings of these languages (by CLDR, according to the tag's script or the
    /// likely one), each argument that is shown as a nonempty string is therefore enclosed in
    /// U+2068 and U+2069, which are invisible. An argument can't break out of its isolate:
    /// unmatched closing marks in it are dropped, and unmatched opening marks are closed, even if
    /// the result is cut at 1 MiB. The end of a line ends all isolates (UAX #9), so each line of an
    /// argument is isolated on its own. Numbers are not isolated: the signs of CLDR contain marks
    /// of their own, and isolates would reverse 12:30 if it consists of two numbers. Strings of
    /// other languages are not changed.
    public func isolatingArguments() -> Localizer {
        Localizer(View(view, width: view.width, isolates: true))
    }

    /// Returns the string of a key, without formatting.
    ///
    /// A percent sign is shown as is.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared byte by byte.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    ///   - defaultText: The result if no table has the key; `nil` means the key.
    /// - Returns: The string of the first language that has the key, the default, or the key.
    public func callAsFunction(
        _ key: String,
        table: String? = nil,
        default defaultText: String? = nil
    ) -> String {
        if LocalizationSnapshot.isDefault(table) {
            if let text = textInFirstTable(key) { return text.isEmpty ? key : text }
            if view.hasOneTable { return handlersText(for: key, nil)?.text ?? defaultText ?? key }
        }
        let hit = find(key, table)
        if let text = handlersText(for: key, table, unless: hit?.0) { return text.text }
        guard let (found, index) = hit else { return defaultText ?? key }
        let text = variant(of: found.format(at: index))?.text ?? found.text(at: index)
        if text.isEmpty { return key }
        return view.pseudo?.string(for: text, key, found) ?? text
    }

    /// Returns the string of a key, formatted with arguments.
    ///
    /// The string is a format: `%@`, `%d`, `%.2f`, `%2$@`, and `%#@name@` for the plural variables
    /// of a `.stringsdict`. A specifier accepts an argument of any kind, and is shown itself
    /// without one. Widths are limited to 1,000, precisions to 100, and results to 1 MiB.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared byte by byte.
    ///   - arguments: The arguments, in the order of the source string.
    ///   - table: The name of the table; `nil` and the empty string mean `Localizable`.
    ///   - defaultText: The format in the development language if no table has the key; `nil` means
    ///     the key.
    /// - Returns: The formatted string of the first language that has the key.
    /// - Complexity: O(*n*) in the length of the string.
    @inlinable
    public func callAsFunction(
        _ key: String,
        _ arguments: any FormatArgument...,
        table: String? = nil,
        default defaultText: String? = nil
    ) -> String {
        // Inlined into the caller, so that the list of arguments can stay on its stack.
        unsafe arguments.withUnsafeBufferPointer {
            unsafe text(of: key, $0, table, defaultText)
        }
    }

    /// Returns the string of a key, formatted with an array of arguments.
    ///
    /// Use it for arguments that are collected elsewhere; otherwise it is the same as
    /// ``callAsFunction(_:_:table:default:)``. With an empty array, the specifiers themselves are
    /// shown.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    public func callAsFunction(
        _ key: String,
        arguments: [any FormatArgument],
        table: String? = nil,
        default defaultText: String? = nil
    ) -> String {
        unsafe arguments.withUnsafeBufferPointer {
            unsafe text(of: key, $0, table, defaultText)
        }
    }

    /// The formatted string of a key; the arguments are borrowed for the call.
    @usableFromInline
    func text(
        of key: String,
        _ arguments: UnsafeBufferPointer<any FormatArgument>,
        _ table: String?,
        _ defaultText: String?
    ) -> String {
        let hit = find(key, table)
        guard let (found, index) = hit, view.isPlain, !view.missingKeyHook.isSet,
            let format = found.format(at: index)
        else {
            return unsafe unusualText(of: key, arguments, table, defaultText, hit)
        }
        return unsafe fill(format, arguments, in: found.language, key, table, hit)
    }

    /// The general case: the key may be missing, or its string may be plain or need conversion.
    @inline(never)
    private func unusualText(
        of key: String,
        _ arguments: UnsafeBufferPointer<any FormatArgument>,
        _ table: String?,
        _ defaultText: String?,
        _ hit: (StringTable, index: Int)?
    ) -> String {
        let handlersText = handlersText(for: key, table, unless: hit?.0)
        var entry = handlersText == nil ? hit : nil
        var format = handlersText?.format
        if let (found, index) = entry {
            let whole = found.format(at: index)
            let variant = variant(of: whole)
            if let own = variant == nil ? whole : variant?.format, view.pseudo?.showsKeys != true {
                format = view.pseudo?.format(of: own) ?? own
            } else {
                let text = variant?.text ?? found.text(at: index)
                if !text.isEmpty { return view.pseudo?.string(for: text, key, found) ?? text }
                // An empty string shows the key, as if no table had it.
                entry = nil
                format = LocalizedFormat(FormatString(key))
            }
        }
        let language = entry?.0.language ?? handlersText?.language ?? view.snapshot.development
        return unsafe fill(
            format ?? LocalizedFormat(FormatString(defaultText ?? key)),
            arguments,
            in: language,
            key,
            table,
            entry
        )
    }

    @inline(__always)
    private func variant(of format: LocalizedFormat?) -> WidthVariant? {
        guard let width = view.width, let format else { return nil }
        return format.variant(fitting: width)
    }

    @inline(never)
    private func fill(
        _ format: LocalizedFormat,
        _ arguments: UnsafeBufferPointer<any FormatArgument>,
        in language: LanguageContext,
        _ key: String,
        _ table: String?,
        _ entry: (StringTable, index: Int)?
    ) -> String {
        // The renderer doesn't leave the closure, so it can't outlive the memory.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { memory in
            var renderer = unsafe FormatRenderer(
                arguments: arguments,
                isolatesTexts: view.isolates
                    && (language.isRightToLeft || view.pseudo?.isRightToLeft == true),
                memory: memory
            )
            renderer.render(format, in: language)
            if !renderer.deviations.isEmpty {
                note(renderer.deviations, language.tag, key, table, entry)
            }
            return renderer.output.text()
        }
    }

    @inline(never)
    private func note(
        _ deviations: [FormatRenderer.Deviation],
        _ language: LanguageTag,
        _ key: String,
        _ table: String?,
        _ entry: (StringTable, index: Int)?
    ) {
        for deviation in deviations {
            view.snapshot.log.add(
                deviation,
                language,
                table: entry?.0.name ?? table ?? LocalizationSnapshot.defaultTable,
                key: key,
                file: entry.map { $0.0.file(at: $0.index) },
                line: entry.flatMap { $0.0.line(at: $0.index) }
            )
        }
    }

    /// The string in the first `Localizable` table, where most look-ups end.
    @inline(__always)
    private func textInFirstTable(_ key: String) -> String? {
        // The view retains the table that owns this memory until the end of the closure.
        withExtendedLifetime(view) {
            guard let memory = view.firstMemory else { return nil }
            // A bridged string of Darwin is not contiguous; all tables are asked for it.
            return unsafe key.utf8.withContiguousStorageIfAvailable { bytes in
                let hash = unsafe view.keyHash(bytes)
                return unsafe memory.index(of: bytes, hash: hash).map { memory.text(at: $0) }
            } ?? nil
        }
    }

    /// The handler's string for a key that no table, or only another language, has.
    @inline(__always)
    private func handlersText(
        for key: String,
        _ table: String?,
        unless found: StringTable? = nil
    ) -> MissingKeyText? {
        view.missingKeyHook.isSet ? askHandler(key, table, found?.language.tag) : nil
    }

    @inline(never)
    private func find(_ key: String, _ name: String?) -> (StringTable, index: Int)? {
        var key = key
        return key.withUTF8 { bytes in
            let hash = unsafe view.keyHash(bytes)
            guard let name, !LocalizationSnapshot.isDefault(name) else {
                for table in view.tables {
                    if let index = unsafe table.index(of: bytes, hash: hash) {
                        return (table, index)
                    }
                }
                return nil
            }
            guard let tableIndex = view.snapshot.tableIndices[name] else { return nil }
            for language in view.chain {
                for table in view.snapshot.tables[language][tableIndex] {
                    if let index = unsafe table.index(of: bytes, hash: hash) {
                        return (table, index)
                    }
                }
            }
            return nil
        }
    }
}
