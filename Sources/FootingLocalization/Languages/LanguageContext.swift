final class LanguageContext: Sendable {
    let tag: LanguageTag
    let pluralRules: PluralRules
    let symbols: NumberSymbols
    let isRightToLeft: Bool

    init(_ tag: LanguageTag) {
        self.tag = tag
        pluralRules = PluralRules(tag)
        symbols = .symbols(of: tag)
        let script = tag.codes.maximized.scriptText ?? "none"
        isRightToLeft = Self.rightToLeftScripts.hasWord(Array(script.utf8))
    }

    /// The right-to-left scripts of CLDR 47 (`scriptMetadata.json`), and `Aran`, a variant of
    /// Arabic that tags for Urdu can name.
    private static let rightToLeftScripts = """
        Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc \
        Mero Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Thaa \
        Yezi
        """
}
