/// A language tag in canonical form.
///
/// ```swift
/// let tag = LanguageTag("sr_RS.UTF-8@latin")  // sr-Latn-RS
/// ```
///
/// Accepts BCP 47 tags, POSIX locale names and the names of `.lproj` folders. Case is ignored, `_`
/// and `-` are equivalent, an encoding is dropped, and glibc's modifiers become subtags: `@latin`,
/// `@cyrillic`, `@devanagari` and `@iqtelif` scripts, and `@valencia` a variant. Retired codes, and
/// three-letter codes with a two-letter equivalent, are replaced as in CLDR: `iw` by `he`, `eng` by
/// `en`, `sh` by `sr-Latn`, and the region `UK` by `GB`. Extensions (`-u-…`) are dropped.
///
/// Subtags for private use make another language: the tables of `en-x-pirate` are for readers of
/// `en-x-pirate` only, who get those of `en` for what is missing.
public struct LanguageTag: Hashable, Sendable {
    let codes: LanguageCodes
    /// The variants, and last the subtags for private use: `x`, `pirate`.
    private(set) var variants: [String]

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
            .lowercased()
        self.init(
            subtags: name.prefix { $0 != UInt8(ascii: ".") }.indices,
            of: bytes.span,
            modifier: modifier.isEmpty ? .none : Self.codes(ofModifier: modifier)
        )
        if modifier == Self.valencia, variants.isEmpty { variants = [modifier] }
    }

    /// Reads a tag without encoding and modifier from a range of bytes.
    init?(
        subtags range: Range<Int>,
        of bytes: Span<UInt8>,
        modifier: LanguageCodes = .none
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
        // Extensions must be well formed, but are dropped; subtags for private use are the last.
        var variants: [String] = []
        var (isExtension, isPrivate) = (false, false)
        while let current = subtag {
            subtag = reader.next(in: bytes)
            if current.isSingleton, !isPrivate {
                isPrivate = current.isPrivateUse
                guard subtag != nil || isExtension && !isPrivate else { return nil }
                isExtension = !isPrivate
            }
            guard isExtension || isPrivate || current.isVariant else { return nil }
            if !isExtension { variants.append(current.text) }
        }
        guard !reader.hasFailed else { return nil }
        self.codes = codes.filled(from: modifier).current
        self.variants = variants
    }

    /// The tag `und`, which has the rules and symbols of CLDR's root.
    static let root: LanguageTag = "und"

    private static let maximumLength = 128

    private static func codes(ofModifier modifier: String) -> LanguageCodes {
        switch modifier {
        case "latin", "iqtelif": LanguageCodes("und-Latn").script
        case "cyrillic": LanguageCodes("und-Cyrl").script
        case "devanagari": LanguageCodes("und-Deva").script
        case valencia: LanguageCodes("und-ES").region
        default: .none
        }
    }

    private static let valencia = "valencia"

    /// Whether the tag has subtags for private use, which make a language of its own.
    var isPrivate: Bool { variants.contains("x") }

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
        for subtag in [script, region] { if let subtag { text += "-" + subtag } }
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
