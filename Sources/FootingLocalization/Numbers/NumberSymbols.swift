/// The number symbols and the grouping of a language.
struct NumberSymbols: Sendable {
    let decimal: NumberSymbol
    let group: NumberSymbol
    let minus: NumberSymbol
    let plus: NumberSymbol
    let zero: NumberSymbol
    /// The sizes of the group before the decimal separator and of the other groups; 0 for none.
    let primaryGroup: Int
    let secondaryGroup: Int
    /// The minimum number of digits before the first separator; with fewer, none is written.
    let minimumGroupingDigits: Int

    /// Returns the symbols of a language, or ``plain`` if the table has no row for it.
    ///
    /// Regions of English and Spanish don't inherit the symbols of their language.
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

    private init(_ row: String) {
        let fields = row.split(atByte: UInt8(ascii: "|"), keepingEmpty: true)
        func symbol(_ index: Int) -> NumberSymbol { NumberSymbol(fields[index]) }
        func number(_ index: Int) -> Int { Int(fields[index].decimalNumber ?? 0) }
        (decimal, group, minus) = (symbol(0), symbol(1), symbol(2))
        (plus, zero) = (symbol(3), symbol(4))
        (primaryGroup, secondaryGroup, minimumGroupingDigits) = (number(5), number(6), number(7))
    }

    /// The symbols of the locale C, without grouping.
    static let plain = NumberSymbols(".||-|+|0|0|0|1")

    /// The number of separators in `count` integer digits.
    @inline(__always)
    func separators(in count: Int) -> Int {
        guard primaryGroup > 0, count >= primaryGroup + minimumGroupingDigits else { return 0 }
        return (count - primaryGroup + secondaryGroup - 1) / secondaryGroup
    }

    /// Whether a separator precedes the last `remaining` of `count` integer digits.
    @inline(__always)
    func separates(remaining: Int, of count: Int) -> Bool {
        guard primaryGroup > 0, remaining >= primaryGroup, remaining < count,
            count >= primaryGroup + minimumGroupingDigits
        else { return false }
        return (remaining - primaryGroup) % secondaryGroup == 0
    }
}
