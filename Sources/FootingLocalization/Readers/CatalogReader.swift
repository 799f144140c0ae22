import FootingBytes

/// Makes entries of a string catalog (`.xcstrings`) in all its languages, in one pass.
///
/// The format is documented nowhere: what isn't known is passed over, and never fatal.
final class CatalogReader {
    private var document = JSONDocument.empty
    private let tables: TableBuilders
    private let file: String
    private var lines = LineCounter()
    private var entryCount = 0

    /// The languages as the catalog writes them, in the order in which they were met; the first is
    /// the one that the keys are in.
    private var languages: [Language] = []
    /// The indices of the languages by the names that the catalog has for them.
    private var places: [String: Int] = [:]
    /// The names that are not those of languages.
    private var otherNames: Set<String> = []
    private var hasTooManyLanguages = false
    /// The language after the one met last, which is the next one in most entries.
    private var nextLanguage = 0

    private struct Language {
        /// Its name where it was met first.
        let name: JSONToken
        let tag: LanguageTag
        /// Whether it is the one that the keys are in, however it is written.
        let isSource: Bool
        /// `nil` if it isn't read.
        let builder: StringTableBuilder?
    }

    /// Reads a catalog, or notes why it can't be read.
    static func read(_ bytes: ByteView, file: String, into tables: TableBuilders) {
        let reader = CatalogReader(file: file, tables)
        let tape: JSONTape
        do {
            let readsAll = tables.wanted.isAll
            tape = try JSONTape.scan(bytes, skipping: readsAll ? nil : reader.isUnread)
        } catch {
            var lines = LineCounter()
            let isLimit = error.reason == .depth || error.reason == .size
            let fault = FileFault(
                isLimit ? .limitExceeded : .invalidCatalog,
                isLimit
                    ? "The catalog is too large, or nested too deep."
                    : "The catalog isn't valid JSON."
            )
            let line = lines.line(at: error.offset, in: bytes)
            tables.noteFault(fault, file: file, line: line)
            return
        }
        tape.withDocument(over: bytes) { document in
            reader.document = document
            reader.read()
        }
    }

    private init(file: String, _ tables: TableBuilders) {
        self.file = file
        self.tables = tables
    }

    /// Whether the document ends with the name of a language that isn't read, so that its string
    /// can be passed over.
    ///
    /// The language that the keys are in never is: its string stands in where none is translated.
    private func isUnread(in document: JSONDocument, container: Int) -> Bool {
        // The object is the member `localizations` of an entry of the root's `strings`.
        let entry = document[container].extent - 1
        let strings = entry > 0 ? document[entry].extent - 1 : 0
        guard strings > 0, document[strings].extent == 1,
            document.isWord("strings", document[strings - 1]),
            document.isWord("localizations", document[container - 1])
        else { return false }
        self.document = document
        if languages.isEmpty {
            // Xcode writes the name of that language before all strings.
            guard document.isWord("sourceLanguage", document[1]), language(document[2]) != nil
            else { return false }
        }
        guard let place = language(document[document.count - 1]) else { return false }
        return languages[place].builder == nil && !languages[place].isSource
    }

    private func read() {
        var strings: Int?
        var sourceName: JSONToken?
        for (key, value) in JSONMembers(of: 0, in: document) {
            if document.isWord("strings", key) { strings = value }
            if sourceName == nil, document.isWord("sourceLanguage", key) {
                sourceName = document[value]
            }
            if document.isWord("version", key), !isKnownVersion(document[value]) {
                return noteInvalid("The catalog's version is none that begins with 1.")
            }
        }
        guard let strings, document[strings].kind == .object, let sourceName,
            language(sourceName) != nil
        else {
            return noteInvalid("The catalog has no strings or no source language.")
        }
        var untranslated: [CatalogEntry] = []
        for (key, value) in JSONMembers(of: strings, in: document) {
            guard entryCount < StringsReader.maximumEntries else {
                let limit = "The catalog has more than \(StringsReader.maximumEntries) texts."
                tables.issues.add(.limitExceeded, file: file, .skipped, limit)
                break
            }
            let line = lines.line(at: Int(key.start), in: document.bytes)
            if let entry = readEntry(key, value, line: line) { untranslated.append(entry) }
        }
        for language in languages {
            guard let builder = language.builder else { continue }
            for entry in untranslated { entry.addSource(to: builder) }
            builder.hasRead = true
        }
    }

