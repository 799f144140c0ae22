import FootingLocalization

/// The plural categories of a language, by the numbers that use them.
struct LanguageCategories {
    /// The categories of integers below a million.
    let everyday: [PluralCategory]
    /// The additional categories of whole millions: French has “un million *de* livres”.
    let millions: [PluralCategory]
    /// The additional categories of numbers with a fraction.
    let fractions: [PluralCategory]

    init(_ language: LanguageTag) {
        let rules = PluralRules(language)
        var found: Set<PluralCategory> = []
        func added(by add: () -> Void) -> [PluralCategory] {
            let before = found
            add()
            return PluralCategory.allCases.filter { found.contains($0) && !before.contains($0) }
        }
        // Rules depend on a number's last two or three digits, or on its thousands.
        everyday = added {
            for number in 0..<2000 { found.insert(rules.category(for: number)) }
            for number in 1..<1000 { found.insert(rules.category(for: number * 1000)) }
        }
        millions = added {
            for number in 1...20 { found.insert(rules.category(for: number * 1_000_000)) }
        }
        // Rules for fractions depend on the number of digits, and on the last two.
        fractions = added {
            for integer in [0, 1, 2, 3, 5, 11, 21, 100] {
                for fraction in Self.fractionTexts {
                    let operands = PluralOperands(displayed: "\(integer).\(fraction)")
                    if let operands { found.insert(rules.category(for: operands)) }
                }
            }
        }
    }

    /// All fractions with one and two digits, and some with three.
    private static let fractionTexts: [String] =
        (0..<10).map { "\($0)" } + (0..<100).map { "\($0 / 10)\($0 % 10)" }
        + (0..<25).map { "\($0 % 3)\($0 / 10)\($0 % 10)" }

    func contains(_ category: PluralCategory) -> Bool {
        everyday.contains(category) || millions.contains(category) || fractions.contains(category)
    }
}
