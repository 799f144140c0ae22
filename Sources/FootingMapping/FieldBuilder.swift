/// Collects the fields of a ``Mapping`` from the lines of a closure.
@resultBuilder
public enum FieldBuilder<Root>: Sendable {
    /// Some fields of a root, whatever the types of their values.
    public struct Fields: Sendable {
        fileprivate(set) var plans: [FieldPlan]
    }

    /// Takes one line.
    public static func buildExpression<Value>(_ field: Field<Root, Value>) -> Fields {
        Fields(plans: [field.plan])
    }

    /// Takes the fields of a parent class.
    public static func buildExpression<Parent>(_ fields: InheritedFields<Root, Parent>) -> Fields {
        Fields(plans: fields.plans)
    }

    /// Begins with the first line.
    public static func buildPartialBlock(first: Fields) -> Fields {
        first
    }

    /// Adds a line to those above it.
    public static func buildPartialBlock(accumulated: Fields, next: Fields) -> Fields {
        Fields(plans: accumulated.plans + next.plans)
    }

    /// Stands for a closure without lines.
    public static func buildBlock() -> Fields {
        Fields(plans: [])
    }
}