    private func noteInvalid(_ message: String) {
        tables.noteFault(FileFault(.invalidCatalog, message), file: file)
    }

    private func isKnownVersion(_ token: JSONToken) -> Bool {
        guard token.kind == .string else { return false }
        let content = document.content(of: token)
        return content.has(0) && content[0] == UInt8(ascii: "1")
            && (content.count == 1 || content[1] == UInt8(ascii: "."))
    }

    /// The localization in the language that the keys are in, if an entry has one.
    func source(of localizations: Int?) -> Int? {
        var source: Int?
        guard let localizations else { return nil }
        let next = nextLanguage
        for (name, value) in JSONMembers(of: localizations, in: document) {
            if let place = language(name), languages[place].isSource { source = value }
        }
        nextLanguage = next
        return source
    }

    /// A table that nobody sees, in the language that the keys are in.
    private(set) lazy var scratch: StringTableBuilder = {
        let language = languages.first?.builder?.language
        return StringTableBuilder(
            name: "",
            language: language ?? LanguageContext(languages.first?.tag ?? .root),
            tables.options
        )
    }()

    /// Reads an entry, which is the answer if it is not to be translated.
    private func readEntry(
        _ keyToken: JSONToken,
        _ value: Int,
        line: Int
    ) -> CatalogEntry? {
        var localizations: Int?
        var isTranslated = true
        for (key, value) in JSONMembers(of: value, in: document) {
            if document.isWord("localizations", key) { localizations = value }
            if document.isWord("shouldTranslate", key) {
                isTranslated = document[value].kind != .false
            }
        }
        guard let key = document.text(of: keyToken) else {
            let message = "A key has half of a surrogate pair."
            tables.issues.add(.undecodableText, file: file, line: line, .skipped, message)
            return nil
        }
        let entry = CatalogEntry(
            document,
            keyToken,
            key,
            line: line,
            localizations: localizations,
            self
        )
        var hasSource = false
        if let localizations {
            nextLanguage = 0
            for (name, value) in JSONMembers(of: localizations, in: document) {
                guard let place = language(name), isTranslated,
                    let builder = languages[place].builder
                else { continue }
                let isSource = languages[place].isSource
                entryCount &+= 1
                let isUsed = entry.add(value, isSource: isSource, to: builder)
                if isSource, isUsed { hasSource = true }
            }
        }
        guard isTranslated else {
            entryCount &+= max(1, languages.count)
            return entry
        }
        if !hasSource, let builder = languages.first?.builder {
            entryCount &+= 1
            entry.addPlain(key, to: builder)
        }
        return nil
    }

    /// The index of the language with this name, or `nil` if it is not in the list.
    private func language(_ name: JSONToken) -> Int? {
        let next = nextLanguage
        if next < languages.count, document.isSame(languages[next].name, name) {
            nextLanguage &+= 1
            return next
        }
        let text = name.kind == .string ? document.text(of: name) ?? "" : ""
        if let place = places[text] {
            nextLanguage = place &+ 1
            return place
        }
        if otherNames.contains(text) { return nil }
        guard places.count + otherNames.count < Self.maximumLanguages else {
            if !hasTooManyLanguages {
                let message = "The catalog has more than \(Self.maximumLanguages) languages."
                tables.issues.add(.limitExceeded, file: file, .skipped, message)
            }
            hasTooManyLanguages = true
            return nil
        }
        guard let tag = LanguageTag(text) else {
            otherNames.insert(text)
            let message = "“\(text)” is not the name of a language."
            tables.issues.add(.unusableLanguageName, file: file, .skipped, message)
            return nil
        }
        let builder = tables.builder(of: tag)
        builder?.begin(file: file)
        places[text] = languages.count
        nextLanguage = languages.count &+ 1
        let isSource = languages.isEmpty || languages[0].tag == tag
        languages.append(Language(name: name, tag: tag, isSource: isSource, builder: builder))
        return languages.count &- 1
    }

    /// There are fewer languages with a table anywhere, and each costs its rules.
    private static let maximumLanguages = 1000
}
