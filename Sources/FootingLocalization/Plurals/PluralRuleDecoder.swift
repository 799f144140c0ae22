/// Reads CLDR's rule syntax into flat relations.
///
/// The text is ours, a row of ``PluralTable``. A relation that can't be read is left out together
/// with its whole condition, so that a faulty row gives a wrong category and never a trap.
struct PluralRuleDecoder {
    private(set) var relations: [PluralRelation] = []
    private(set) var ranges: [ClosedRange<UInt64>] = []

    mutating func decode(_ rules: String) {
        for rule in rules.split(atByte: UInt8(ascii: ";")) {
            let parts = rule.split(atByte: UInt8(ascii: ":"))
            guard parts.count == 2,
                let name = parts[0].split(atByte: UInt8(ascii: " ")).first,
                let category = PluralCategory(rawValue: name)
            else { continue }
            decodeConditions(parts[1].split(atByte: UInt8(ascii: " ")), of: category)
        }
    }

    private mutating func decodeConditions(_ words: [String], of category: PluralCategory) {
        // Where the current condition and its current relation begin.
        var (first, start) = (relations.count, 0)
        var isReadable = true
        for index in 0...words.count {
            let isLast = index == words.count || words[index] == "or"
            guard isLast || words[index] == "and" else { continue }
            if let relation = decodeRelation(words[start..<index], of: category) {
                relations.append(relation)
            } else {
                isReadable = false
            }
            start = index + 1
            guard isLast else { continue }
            if !isReadable { relations.removeLast(relations.count - first) }
            for index in first..<relations.count { relations[index].nextIfFalse = relations.count }
            if relations.count > first { relations[relations.count - 1].endsCondition = true }
            first = relations.count
            isReadable = true
        }
    }

    /// Reads `operand [% modulus] (= | !=) range[,range…]`.
    private mutating func decodeRelation(
        _ words: ArraySlice<String>,
        of category: PluralCategory
    ) -> PluralRelation? {
        guard let name = words.first, name.utf8.count == 1, let operand = name.utf8.first,
            PluralOperands.operands.utf8.contains(operand)
        else { return nil }
        var modulus: UInt64?
        if words.count == 5 {
            guard words[words.startIndex + 1] == "%",
                let value = words[words.startIndex + 2].decimalNumber, value > 0
            else { return nil }
            modulus = value
        }
        guard words.count == 3 || words.count == 5, let list = words.last else { return nil }
        let sign = words[words.endIndex - 2]
        guard sign == "=" || sign == "!=" else { return nil }
        let first = ranges.count
        for range in list.split(atByte: UInt8(ascii: ",")) {
            let bounds = range.split(atByte: UInt8(ascii: "."))
            guard let lower = bounds.first?.decimalNumber, let upper = bounds.last?.decimalNumber,
                lower <= upper
            else { return nil }
            ranges.append(lower...upper)
        }
        return PluralRelation(
            operand: operand,
            modulus: modulus,
            isNegated: sign == "!=",
            ranges: first..<ranges.count,
            category: category
        )
    }
}
