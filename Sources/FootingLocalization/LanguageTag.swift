/// The name of a language as data and environments write it, in its canonical form.
///
/// ```swift
/// let tag = LanguageTag("sr_RS.UTF-8@latin")  // sr-Latn-RS
/// ```
///
/// Tags of BCP 47, locale names of POSIX and the names of `.lproj` folders are all accepted: case
/// and `_` or `-` make no difference, an encoding is dropped, `@latin` and `@cyrillic` become
/// scripts, and the retired codes `cmn`, `in`, `iw`, `mo`, `sh` and `tl` become the codes of today.
/// Extensions (`-u-…`) and private parts are dropped.
public struct LanguageTag: Hashable, Sendable {
    /// The code of the language, lower case: `zh`.
    public let language: String

    /// The code of the script when the tag names it, capitalized: `Hant`.
    public let script: String?

    /// The code of the region when the tag names it: `HK`, `419`.
    public let region: String?

    let variants: [String]

    init(language: String, script: String? = nil, region: String? = nil, variants: [String] = []) {
        self.language = language
        self.script = script
        self.region = region
        self.variants = variants
    }

    /// Reads a tag, or answers `nil` when `text` is none.
    ///
    /// `C`, `POSIX`, the empty text and anything longer than 128 bytes are no tags.
    ///
    /// This is for text from outside. `LanguageTag("pl")`, with a literal, is the literal itself:
    /// ``init(stringLiteral:)``, whose result is not optional.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].prefix { $0 != "." }
        let isSeparator = { (character: Character) in character == "-" || character == "_" }
        var subtags = name.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)[...]

        guard let first = subtags.popFirst(), first.isLetters(2...3) else { return nil }
        var language = first.lowercased()
        if let extended = subtags.first, extended.isLetters(3...3) {
            // Anything else of three letters is likely a region that no tag writes so: `en-USA`.
            guard Self.extendedLanguages[language]?.contains(extended.lowercased()) == true else {
                return nil
            }
            language = extended.lowercased()
            subtags.removeFirst()
        }
        var script: String?
        if let subtag = subtags.first, subtag.isLetters(4...4) {
            script = subtag.capitalizedASCII
            subtags.removeFirst()
        }
        var region: String?
        if let subtag = subtags.first, subtag.isLetters(2...2) || subtag.isDigits(3) {
            region = subtag.uppercased()
            subtags.removeFirst()
        }
        var variants: [String] = []
        while let subtag = subtags.popFirst() {
            if subtag.utf8.count == 1, subtag.isAlphanumeric(1...1) { break }
            guard subtag.isVariant else { return nil }
            variants.append(subtag.lowercased())
        }

        if let current = Self.currentCodes[language] {
            language = current.language
            script = script ?? current.script
        }
        if parts.count == 2, script == nil {
            script = Self.scriptsOfModifiers[parts[1].lowercased()]
        }
        self.init(language: language, script: script, region: region, variants: variants)
    }

    /// The language of no language, whose rules and symbols are those of CLDR's root.
    static let root = LanguageTag(language: "und")

    private static let scriptsOfModifiers = ["latin": "Latn", "cyrillic": "Cyrl"]

    /// The languages that a tag can name after a more general one, by that one: `zh-yue`.
    private static let extendedLanguages: [String: Set<String>] = [
        "ar": [
            "acm", "aeb", "afb", "apc", "apd", "arb", "arq", "ars", "ary", "arz", "ayl",
        ],
        "kok": ["gom", "knn"], "lv": ["ltg", "lvs"], "ms": ["zlm", "zsm"], "sw": ["swc", "swh"],
        "uz": ["uzn", "uzs"],
        "zh": [
            "cdo", "cjy", "cmn", "cpx", "czh", "czo", "gan", "hak", "hsn", "lzh", "mnp", "nan",
            "wuu", "yue",
        ],
    ]

    private static let currentCodes: [String: (language: String, script: String?)] = [
        "cmn": ("zh", nil), "in": ("id", nil), "iw": ("he", nil), "mo": ("ro", nil),
        "sh": ("sr", "Latn"), "tl": ("fil", nil),
    ]
}

extension LanguageTag: CustomStringConvertible {
    /// The canonical text of the tag: `zh-Hant-HK`.
    public var description: String {
        var text = language
        for part in [script, region] { if let part { text += "-" + part } }
        for variant in variants { text += "-" + variant }
        return text
    }
}

extension LanguageTag: ExpressibleByStringLiteral {
    /// Creates the tag that a literal in the source names.
    ///
    /// - Precondition: The literal is a tag. Text from outside goes through ``init(_:)``.
    public init(stringLiteral value: String) {
        guard let tag = LanguageTag(value) else {
            preconditionFailure("“\(value)” is not the name of a language.")
        }
        self = tag
    }
}

extension Substring {
    fileprivate func isLetters(_ counts: ClosedRange<Int>) -> Bool {
        counts.contains(utf8.count) && utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
    }

    fileprivate func isDigits(_ count: Int) -> Bool {
        utf8.count == count && utf8.allSatisfy { $0 &- 0x30 < 10 }
    }

    fileprivate func isAlphanumeric(_ counts: ClosedRange<Int>) -> Bool {
        counts.contains(utf8.count)
            && utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    }

    fileprivate var isVariant: Bool {
        isAlphanumeric(5...8) || isAlphanumeric(4...4) && prefix(1).isDigits(1)
    }

    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
