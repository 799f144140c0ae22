/// A comparison in a rule, such as `i % 10 = 2..4`.
struct PluralRelation {
    /// A letter in ``PluralOperands/operands``.
    let operand: UInt8
    /// The divisor, if the rule compares a remainder.
    let modulus: UInt64?
    let isNegated: Bool
    let ranges: Range<Int>
    let category: PluralCategory
    /// Whether this is the last of the relations joined by `and`.
    var endsCondition = false
    /// The start of the next condition, of the same or another category.
    var nextIfFalse = 0
}
