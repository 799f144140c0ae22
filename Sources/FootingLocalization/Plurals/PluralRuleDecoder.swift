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
            while !isReadable, relations.count > first { relations.removeLast() }
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
        var index = words.startIndex
        guard words.count >= 3, words[index].utf8.count == 1, let operand = words[index].utf8.first,
            PluralOperands.operands.utf8.contains(operand)
        else { return nil }
        index += 1
        var modulus: UInt64?
        if words[index] == "%" {
            modulus = words[index + 1].decimalNumber
            if modulus ?? 0 == 0 { return nil }
            index += 2
        }
        guard words.endIndex - index == 2 else { return nil }
        let isNegated = words[index] == "!="
        guard isNegated || words[index] == "=" else { return nil }
        let first = ranges.count
        for range in words[index + 1].split(atByte: UInt8(ascii: ",")) {
            let bounds = range.split(atByte: UInt8(ascii: "."))
            guard let lower = bounds.first?.decimalNumber, let upper = bounds.last?.decimalNumber,
                lower <= upper
            else { return nil }
            ranges.append(lower...upper)
        }
        return PluralRelation(
            operand: operand,
            modulus: modulus,
            isNegated: isNegated,
            ranges: first..<ranges.count,
            category: category
        )
    }
}
