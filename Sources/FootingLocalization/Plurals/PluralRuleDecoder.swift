/// Decodes CLDR's rule syntax into a flat list of relations.
///
/// The input is a row of ``PluralTable``. A condition with an invalid relation is dropped, so that
/// an invalid row yields a wrong category but does not trap.
struct PluralRuleDecoder {
    private(set) var relations: [PluralRelation] = []
    private(set) var ranges: [ClosedRange<UInt64>] = []

    mutating func decode(_ rules: String) {
        for rule in rules.split(atByte: UInt8(ascii: ";")) {
            let words = rule.split(atByte: UInt8(ascii: " "))
            for category in PluralCategory.allCases where words.first == category.rawValue + ":" {
                decodeConditions(words, of: category)
            }
        }
    }

    private mutating func decodeConditions(_ words: [String], of category: PluralCategory) {
        // The starts of the current condition and of its current relation; word 0 is the category.
        var (first, start) = (relations.count, 1)
        var isReadable = true
        for index in 1...words.count {
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

    /// Decodes `operand [% modulus] (= | !=) range[,range…]`.
    private mutating func decodeRelation(
        _ words: ArraySlice<String>,
        of category: PluralCategory
    ) -> PluralRelation? {
        var words = Array(words)
        guard words.count >= 3, words[0].utf8.count == 1, let operand = words[0].utf8.first,
            PluralOperands.operands.utf8.contains(operand)
        else { return nil }
        var modulus: UInt64?
        if words[1] == "%" {
            modulus = words[2].decimalNumber
            if modulus ?? 0 == 0 { return nil }
            words.removeSubrange(1..<3)
        }
        guard words.count == 3, ["=", "!="].contains(words[1]) else { return nil }
        let first = ranges.count
        for range in words[2].split(atByte: UInt8(ascii: ",")) {
            let bounds = range.split(atByte: UInt8(ascii: "."))
            guard let lower = bounds.first?.decimalNumber, let upper = bounds.last?.decimalNumber,
                lower <= upper
            else { return nil }
            ranges.append(lower...upper)
        }
        return PluralRelation(
            operand: operand,
            modulus: modulus,
            isNegated: words[1] == "!=",
            ranges: first..<ranges.count,
            category: category
        )
    }
}
