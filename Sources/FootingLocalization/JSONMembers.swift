import FootingFormats

/// The members of an object: each key with the index of its value.
struct JSONMembers: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    /// Goes through the object whose token has an index; anything else has no members.
    @inline(__always)
    init(of index: Int, in document: JSONDocument) {
        self.document = document
        self.index = index &+ 1
        let token = document[index]
        end = token.kind == .object ? token.extent : 0
    }

    @inline(__always)
    mutating func next() -> (key: JSONToken, value: Int)? {
        guard index < end else { return nil }
        let key = document[index]
        let value = index &+ 1
        index = document.index(after: value)
        return (key, value)
    }
}

/// A word of the format of catalogs, compared without looking at its bytes one by one.
struct CatalogWord {
    private let text: StaticString
    private let count: Int
    private let first: UInt64
    private let last: UInt64

    init(_ text: StaticString) {
        let bytes = Array(text.description.utf8)
        self.text = text
        count = bytes.count
        first = Self.word(bytes.prefix(8))
        last = Self.word(bytes.suffix(8))
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether a string is spelled like this word.
    @inline(__always)
    func matches(_ token: JSONToken, in document: JSONDocument) -> Bool {
        guard token.extent == count, token.kind == .string else { return false }
        let start = Int(token.start)
        guard document.bytes.hasEight(start), count > 0 else {
            return matchesSlowly(token, document)
        }
        let unused = UInt64(max(0, 8 &- count)) &* 8
        guard (document.bytes.eightBytes(at: start) << unused) >> unused == first else {
            return false
        }
        return count <= 8
            || count <= 16 && document.bytes.eightBytes(at: start &+ count &- 8) == last
            || count > 16 && matchesSlowly(token, document)
    }

    @inline(never)
    private func matchesSlowly(_ token: JSONToken, _ document: JSONDocument) -> Bool {
        let content = document.content(of: token)
        return content.count == count && content.hasPrefix(Array(text.description.utf8))
    }

    static let sourceLanguage = CatalogWord("sourceLanguage")
    static let strings = CatalogWord("strings")
    static let version = CatalogWord("version")
    static let localizations = CatalogWord("localizations")
    static let shouldTranslate = CatalogWord("shouldTranslate")
    static let stringUnit = CatalogWord("stringUnit")
    static let variations = CatalogWord("variations")
    static let substitutions = CatalogWord("substitutions")
    static let state = CatalogWord("state")
    static let value = CatalogWord("value")
    static let translated = CatalogWord("translated")
    static let new = CatalogWord("new")
    static let device = CatalogWord("device")
    static let plural = CatalogWord("plural")
    static let argNum = CatalogWord("argNum")
    static let formatSpecifier = CatalogWord("formatSpecifier")
}
