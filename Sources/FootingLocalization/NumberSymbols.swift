/// How a language writes numbers.
final class NumberSymbols: Sendable {
    /// Each symbol as the bytes of its UTF-8 text.
    let decimal: [UInt8]
    let group: [UInt8]
    let minus: [UInt8]
    let plus: [UInt8]
    /// The bytes that all digits begin with, and the last one of zero: each digit adds itself to
    /// it, since no block of ten digits crosses a boundary of 64 scalars.
    private let digitLead: [UInt8]
    private let zero: UInt8
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
        let row = LanguageTag.row(named: names, in: NumberTable.rows, locales: \.locales)
        return row.map { NumberSymbols($0) } ?? .plain
    }

    private init(_ row: NumberTable.Row) {
        decimal = Array(row.decimal.utf8)
        group = Array(row.group.utf8)
        minus = Array(row.minus.utf8)
        plus = Array(row.plus.utf8)
        digitLead = Array(row.zero.utf8.dropLast())
        zero = row.zero.utf8.last ?? UInt8(ascii: "0")
        primaryGroup = row.primary
        secondaryGroup = row.secondary
        minimumGroupingDigits = row.minimum
    }

    /// The symbols of the C language: nothing is grouped.
    static let plain = NumberSymbols(
        NumberTable.Row(
            locales: "",
            decimal: ".",
            group: "",
            minus: "-",
            plus: "+",
            zero: "0",
            primary: 0,
            secondary: 0,
            minimum: 1
        )
    )

    /// Appends a digit, 0 to 9.
    @inline(__always)
    func append(digit: UInt8, to output: inout [UInt8]) {
        if !digitLead.isEmpty { output.append(contentsOf: digitLead) }
        output.append(zero &+ digit)
    }

    /// The bytes of so many zeros.
    func zeros(_ count: Int) -> [UInt8] {
        Array(repeatElement(digitLead + [zero], count: count).joined())
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
