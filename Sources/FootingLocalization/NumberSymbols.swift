/// How a language writes numbers with the digits 0 to 9.
final class NumberSymbols: Sendable {
    /// Each symbol as the bytes of its UTF-8 text.
    let decimal: [UInt8]
    let group: [UInt8]
    let minus: [UInt8]
    /// How many digits stand in the group before the decimal point, and in those before it; 0 is
    /// none.
    let primaryGroup: Int
    let secondaryGroup: Int
    /// How many digits must stand before the first separator for any to be written.
    let minimumGroupingDigits: Int

    /// The symbols of a language, or the plain ones if it has no row.
    static func symbols(of language: LanguageTag) -> NumberSymbols {
        let names = language.truncations
        let isRegional = language.language == "en" && language.region != nil
        for name in isRegional ? names.dropLast() : names {
            for row in NumberTable.rows where row.locales.split(separator: " ").contains(name[...])
            {
                return NumberSymbols(row)
            }
        }
        return .plain
    }

    private init(_ row: NumberTable.Row) {
        decimal = Array(row.decimal.utf8)
        group = Array(row.group.utf8)
        minus = [UInt8(ascii: "-")]
        primaryGroup = row.primary
        secondaryGroup = row.secondary
        minimumGroupingDigits = row.minimum
    }

    /// The symbols of the C language: nothing is grouped.
    static let plain = NumberSymbols(
        NumberTable.Row(locales: "", decimal: ".", group: "", primary: 0, secondary: 0, minimum: 1)
    )

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
