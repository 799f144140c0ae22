import FootingBytes

/// A reader of string catalogs (`.xcstrings`) in all their languages, in one pass.
///
/// The format is not documented, so unknown members are ignored.
final class CatalogReader {
    private var document = JSONDocument.empty
    private let tables: TableBuilders
    private let file: String
    private var lines = LineCounter()
    private var entryCount = 0

    /// The languages in the order of their first occurrence; the first is the source language.
    private var languages: [Language] = []
    /// The indices of the languages by their names in the catalog; -1 for another name.
    private let indices = NameIndices()
    private var hasTooManyLanguages = false
    /// The index after that of the previous language: most entries have the languages in one order.
    private var nextLanguage = 0

    private struct Language {
        /// The name at its first occurrence.
        let name: JSONToken
        let tag: LanguageTag
        /// Whether this is the source language, under any of its names.
        let isSource: Bool
        /// `nil` if the language isn't read.
        let builder: StringTableBuilder?
    }

    /// Reads a catalog.
    static func read(
        _ file: [UInt8],
        at path: String,
        into tables: TableBuilders
    ) throws(FileFault) {
        let reader = CatalogReader(file: path, tables)
        try unsafe file.withUnsafeBufferPointer { buffer throws(FileFault) in
            try reader.read(unsafe ByteView(buffer))
        }
    }

    private func read(_ bytes: ByteView) throws(FileFault) {
        let tape: JSONTape
        do {
            tape = try JSONTape.scan(bytes, skipping: tables.wanted.isAll ? nil : isUnread)
        } catch {
            let line = lines.line(at: error.offset, in: bytes)
            switch error.reason {
            case .depth, .size: throw .catalogTooLarge(line)
            default:
                let message = "The catalog is not valid JSON in UTF-8: correct it, or convert it."
                throw .noCatalog(message, line: line)
            }
        }
        var fault: FileFault?
        tape.withDocument(over: bytes) { document in
            self.document = document
            fault = self.read()
        }
        if let fault { throw fault }
    }

    private init(file: String, _ tables: TableBuilders) {
        self.file = file
        self.tables = tables
    }

    /// Whether the document ends with the name of a language whose strings can be skipped.
    ///
    /// The source language is always read, because its string replaces a missing translation.
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
            // Xcode writes the source language before the strings.
            guard document.isWord("sourceLanguage", document[1]), language(document[2]) != nil
            else { return false }
        }
        guard let index = language(document[document.count - 1]) else { return false }
        return languages[index].builder == nil && !languages[index].isSource
    }

    /// Reads the document, or returns why it can't be read.
    private func read() -> FileFault? {
        var strings: Int?
        var sourceName: JSONToken?
        for (key, value) in JSONMembers(of: 0, in: document) {
            if document.isWord("strings", key) { strings = value }
            if sourceName == nil, document.isWord("sourceLanguage", key) {
                sourceName = document[value]
            }
            if document.isWord("version", key), !isKnownVersion(document[value]) {
                return .noCatalog("The catalog has a version other than 1: save it with Xcode.")
            }
        }
        guard let strings, document[strings].kind == .object, let sourceName,
            language(sourceName) != nil
        else {
            return .noCatalog("The catalog has no strings or no source language: add them.")
        }
        var untranslated: [CatalogEntry] = []
        for (key, value) in JSONMembers(of: strings, in: document) {
            guard entryCount < StringsReader.maximumEntries else {
                let limit = "The catalog has more than a million strings."
                tables.issues.add(.limitExceeded, file: file, .skippedInput, limit)
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
        return nil
    }

    private func isKnownVersion(_ token: JSONToken) -> Bool {
        guard token.kind == .string else { return false }
        let content = document.content(of: token)
        return content.has(0) && content[0] == UInt8(ascii: "1")
            && (content.count == 1 || content[1] == UInt8(ascii: "."))
    }

    /// The localization of an entry in the source language, or `nil`.
    func source(of localizations: Int?) -> Int? {
        var source: Int?
        guard let localizations else { return nil }
        let next = nextLanguage
        for (name, value) in JSONMembers(of: localizations, in: document) {
            if let index = language(name), languages[index].isSource { source = value }
        }
        nextLanguage = next
        return source
    }

    /// An unused table in the source language, whose issues are dropped.
    private(set) lazy var scratch: StringTableBuilder = {
        let language = languages.first?.builder?.language
        return StringTableBuilder(
            name: "",
            language: language ?? LanguageContext(languages.first?.tag ?? .root),
            tables.options
        )
    }()

    /// Reads an entry, and returns it if it should not be translated.
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
            tables.issues.add(.undecodableText, file: file, line: line, .skippedInput, message)
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
                guard let index = language(name), isTranslated,
                    let builder = languages[index].builder
                else { continue }
                let isSource = languages[index].isSource
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
            entry.addKey(to: builder)
        }
        return nil
    }

    /// The index of the language with a name, added on demand; `nil` if the name is invalid.
    private func language(_ name: JSONToken) -> Int? {
        let next = nextLanguage
        if next < languages.count, document.isSame(languages[next].name, name) {
            nextLanguage &+= 1
            return next
        }
        let text = name.kind == .string ? document.text(of: name) ?? "" : ""
        if let index = indices[text] {
            guard index >= 0 else { return nil }
            nextLanguage = index &+ 1
            return index
        }
        guard indices.count < Self.maximumLanguages else {
            if !hasTooManyLanguages {
                let message = "The catalog has more than 1,000 languages."
                tables.issues.add(.limitExceeded, file: file, .skippedInput, message)
            }
            hasTooManyLanguages = true
            return nil
        }
        guard let tag = LanguageTag(text) else {
            indices.insert(text, -1)
            tables.issues.addUnusableName(text, file: file)
            return nil
        }
        let builder = tables.builder(of: tag)
        builder?.begin(file: file)
        indices.insert(text, languages.count)
        nextLanguage = languages.count &+ 1
        let isSource = languages.isEmpty || languages[0].tag == tag
        languages.append(Language(name: name, tag: tag, isSource: isSource, builder: builder))
        return languages.count &- 1
    }

    /// More than any real catalog has: each language costs memory for its rules.
    private static let maximumLanguages = 1000
}
