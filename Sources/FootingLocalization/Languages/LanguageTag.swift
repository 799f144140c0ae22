/// A language tag in canonical form.
///
/// ```swift
/// let tag = LanguageTag("sr_RS.UTF-8@latin")  // sr-Latn-RS
/// ```
///
/// Accepts BCP 47 tags, POSIX locale names and the names of `.lproj` folders. Case is ignored, `_`
/// and `-` are equivalent, an encoding is dropped, and `@latin` and `@cyrillic` become scripts.
/// Retired codes, and three-letter codes with a two-letter equivalent, are replaced as in CLDR:
/// `iw` by `he`, `eng` by `en`, `sh` by `sr-Latn`, and the region `UK` by `GB`. Extensions (`-u-…`)
/// and private-use subtags are dropped.
public struct LanguageTag: Hashable, Sendable {
    let codes: LanguageCodes
    let variants: [String]

    /// The language code in lower case: `zh`.
    public var language: String { codes.languageText }

    /// The script code, capitalized, if the tag has one: `Hant`.
    public var script: String? { codes.scriptText }

    /// The region code, if the tag has one: `HK`, `419`.
    public var region: String? { codes.regionText }

    /// Creates a tag from a string, or returns `nil` if the string is not a tag.
    ///
    /// `C`, `POSIX`, the empty string, and strings longer than 128 bytes are not tags.
    ///
    /// Use it for strings from input. With a literal, `LanguageTag("pl")` calls
    /// ``init(stringLiteral:)``, whose result is not optional.
    ///
    /// - Complexity: O(*n*) in the length of the string.
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

    /// Reads a tag without encoding and modifier from a range of bytes.
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
            // Other subtags of three letters are probably misused region codes: `en-USA`.
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
            // Extensions and private-use subtags must be well formed, but are dropped.
            guard reader.next(in: bytes) != nil else { return nil }
            while reader.next(in: bytes) != nil {}
        }
        guard !reader.hasFailed else { return nil }
        self.codes = codes.filled(from: modifier).current
        self.variants = variants
    }

    /// The tag `und`, which has the rules and symbols of CLDR's root.
    static let root: LanguageTag = "und"

    private static let maximumLength = 128

    private static func script(ofModifier modifier: String) -> LanguageCodes {
        switch modifier.lowercased() {
        case "latin": LanguageCodes("und-Latn").script
        case "cyrillic": LanguageCodes("und-Cyrl").script
        default: .none
        }
    }

    /// The extended language subtags (BCP 47), with their prefixes.
    private static let extendedLanguages = """
        ar-acm ar-aeb ar-afb ar-apc ar-apd ar-arb ar-arq ar-ars ar-ary ar-arz ar-ayl kok-gom \
        kok-knn lv-ltg lv-lvs ms-zlm ms-zsm sw-swc sw-swh uz-uzn uz-uzs zh-cdo zh-cjy zh-cmn \
        zh-cpx zh-czh zh-czo zh-gan zh-hak zh-hsn zh-lzh zh-mnp zh-nan zh-wuu zh-yue
        """
}

extension LanguageTag: CustomStringConvertible {
    /// The canonical form of the tag: `zh-Hant-HK`.
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
    /// - Precondition: The literal is a tag. For strings from input, use ``init(_:)``.
    public init(stringLiteral value: String) {
        guard let tag = LanguageTag(value) else {
            preconditionFailure("“\(value)” is not the name of a language.")
        }
        self = tag
    }
}
