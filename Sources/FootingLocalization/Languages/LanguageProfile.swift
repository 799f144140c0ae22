/// A language as it is matched: with the script and the region that its tag implies.
final class LanguageProfile: Sendable {
    let tag: LanguageTag
    /// The codes with a likely script and region, where they are known.
    let maximized: LanguageCodes
    /// The codes with a script, in the form in which locales inherit from one another.
    let inherited: LanguageCodes
    /// Whether the region is in the group of those whose forms of the language are alike, or `nil`
    /// where the language has no such group.
    private let group: Bool?

    init(_ tag: LanguageTag) {
        self.tag = tag
        maximized = tag.codes.maximized
        inherited = tag.codes.filled(from: maximized.script)
        let language = maximized.language
        let group = Self.groups.first { $0.codes.language == language }
        let isForScript =
            group?.codes.script.isEmpty == true || group?.codes.script == maximized.script
        self.group = isForScript ? group?.regions.contains(maximized.region) : nil
    }

    /// The codes of what must be the same: the language and the script.
    var form: LanguageCodes { maximized.language.union(maximized.script) }

    /// How far the region of a language is from the one that a reader wants, after CLDR: 0 for the
    /// same, 3 to 5 for others.
    func regionDistance(to available: LanguageProfile) -> Int {
        if maximized.region == available.maximized.region { return 0 }
        guard group == available.group else { return 5 }
        // British English stands for all that is not American.
        return group == false && available.maximized == Self.british ? 3 : 4
    }

    /// How many steps a language is up from this one, by inheritance; 7 where it is on no step.
    func generations(to ancestor: LanguageProfile) -> Int {
        var codes = inherited
        for generation in 0..<7 {
            if codes == ancestor.inherited { return generation }
            guard let parent = codes.parent else { break }
            codes = parent
        }
        return 7
    }

    /// Whether the tag stands for others when nothing else decides.
    var isParadigm: Bool { Self.paradigms.contains(maximized) }

    /// Whether the region is the one that the language and the script alone imply.
    var isInLikelyRegion: Bool {
        form.maximized.region == maximized.region
    }

    /// Whether a tag is this one or a more specific form of it.
    @inline(never)
    func covers(_ other: LanguageProfile) -> Bool {
        let (codes, variants) = (tag.codes, tag.variants)
        return codes.language == other.tag.codes.language
            && (codes.script.isEmpty || codes.script == other.maximized.script)
            && (codes.region.isEmpty || codes.region == other.tag.codes.region)
            && variants.allSatisfy(other.tag.variants.contains)
    }

    private static let british = LanguageCodes("en-Latn-GB")

    /// CLDR's paradigm locales.
    private static let paradigms = LanguageCodes.list(
        "en-Latn-US en-Latn-GB es-Latn-ES es-Latn-419 pt-Latn-BR pt-Latn-PT"
    )

    /// A language, with the script that it is for if that isn't any, and regions whose forms of it
    /// are alike.
    private struct Group {
        let codes: LanguageCodes
        let regions: [LanguageCodes]

        init(_ tag: String, _ regions: String) {
            codes = LanguageCodes(tag)
            self.regions = LanguageCodes.list(regions, after: "und-").map(\.region)
        }
    }

    /// The variables of CLDR's language matching, and what is in both Americas.
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
