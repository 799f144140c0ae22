import FootingFormats

/// Makes entries of a string catalog (`.xcstrings`) in all its languages, in one pass.
///
/// The format is documented nowhere: what isn't known is passed over, and never fatal.
final class CatalogReader {
    let document: JSONDocument
    let file: String
    private var lines = LineCounter()
    private var entryCount = 0

    /// The languages as the catalog writes them, in the order in which they were met.
    private var languages: [Language] = []
    /// Where names are among the languages; -1 for those that are none.
    private var names: [String: Int] = [:]
    private var hasTooManyLanguages = false
    /// The language after the one met last, which is the next one in most entries.
    private var nextLanguage = 0
    private var source: Language?

    private final class Language {
        let token: JSONToken
        /// The index of its builder; `nil` if it isn't read.
        let builder: Int?
        let tag: LanguageTag

        init(_ token: JSONToken, _ builder: Int?, _ tag: LanguageTag) {
            self.token = token
            self.builder = builder
            self.tag = tag
        }
    }

    /// Reads a catalog, or notes why it can't be read.
    static func read(_ bytes: ByteView, file: String, into tables: TableBuilders) {
        let tape: JSONTape
        do {
            tape = try JSONTape.scan(bytes)
        } catch {
            var lines = LineCounter()
            let isLimit = error.reason == .depth || error.reason == .size
            let fault = FileFault(
                code: isLimit ? .limitExceeded : .invalidCatalog,
                message: "The catalog is no JSON (\(error.reason))."
            )
            let line = lines.line(at: error.offset, in: bytes)
            tables.noteFault(fault, file: file, line: line)
            return
        }
        tape.withDocument(over: bytes) { document in
            let reader = CatalogReader(document, file: file)
            reader.read(tables)
        }
    }

    private init(_ document: JSONDocument, file: String) {
        self.document = document
        self.file = file
    }

    private func read(_ tables: TableBuilders) {
        var strings: Int?
        var sourceName: JSONToken?
        for (key, value) in JSONMembers(of: 0, in: document) {
            if document.isWord("strings", key) { strings = value }
            if document.isWord("sourceLanguage", key) {
                sourceName = document[value]
            }
            if document.isWord("version", key), !isKnownVersion(document[value]) {
                let message = "The catalog's version is none that begins with 1."
                let fault = FileFault(code: .invalidCatalog, message: message)
                return tables.noteFault(fault, file: file)
            }
        }
        guard let strings, document[strings].kind == .object, let sourceName,
            let source = language(sourceName, tables)
        else {
            let message = "The catalog has no strings or no source language."
            let fault = FileFault(code: .invalidCatalog, message: message)
            return tables.noteFault(fault, file: file)
        }
        self.source = source
        var untranslated: [CatalogEntry] = []
        var texts: [String] = []
        for (key, value) in JSONMembers(of: strings, in: document) {
            guard entryCount < StringsReader.maximumEntries else {
                let limit = "The catalog has more than \(StringsReader.maximumEntries) texts."
                tables.issues.addSkipped(.limitExceeded, file: file, limit)
                break
            }
            let line = lines.line(at: Int(key.start), in: document.bytes)
            if let (entry, text) = readEntry(key, value, line: line, tables) {
                untranslated.append(entry)
                texts.append(text)
            }
        }
        for language in languages {
            guard let index = language.builder else { continue }
            for place in untranslated.indices {
                untranslated[place].addPlain(texts[place], to: tables[index])
            }
            tables[index].hasRead = true
        }
    }

    private func isKnownVersion(_ token: JSONToken) -> Bool {
        guard token.kind == .string else { return false }
        let content = document.content(of: token)
        return content.has(0) && content[0] == UInt8(ascii: "1")
            && (content.count == 1 || content[1] == UInt8(ascii: "."))
    }

    /// Reads an entry, which is the answer, with its text, if that is not to be translated.
    private func readEntry(
        _ keyToken: JSONToken,
        _ value: Int,
        line: Int,
        _ tables: TableBuilders
    ) -> (CatalogEntry, text: String)? {
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
            tables.issues.addSkipped(.undecodableText, file: file, line: line, message)
            return nil
        }
        let entry = CatalogEntry(document, keyToken, key, line: line)
        var hasSource = false
        var sourceText: String?
        if let localizations {
            nextLanguage = 0
            for (name, value) in JSONMembers(of: localizations, in: document) {
                guard let language = language(name, tables) else { continue }
                let isSource = language.tag == source?.tag
                guard isTranslated else {
                    if isSource { sourceText = entry.plainText(of: value) }
                    continue
                }
                guard let index = language.builder else { continue }
                entryCount &+= 1
                let isUsed = entry.add(value, isSource: isSource, to: tables[index])
                if isSource, isUsed { hasSource = true }
            }
        }
        guard isTranslated else {
            entryCount &+= max(1, languages.count)
            return (entry, sourceText ?? key)
        }
        if !hasSource, let index = source?.builder {
            entryCount &+= 1
            entry.addPlain(key, to: tables[index])
        }
        return nil
    }

    /// The language of a name, or `nil` if it is none.
    private func language(
        _ name: JSONToken,
        _ tables: TableBuilders
    ) -> Language? {
        if nextLanguage < languages.count, isSame(languages[nextLanguage].token, name) {
            nextLanguage &+= 1
            return languages[nextLanguage &- 1]
        }
        let text = name.kind == .string ? document.text(of: name) ?? "" : ""
        if let index = names[text] {
            guard index >= 0 else { return nil }
            nextLanguage = index &+ 1
            return languages[index]
        }
        guard names.count < Self.maximumLanguages else {
            if !hasTooManyLanguages {
                let message = "The catalog has more than \(Self.maximumLanguages) languages."
                tables.issues.addSkipped(.limitExceeded, file: file, message)
            }
            hasTooManyLanguages = true
            return nil
        }
        guard let tag = LanguageTag(text) else {
            names[text] = -1
            let message = "“\(text)” is not the name of a language."
            tables.issues.addSkipped(.unusableLanguageName, file: file, message)
            return nil
        }
        let builder = tables.index(of: tag)
        if let builder { tables[builder].begin(file: file) }
        names[text] = languages.count
        languages.append(Language(name, builder, tag))
        nextLanguage = languages.count
        return languages.last
    }

    /// There are fewer languages with a table anywhere, and each costs its rules.
    private static let maximumLanguages = 1000

    @inline(__always)
    private func isSame(_ first: JSONToken, _ second: JSONToken) -> Bool {
        guard first.extent == second.extent else { return false }
        let (own, other) = (document.content(of: first), document.content(of: second))
        for index in 0..<own.count where own[index] != other[index] { return false }
        return true
    }
}
