/// A reader's view of a bundle: texts by key, in the best language that has them.
///
/// ```swift
/// print(l10n("greeting", "Anna"))  // Hello, Anna!
/// print(l10n("books.mapped", 1))  // 1 book was read.
/// print(l10n("books.mapped", 2))  // 2 books were read.
/// ```
///
/// A key is looked up in each of ``languages`` until one has it; then the caller's default and at
/// last the key itself stand in. Numbers and plurals are those of the language that answered. No
/// call throws and none traps, whatever the tables hold; what goes wrong stands in the store's
/// ``LocalizationStore/report``.
///
/// A localizer is a small immutable value. It keeps the version of the tables it was made from and
/// may be used on any number of threads at once: a look-up takes no lock.
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
        // A pseudolocale is made of the development language's strings.
        let source = LanguagePreferences([snapshot.development.tag])
        view = View(snapshot, source, matching, pseudo: pseudo)
    }

    init(_ view: View) {
        self.view = view
    }

    /// The languages that are asked for a key, in order.
    public var languages: [LanguageTag] { view.languages }

    /// The reader's best language, which for a pseudolocale is the one whose texts it is made of.
    package var language: LanguageTag { view.language }

    /// Returns the same reader's view for places of a certain width.
    ///
    /// ```swift
    /// print(l10n("inbox"))  // There are no new messages in your inbox.
    /// print(l10n.fitting(width: 20)("inbox"))  // No new messages.
    /// ```
    ///
    /// Of a text that has variants for widths (`NSStringVariableWidthRuleType`), it has the widest
    /// that fits or, if none does, the narrowest. Without a width that is the widest of all.
    ///
    /// - Parameter width: The width in the unit of the tables; characters, as a rule.
    /// - Returns: A localizer of the same version of the tables.
    public func fitting(width: Int) -> Localizer {
        Localizer(View(view, width: width, isolates: view.isolates))
    }

    /// Returns the same reader's view, in which texts that are filled in can't change the order of
    /// what stands beside them.
    ///
    /// ```swift
    /// let isolating = store.localizer(for: ["he", "en"]).isolatingArguments()
    /// ```
    ///
    /// In a language that is written from right to left, a name in Latin letters takes the comma or
    /// the number after it to its other side. So there, each argument that is shown as text and is
    /// not empty stands between U+2068 and U+2069, which are not seen. No text can break out of its
    /// place: of such marks of its own, those that close nothing in it are left out, and those that
    /// are left open are closed behind it, even where the whole is cut at 1 MiB. The end of a line
    /// ends all isolates (UAX #9), so each line of a text has a place of its own, as in CSS.
    /// Numbers have none: the signs of CLDR carry marks of their own, and 12:30 made of two
    /// numbers would be turned around. Texts in other languages are as they are without this.
    ///
    /// Which languages these are is CLDR's word about their script, the likely one unless the tag
    /// names another.
    ///
    /// - Returns: A localizer of the same version of the tables.
    public func isolatingArguments() -> Localizer {
        Localizer(View(view, width: view.width, isolates: true))
    }

    /// Looks up a text and returns it as it stands in its table.
    ///
    /// It is not taken for a format: a percent sign is shown as it is written.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared by its bytes.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    ///   - defaultText: What is returned where no table has the key; `nil` means the key.
    /// - Returns: The text of the first language that has the key, the default, or the key.
    public func callAsFunction(
        _ key: String,
        table: String? = nil,
        default defaultText: String? = nil
    ) -> String {
        if table == nil {
            if let text = textInFirstTable(key) { return text }
            if view.hasOneTable { return handlersText(for: key, nil)?.text ?? defaultText ?? key }
        }
        let hit = find(key, table)
        if let text = handlersText(for: key, table, unless: hit?.0) { return text.text }
        guard let (found, index) = hit else { return defaultText ?? key }
        let text =
            variant(of: found.format(at: index))?.text
            ?? found.text(at: index)
        return view.pseudo?.string(for: text, key, found) ?? text
    }

    /// Returns the text of a key with arguments filled in.
    ///
    /// The text is a format: `%@`, `%d`, `%.2f`, `%2$@`, and `%#@name@` for the plural variables of
    /// a `.stringsdict`. Each specifier shows an argument of any kind; one without an argument
    /// shows its own text. Widths end at 1,000, precisions at 100 and texts at 1 MiB.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared by its bytes.
    ///   - arguments: What is filled in, in the order of the key's own text.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    ///   - defaultText: The format where no table has the key, in the development language; `nil`
    ///     means the key.
    /// - Returns: The text in the first language that has the key, filled in.
    /// - Complexity: O(*n*) in the length of the text.
    @inlinable
    public func callAsFunction(
        _ key: String,
        _ arguments: any FormatArgument...,
        table: String? = nil,
        default defaultText: String? = nil
    ) -> String {
        // Here in the caller's code, the list of arguments can stay on its stack.
        unsafe arguments.withUnsafeBufferPointer {
            unsafe text(of: key, $0, table, defaultText)
        }
    }

    /// Returns the text of a key with a list of arguments filled in.
    ///
    /// This is for arguments that were collected elsewhere; otherwise it is
    /// ``callAsFunction(_:_:table:default:)``, down to the meaning of no arguments at all:
    /// specifiers then show their own text.
    ///
    /// - Parameters:
    ///   - key: The key, which is compared by its bytes.
    ///   - arguments: What is filled in, in the order of the key's own text.
    ///   - table: The name of the table; `nil` and the empty text mean `Localizable`.
    ///   - defaultText: The format where no table has the key, in the development language; `nil`
    ///     means the key.
    /// - Returns: The text in the first language that has the key, filled in.
    /// - Complexity: O(*n*) in the length of the text.
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

    /// The text of a key with arguments filled in, which are lent for the call.
    @usableFromInline
    func text(
        of key: String,
        _ arguments: UnsafeBufferPointer<any FormatArgument>,
        _ table: String?,
        _ defaultText: String?
    ) -> String {
        let hit = find(key, table)
        guard let (found, index) = hit, view.isPlain, !view.missingKeyHook.isSet else {
            return unsafe unusualText(of: key, arguments, table, defaultText, hit)
        }
        guard let format = found.format(at: index) else {
            return found.text(at: index)
        }
        return unsafe fill(format, arguments, in: found.language, key, table, hit)
    }

    /// The same where the key may be missing, or what was found may not be what is shown.
    @inline(never)
    private func unusualText(
        of key: String,
        _ arguments: UnsafeBufferPointer<any FormatArgument>,
        _ table: String?,
        _ defaultText: String?,
        _ hit: (StringTable, index: Int)?
    ) -> String {
        let handlersText = handlersText(for: key, table, unless: hit?.0)
        let entry = handlersText == nil ? hit : nil
        let format: LocalizedFormat
        if let (found, index) = entry {
            let whole = found.format(at: index)
            let variant = variant(of: whole)
            guard let own = variant == nil ? whole : variant?.format, view.pseudo?.showsKeys != true
            else {
                let text = variant?.text ?? found.text(at: index)
                return view.pseudo?.string(for: text, key, found) ?? text
            }
            format = view.pseudo?.format(of: own) ?? own
        } else {
            format = handlersText?.format ?? LocalizedFormat(FormatString(defaultText ?? key))
        }
        let language = entry?.0.language ?? handlersText?.language ?? view.snapshot.development
        return unsafe fill(format, arguments, in: language, key, table, entry)
    }

    @inline(__always)
    private func variant(of format: LocalizedFormat?) -> WidthVariant? {
        guard let width = view.width, let format else { return nil }
        return format.variant(fitting: width)
    }

    /// Fills a format in, that of an entry or of none, and notes what didn't go as its author meant
    /// it.
    @inline(never)
    private func fill(
        _ format: LocalizedFormat,
        _ arguments: UnsafeBufferPointer<any FormatArgument>,
        in language: LanguageContext,
        _ key: String,
        _ table: String?,
        _ entry: (StringTable, index: Int)?
    ) -> String {
        // The renderer ends inside of the closure, before the memory does.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { memory in
            var renderer = unsafe FormatRenderer(
                arguments: arguments,
                symbols: language.symbols,
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

    /// The text in the table that nearly all look-ups end in.
    @inline(__always)
    private func textInFirstTable(_ key: String) -> String? {
        // The view holds the table whose memory this is, up to the end of the closure.
        withExtendedLifetime(view) {
            guard let memory = view.firstMemory else { return nil }
            return unsafe key.withUTF8Bytes { bytes in
                let hash = unsafe view.keyHash(bytes)
                return unsafe memory.index(of: bytes, hash: hash).map { memory.text(at: $0) }
            }
        }
    }

    /// The text that the handler of missing keys has for a key, unless the table that it was found
    /// in is of the reader's best language.
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
        unsafe key.withUTF8Bytes { bytes in
            let hash = unsafe view.keyHash(bytes)
            guard let name, !name.isEmpty else {
                for table in view.tables {
                    if let index = unsafe table.index(of: bytes, hash: hash) {
                        return (table, index)
                    }
                }
                return nil
            }
            guard let place = view.snapshot.place(of: name) else { return nil }
            for language in view.chain {
                for table in view.snapshot.tables(of: language, at: place) {
                    if let index = unsafe table.index(of: bytes, hash: hash) {
                        return (table, index)
                    }
                }
            }
            return nil
        }
    }
}
