/// How a language writes numbers.
struct NumberSymbols: Sendable {
    let decimal: NumberSymbol
    let group: NumberSymbol
    let minus: NumberSymbol
    let plus: NumberSymbol
    let zero: NumberSymbol
    /// How many digits stand in the group before the decimal point, and in those before it; 0 is
    /// none.
    let primaryGroup: Int
    let secondaryGroup: Int
    /// How many digits must stand before the first separator for any to be written.
    let minimumGroupingDigits: Int

    /// The symbols of a language, or the plain ones if it has no row.
    ///
    /// Regions of English and Spanish are looked up by their own names alone.
    ///
    /// - Complexity: O(*n*) in the length of the table.
    static func symbols(of language: LanguageTag) -> NumberSymbols {
        var names = language.truncations
        let isAmbiguous = ["en", "es"].contains(language.language)
        if isAmbiguous, language.region != nil { names.removeLast() }
        return LanguageTag.row(named: names, in: rows).map { NumberSymbols($0) }
            ?? .plain
    }

    private static let rows = NumberTable.rows.split(atByte: UInt8(ascii: "\n"))

    /// Reads a row of ``NumberTable``.
    private init(_ row: String) {
        let parts = row.split(atByte: UInt8(ascii: "|"), keepingEmpty: true)
        func symbol(_ index: Int) -> NumberSymbol {
            NumberSymbol(index < parts.count ? parts[index] : "")
        }
        func number(_ index: Int) -> Int {
            index < parts.count ? Int(parts[index].decimalNumber ?? 0) : 0
        }
        (decimal, group, minus, plus, zero) = (
            symbol(0), symbol(1), symbol(2), symbol(3), symbol(4)
        )
        (primaryGroup, secondaryGroup, minimumGroupingDigits) = (number(5), number(6), number(7))
    }

    /// The symbols of the C language: nothing is grouped.
    static let plain = NumberSymbols(".||-|+|0|0|0|1")

    /// How many separators stand in so many integer digits.
    @inline(__always)
    func separators(in count: Int) -> Int {
        guard primaryGroup > 0, count >= primaryGroup + minimumGroupingDigits else { return 0 }
        var (separators, rest) = (0, count - primaryGroup)
        while rest > 0 {
            separators += 1
            rest -= max(1, secondaryGroup)
        }
        return separators
    }

    /// Whether a separator follows when `remaining` of `count` integer digits are still to be
    /// written.
    @inline(__always)
    func separates(remaining: Int, of count: Int) -> Bool {
        guard primaryGroup > 0, remaining >= primaryGroup, remaining < count,
            count >= primaryGroup + minimumGroupingDigits
        else { return false }
        return (remaining - primaryGroup) % secondaryGroup == 0
    }
}
