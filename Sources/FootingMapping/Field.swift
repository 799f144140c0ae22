/// A key of the input, and the property it sets.
///
/// ```swift
/// Field("id", \.id).required()
/// Field("name", \.name).aliases("full_name", "displayName")
/// Field("address.city", \.city)
/// ```
///
/// A dot in a key leads into an object, or a number after it into an array, as in
/// `"results.0.name"`; write `\\.` in a string literal for a dot that is part of the name. Key
/// paths into arrays are only read: writing reports them. A missing key or element, or a key path
/// through a missing key or a null, leaves the property unchanged.
public struct Field<Root, Value>: Sendable {
    @usableFromInline
    var plan: FieldPlan
    @usableFromInline
    var steps: FieldSteps<Root, Value>

    @usableFromInline
    init(_ plan: FieldPlan, _ steps: FieldSteps<Root, Value>) {
        self.plan = plan
        self.steps = steps
    }

    /// Creates a field that sets a property to a converted value.
    ///
    /// A property with observers, and any property of a class, is set through its setter. A literal
    /// key path such as `\.name` is compiled to a direct access; a key path in a variable is
    /// slower.
    @inlinable
    @_disfavoredOverload  // An optional `Mappable` must resolve to its own initializer.
    public init(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>
    ) where Value: MappingConvertible {
        let store: FieldPlan.Store
        let write: FieldPlan.Write
        let offset = MemoryLayout<Root>.offset(of: property())
        if offset != nil {
            // Both capture nothing, so a call needs no reference counting.
            write = { $0.write({ (value: Value) in value }, to: &$1) }
            store = { storage, source in
                Value.converted(from: source).stored { value in
                    storage.modify(Value.self) { $0 = value }
                }
            }
        } else {
            write = { $0.write({ (root: Root) in root[keyPath: property()] }, to: &$1) }
            store = { storage, source in
                Value.converted(from: source).stored { value in
                    storage.modify(Root.self) { $0[keyPath: property()] = value }
                }
            }
        }
        plan = FieldPlan(
            key: key,
            type: Value.self,
            offset: offset ?? 0,
            action: .value(store),
            write: write
        )
        steps = FieldSteps(offset == nil ? .property(property()) : .stored) { source in
            Value.converted(from: source)
        }
    }

    /// Reports at compile time which protocols the type of a property may conform to.
    @available(
        *,
        unavailable,
        message: """
            The type of the property must conform to MappingConvertible, which needs no \
            implementation in an enumeration with raw values, or to Mappable if it has its own \
            mapping. The keys of a dictionary must conform to CodingKeyRepresentable.
            """
    )
    @_disfavoredOverload
    public init(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>
    ) {
        fatalError()
    }

    /// Creates a field that maps an object onto the object in a property, with `mapping`.
    ///
    /// The object is updated in place: it keeps what the input leaves out, and an instance of a
    /// class stays the same instance.
    ///
    /// A property that is reached only by its accessors, such as any property of a class, is set
    /// once, after all fields of the object, and only if one of them was set. A struct is a copy
    /// until then, and changes that observers make to the original are overwritten. A property that
    /// holds an instance is not set, unless its getter returns a new instance each time.
    @inlinable
    public init(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>,
        _ mapping: Mapping<Value>
    ) {
        let action: FieldPlan.Action
        let offset = MemoryLayout<Root>.offset(of: property())
        if offset != nil {
            action = .object(mapping.plan)
        } else {
            action = .accessed(mapping.plan) { storage, body in
                storage.modify(Root.self) { root in
                    var value = root[keyPath: property()]
                    // Safe: a value whose type is a class is one reference.
                    let isHeld =
                        unsafe Value.self is AnyObject.Type
                        && unsafeBitCast(value, to: AnyObject.self)
                            === unsafeBitCast(root[keyPath: property()], to: AnyObject.self)
                    let isChanged = Storage.with(&value) { body($0) }
                    if isChanged, !isHeld { root[keyPath: property()] = value }
                }
            }
        }
        self.init(
            FieldPlan(key: key, type: Value.self, offset: offset ?? 0, action: action),
            FieldSteps(offset == nil ? .property(property()) : .stored)
        )
    }

    /// Returns the same field, but a missing value is an issue.
    ///
    /// An existing object is still updated. A new one is not created.
    public func required() -> Field {
        var field = self
        field.plan.isRequired = true
        return field
    }

    /// Returns the same field with alternative keys.
    ///
    /// The first key that is present is used, even if its value is invalid.
    public func aliases(_ keys: String...) -> Field {
        var field = self
        field.plan.keys += keys.map { FieldPlan.components(of: $0) }
        return field
    }
}
