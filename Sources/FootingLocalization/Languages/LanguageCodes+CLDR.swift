/// CLDR's data about the codes of a language, from ``LanguageTable``.
extension LanguageCodes {
    /// The codes with retired ones replaced; a named script or region takes precedence over one
    /// that a replacement implies.
    var current: LanguageCodes {
        var codes = self
        if let language = Self.aliases[codes.language] {
            codes = LanguageCodes(bits: codes.script.bits | codes.region.bits).filled(
                from: language
            )
        }
        if !codes.region.isEmpty, let region = Self.regions[codes.region] {
            codes = LanguageCodes(bits: codes.language.bits | codes.script.bits).union(region)
        }
        return codes
    }

    /// The codes with their likely script and region, if CLDR knows them.
    var maximized: LanguageCodes {
        if !script.isEmpty, !region.isEmpty { return self }
        let likely = Self.likely[self] ?? Self.likely[language] ?? .none
        return filled(from: likely)
    }

    /// Whether these codes, with a script, are of the same written language as others: the nearest
    /// relatives, `no` and `nb`, are one.
    func isWritten(as other: LanguageCodes) -> Bool {
        self == other
            || script == other.script
                && RelatedLanguages.closest[language].contains {
                    $0.language == other.language && $0.distance == 1
                }
    }

    /// The codes with their likely script: inheritance may omit it, but never drops another one.
    var withScript: LanguageCodes { filled(from: maximized.script) }

    /// The locale that these codes inherit from, or `nil` for the root; both include the script.
    var parent: LanguageCodes? {
        if let parent = Self.parents[self] { return parent }
        return region.isEmpty ? nil : LanguageCodes(bits: language.bits | script.bits)
    }

    private static let aliases = CodeTable(LanguageTable.aliases)
    private static let regions = CodeTable(LanguageTable.regions, .region)
    private static let likely = CodeTable(LanguageTable.likely)
    private static let parents = CodeTable(LanguageTable.parents, .withScript)
}
