/// A statement in a ``Mapping``: a ``Field``, ``InheritedFields``, or ``UnknownMembers``.
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
