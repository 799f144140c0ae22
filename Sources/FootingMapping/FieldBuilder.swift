/// Collects the fields of a ``Mapping`` from the statements of a closure.
@resultBuilder
public enum FieldBuilder<Root>: Sendable {
    /// Fields of one root, with values of any types.
    public struct Fields: Sendable {
        let plans: [FieldPlan]
        var unknownMembers: UnknownMembersPlan?
        var checks: [ObjectRule.Check] = []
    }

    // No second overload: the compiler would report a mismatch with that one in place of a misspelt
    // property.
    /// Converts one statement.
    public static func buildExpression<Line: MappingFields<Root>>(_ line: Line) -> Fields {
        line.fields
    }

    /// Starts with the first statement.
    public static func buildPartialBlock(first: Fields) -> Fields {
        first
    }

    /// Appends a statement to the ones before it.
    public static func buildPartialBlock(accumulated: Fields, next: Fields) -> Fields {
        Fields(
            plans: accumulated.plans + next.plans,
            unknownMembers: next.unknownMembers ?? accumulated.unknownMembers,
            checks: accumulated.checks + next.checks
        )
    }

    /// Returns the fields of an `if` without an `else`, which may be none.
    public static func buildOptional(_ lines: Fields?) -> Fields {
        lines ?? buildBlock()
    }

    /// Returns the fields of the first branch.
    public static func buildEither(first: Fields) -> Fields {
        first
    }

    /// Returns the fields of the second branch.
    public static func buildEither(second: Fields) -> Fields {
        second
    }

    /// Joins the fields of all iterations of a `for` loop.
    public static func buildArray(_ rounds: [Fields]) -> Fields {
        rounds.reduce(buildBlock()) { buildPartialBlock(accumulated: $0, next: $1) }
    }

    /// Returns no fields, for an empty closure.
    public static func buildBlock() -> Fields {
        Fields(plans: [])
    }
}
