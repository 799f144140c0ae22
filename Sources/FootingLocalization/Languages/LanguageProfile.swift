/// A language with the script and region that its tag implies, for matching.
final class LanguageProfile: Sendable {
    let tag: LanguageTag
    private let isPrivate: Bool
    /// The codes with their likely script and region, if known.
    let maximized: LanguageCodes
    /// The codes with their script, as used for inheritance.
    let inherited: LanguageCodes
    /// Whether the region is in CLDR's group for the language; `nil` if there is no group.
    private let group: Bool?

    init(_ tag: LanguageTag) {
        self.tag = tag
        isPrivate = tag.isPrivate
        maximized = tag.codes.maximized
        inherited = tag.codes.filled(from: maximized.script)
        let language = maximized.language
        let group = Self.groups.first { $0.codes.language == language }
        let isForScript =
            group?.codes.script.isEmpty == true || group?.codes.script == maximized.script
        self.group = isForScript ? group?.regions.contains(maximized.region) : nil
    }

    /// The language and the script, which must match.
    var written: LanguageCodes { maximized.language.union(maximized.script) }

    /// Whether this language may be shown to readers of another one, which must match: a language
    /// for private use only to its own.
    func isFor(_ reader: LanguageProfile) -> Bool {
        !isPrivate || tag.variants == reader.tag.variants
    }

    /// CLDR's distance between the regions: 0 for the same region, 3 to 5 for others.
    func regionDistance(to available: LanguageProfile) -> Int {
        if maximized.region == available.maximized.region { return 0 }
        guard group == available.group else { return 5 }
        // British English represents all variants that aren't American.
        return group == false && available.maximized == Self.british ? 3 : 4
    }

    /// The number of inheritance steps up to another language; 7 if it isn't reached.
    func generations(to ancestor: LanguageProfile) -> Int {
        var codes = inherited
        for generation in 0..<7 {
            if codes == ancestor.inherited { return generation }
            guard let parent = codes.parent else { break }
            codes = parent
        }
        return 7
    }

    /// Whether CLDR prefers this locale in a tie.
    var isParadigm: Bool { Self.paradigms.contains(maximized) }

    var isInLikelyRegion: Bool { written.maximized.region == maximized.region }

    /// Whether another tag is the same as this one, or more specific.
    @inline(never)
    func covers(_ other: LanguageProfile) -> Bool {
        let (codes, variants) = (tag.codes, tag.variants)
        return codes.language == other.tag.codes.language
            && (codes.script.isEmpty || codes.script == other.maximized.script)
            && (codes.region.isEmpty || codes.region == other.tag.codes.region)
            && variants.allSatisfy(other.tag.variants.contains)
    }

    private static let british = LanguageCodes("en-Latn-GB")

    private static let paradigms = LanguageCodes.list(
        "en-Latn-US en-Latn-GB es-Latn-ES es-Latn-419 pt-Latn-BR pt-Latn-PT"
    )

    /// A language, with a script if the group is limited to one, and a group of similar regions.
    private struct Group {
        let codes: LanguageCodes
        let regions: [LanguageCodes]

        init(_ tag: String, _ regions: String) {
            codes = LanguageCodes(tag)
            self.regions = LanguageCodes.list(regions, after: "und-").map(\.region)
        }
    }

    /// The match variables of CLDR's language matching, and the regions of the Americas.
    private static let groups: [Group] = {
        let americas = """
            AG AI AR AW BB BL BM BO BQ BR BS BV BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GS GT \
            GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI \
            003 005 013 019 021 029 419
            """
        return [
            Group("en", "AS CA GU MH MP PH PR UM US VI"), Group("es", americas),
            Group("pt", americas), Group("zh-Hant", "HK MO"), Group("ar", "DZ EH LY MA MR TN"),
        ]
    }()
}
