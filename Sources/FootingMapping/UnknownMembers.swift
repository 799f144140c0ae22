/// The members that no field of a ``Mapping`` reads, kept in a dictionary.
///
/// ```swift
/// static let mapping = Mapping<Booking> {
///     Field("guest", \.guest).default("unknown")
///     Field("stay", \.stay)
///     Field("vehicles", \.vehicles)
///     UnknownMembers(\.details)
/// }
/// ```
///
/// Each member is handled like a field: a value in the input is set, a missing one stays in the
/// dictionary, and an invalid one is an issue. Unknown members are set last, all at once, are not
/// counted as unknown keys, and are written back. Members of objects that key paths lead through
/// are not kept.
public struct UnknownMembers<Root, Value: MappingConvertible>: MappingFields, Sendable {
    /// The statement for the mapping.
    public let fields: FieldBuilder<Root>.Fields

    /// Creates a statement that keeps unknown members in `property`.
    public init(
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, [String: Value]>
    ) {
        let members = UnknownMembersPlan(
            target: TargetType.name(of: Value.self),
            isOfObjects: TargetType.isOfObjects(Value.self)
        ) { storage, body in
            storage.modify(Root.self) { root in
                var members = root[keyPath: property()]
                if Storage.with(&members, body) { root[keyPath: property()] = members }
            }
        } store: { storage, key, source in
            Value.converted(from: source).stored { value in
                storage.modify([String: Value].self) { $0[key] = value }
            }
        } keys: {
            ($0.value(as: Root.self)?[keyPath: property()]).map { Array($0.keys) } ?? []
        } write: { storage, key, output in
            storage.write({ (root: Root) in root[keyPath: property()][key] }, to: &output)
        }
        fields = FieldBuilder.Fields(plans: [], unknownMembers: members)
    }
}
