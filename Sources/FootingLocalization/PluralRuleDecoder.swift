/// Reads CLDR's rule syntax into flat relations.
///
/// The text is ours, a row of ``PluralTable``. A relation that can't be read is left out together
/// with its whole condition, so that a faulty row gives a wrong category and never a trap.
struct PluralRuleDecoder {
    private(set) var relations: [PluralRelation] = []
    private(set) var ranges: [ClosedRange<UInt64>] = []

    mutating func decode(_ rules: String) {
        for rule in rules[...].parts(separatedBy: ";") {
            let parts = rule.parts(separatedBy: ":")
            guard parts.count == 2,
                let name = parts[0].parts(separatedBy: " ").first,
                let category = PluralCategory(rawValue: String(name))
            else { continue }
            decodeCondition(parts[1].parts(separatedBy: " "), of: category)
        }
    }

    private mutating func decodeCondition(_ words: [Substring], of category: PluralCategory) {
        for condition in words.split(separator: "or") {
            let first = relations.count
            for words in condition.split(separator: "and") {
                guard let relation = decodeRelation(Array(words), of: category) else {
                    relations.removeSubrange(first...)
                    break
                }
                relations.append(relation)
            }
            for index in first..<relations.count { relations[index].nextIfFalse = relations.count }
            if relations.count > first { relations[relations.count - 1].endsCondition = true }
        }
    }

    /// Reads `operand [% modulus] (= | !=) range[,range…]`.
    private mutating func decodeRelation(
        _ words: [Substring],
        of category: PluralCategory
    ) -> PluralRelation? {
        var words = words[...]
        guard let name = words.popFirst(),
            let operand = PluralOperands.Operand(rawValue: String(name))
        else { return nil }
        var modulus: UInt64 = 0
        if words.first == "%" {
            guard let value = words.dropFirst().first.flatMap({ UInt64($0) }), value > 0 else {
                return nil
            }
            modulus = value
            words = words.dropFirst(2)
        }
        guard words.count == 2, let sign = words.first, sign == "=" || sign == "!=",
            let list = words.last
        else { return nil }
        let first = ranges.count
        for range in list.parts(separatedBy: ",") {
            let bounds = range.parts(separatedBy: ".").compactMap { UInt64($0) }
            guard let lower = bounds.first, let upper = bounds.last, lower <= upper else {
                return nil
            }
            ranges.append(lower...upper)
        }
        return PluralRelation(
            operand: operand,
            modulus: modulus,
            isNegated: sign == "!=",
            ranges: first..<ranges.count,
            category: category,
            endsCondition: false,
            nextIfFalse: 0
        )
    }
}

extension Substring {
    /// The parts between a separator in ASCII, which are found by their bytes: looking for
    /// characters takes several times as long.
    fileprivate func parts(separatedBy separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }
}
