/// The name of a language as data and environments write it, in its canonical form.
///
/// ```swift
/// let tag = LanguageTag("sr_RS.UTF-8@latin")  // sr-Latn-RS
/// ```
///
/// Tags of BCP 47, locale names of POSIX and the names of `.lproj` folders are all accepted: case
/// and `_` or `-` make no difference, an encoding is dropped, and `@latin` and `@cyrillic` become
/// scripts. Retired codes and those of three letters where two will do become the codes of today,
/// after CLDR: `iw` is `he`, `eng` is `en`, `sh` is `sr-Latn`, and the region `UK` is `GB`.
/// Extensions (`-u-…`) and private parts are dropped.
public struct LanguageTag: Hashable, Sendable {
    let codes: LanguageCodes
    let variants: [String]

    /// The code of the language, lower case: `zh`.
    public var language: String { codes.languageText }

    /// The code of the script when the tag names it, capitalized: `Hant`.
    public var script: String? { codes.scriptText }

    /// The code of the region when the tag names it: `HK`, `419`.
    public var region: String? { codes.regionText }

    /// Reads a tag, or answers `nil` when `text` is none.
    ///
    /// `C`, `POSIX`, the empty text and anything longer than 128 bytes are no tags.
    ///
    /// This is for text from outside. `LanguageTag("pl")`, with a literal, is the literal itself:
    /// ``init(stringLiteral:)``, whose result is not optional.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let bytes = Array(text.utf8)
        let name = bytes.prefix { $0 != UInt8(ascii: "@") }
        let modifier = String(decoding: bytes[name.endIndex...].dropFirst(), as: UTF8.self)
        self.init(
            subtags: name.prefix { $0 != UInt8(ascii: ".") }.indices,
            of: bytes.span,
            scriptUnlessNamed: modifier.isEmpty ? .none : Self.script(ofModifier: modifier)
        )
    }

    /// Reads a tag that has no encoding and no modifier, in a part of some bytes.
    init?(
        subtags range: Range<Int>,
        of bytes: Span<UInt8>,
        scriptUnlessNamed modifier: LanguageCodes = .none
    ) {
        guard range.count <= Self.maximumLength else { return nil }
        var reader = SubtagReader(range)
        guard let first = reader.next(in: bytes), first.isLanguage else { return nil }
        var codes = LanguageCodes(language: first)
        var subtag = reader.next(in: bytes)
        if let extended = subtag, extended.isExtendedLanguage {
            // Anything else of three letters is likely a region that no tag writes so: `en-USA`.
            let name = codes.languageText + "-" + extended.text
            guard Self.extendedLanguages.hasWord(Array(name.utf8)) else { return nil }
            codes = LanguageCodes(language: extended)
            subtag = reader.next(in: bytes)
        }
        if let script = subtag, script.isScript {
            codes = codes.union(LanguageCodes(script: script))
            subtag = reader.next(in: bytes)
        }
        if let region = subtag, region.isRegion {
            codes = codes.union(LanguageCodes(region: region))
            subtag = reader.next(in: bytes)
        }
        var variants: [String] = []
        while let variant = subtag, !variant.isSingleton {
            guard variant.isVariant else { return nil }
            variants.append(variant.text)
            subtag = reader.next(in: bytes)
        }
        if subtag != nil {
            // What follows is read to see that it is well formed, and dropped.
            guard reader.next(in: bytes) != nil else { return nil }
            while reader.next(in: bytes) != nil {}
        }
        guard !reader.hasFailed else { return nil }
        self.codes = codes.filled(from: modifier).current
        self.variants = variants
    }

    /// The language of no language, whose rules and symbols are those of CLDR's root.
    static let root: LanguageTag = "und"

    private static let maximumLength = 128

    private static func script(ofModifier modifier: String) -> LanguageCodes {
        switch modifier.lowercased() {
        case "latin": LanguageCodes("und-Latn").script
        case "cyrillic": LanguageCodes("und-Cyrl").script
        default: .none
        }
    }

    /// The languages that a tag can name after a more general one.
    private static let extendedLanguages = """
        ar-acm ar-aeb ar-afb ar-apc ar-apd ar-arb ar-arq ar-ars ar-ary ar-arz ar-ayl kok-gom \
        kok-knn lv-ltg lv-lvs ms-zlm ms-zsm sw-swc sw-swh uz-uzn uz-uzs zh-cdo zh-cjy zh-cmn \
        zh-cpx zh-czh zh-czo zh-gan zh-hak zh-hsn zh-lzh zh-mnp zh-nan zh-wuu zh-yue
        """
}

extension LanguageTag: CustomStringConvertible {
    /// The canonical text of the tag: `zh-Hant-HK`.
    @inline(never)
    public var description: String {
        var text = language
        for part in [script, region] { if let part { text += "-" + part } }
        for variant in variants { text += "-" + variant }
        return text
    }
}

extension LanguageTag: ExpressibleByStringLiteral {
    /// Creates a tag from a string literal, such as `"de-CH"`.
    ///
    /// - Precondition: The literal is a tag. Text from outside goes through ``init(_:)``.
    public init(stringLiteral value: String) {
        guard let tag = LanguageTag(value) else {
            preconditionFailure("“\(value)” is not the name of a language.")
        }
        self = tag
    }
}
