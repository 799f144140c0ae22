/// Collects the fields of a ``Mapping`` from the lines of a closure.
@resultBuilder
public enum FieldBuilder<Root>: Sendable {
    /// Some fields of a root, whatever the types of their values.
    public struct Fields: Sendable {
        let plans: [FieldPlan]
        var unknownMembers: UnknownMembersPlan?
        var checks: [ObjectRule.Check] = []
    }

    // Just this one: beside a second for another type, the compiler would blame that, and not a
    // misspelt property.
    /// Takes one line.
    public static func buildExpression<Line: MappingFields<Root>>(_ line: Line) -> Fields {
        line.fields
    }

    /// Begins with the first line.
    public static func buildPartialBlock(first: Fields) -> Fields {
        first
    }

    /// Adds a line to those above it.
    public static func buildPartialBlock(accumulated: Fields, next: Fields) -> Fields {
        Fields(
            plans: accumulated.plans + next.plans,
            unknownMembers: next.unknownMembers ?? accumulated.unknownMembers,
            checks: accumulated.checks + next.checks
        )
    }

    /// Takes the lines of an `if` without an `else`, or none.
    public static func buildOptional(_ lines: Fields?) -> Fields {
        lines ?? buildBlock()
    }

    /// Takes the lines of the first branch.
    public static func buildEither(first: Fields) -> Fields {
        first
    }

    /// Takes the lines of the other branch.
    public static func buildEither(second: Fields) -> Fields {
        second
    }

    /// Takes the lines of every round of a `for` loop.
    public static func buildArray(_ rounds: [Fields]) -> Fields {
        rounds.reduce(buildBlock()) { buildPartialBlock(accumulated: $0, next: $1) }
    }

    /// Stands for a closure without lines.
    public static func buildBlock() -> Fields {
        Fields(plans: [])
    }
}

/// What a line of a ``Mapping`` stands for: a ``Field``, ``InheritedFields``, or ``UnknownMembers``.
public protocol MappingFields<Root> {
    /// The type whose properties are set.
    associatedtype Root

    /// The fields, in the order in which they are set.
    var fields: FieldBuilder<Root>.Fields { get }
}

extension Field: MappingFields {
    /// This field alone.
    public var fields: FieldBuilder<Root>.Fields { .init(plans: [plan]) }
}
