import FootingLocalization

/// The plural categories of a language, by the numbers that use them.
struct LanguageCategories {
    /// The categories of integers below a million.
    let everyday: Set<PluralCategory>
    /// The additional categories of whole millions: French has “un million *de* livres”.
    let millions: Set<PluralCategory>
    /// The additional categories of numbers with a fraction.
    let fractions: Set<PluralCategory>

    init(_ language: LanguageTag) {
        let rules = PluralRules(language)
        // Rules depend on a number's last two or three digits, or on its thousands.
        everyday = Set((0..<2000).map { rules.category(for: $0) })
            .union((1..<1000).map { rules.category(for: $0 * 1000) })
        millions = Set((1...20).map { rules.category(for: $0 * 1_000_000) }).subtracting(everyday)
        // Rules for fractions depend on the number of digits, and on the last two.
        var fractions: Set<PluralCategory> = []
        for integer in [0, 1, 2, 3, 5, 11, 21, 100] {
            for fraction in Self.fractionTexts {
                let operands = PluralOperands(displayed: "\(integer).\(fraction)")
                if let operands { fractions.insert(rules.category(for: operands)) }
            }
        }
        self.fractions = fractions.subtracting(everyday).subtracting(millions)
    }

    /// All fractions with one and two digits, and some with three.
    private static let fractionTexts: [String] =
        (0..<10).map { "\($0)" } + (0..<100).map { "\($0 / 10)\($0 % 10)" }
        + (0..<25).map { "\($0 % 3)\($0 / 10)\($0 % 10)" }

    func contains(_ category: PluralCategory) -> Bool {
        everyday.contains(category) || millions.contains(category) || fractions.contains(category)
    }
}
