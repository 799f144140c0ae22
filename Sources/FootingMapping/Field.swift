/// A key of the input, and the property it sets.
///
/// ```swift
/// Field("id", \.id).required()
/// Field("name", \.name).aliases("full_name", "displayName")
/// Field("address.city", \.city)
/// ```
///
/// A dot in a key leads into an object; `\\.` in the source text is a dot that belongs to the name.
/// A key that is not there, or a path through one or through a null, leaves the property alone.
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
    /// key path such as `\.name` is compiled to a direct access; a key path in a variable takes
    /// longer.
    @inlinable
    @_disfavoredOverload  // Or Swift would take it for an optional object, which has its own.
    public init(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>
    ) where Value: MappingConvertible {
        let store: FieldPlan.Store
        let write: FieldPlan.Write
        let offset = MemoryLayout<Root>.offset(of: property())
        if let offset {
            write = { $0.advanced(by: offset).write({ (value: Value) in value }, to: &$1) }
            // It captures nothing, so calling it costs no reference counting.
            store = { place, source in
                Value.converted(from: source).stored { value in
                    place.modify(Value.self) { $0 = value }
                }
            }
        } else {
            write = { $0.write({ (root: Root) in root[keyPath: property()] }, to: &$1) }
            store = { place, source in
                Value.converted(from: source).stored { value in
                    place.modify(Root.self) { $0[keyPath: property()] = value }
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

    /// Tells which protocol the type of a property lacks.
    @available(
        *,
        unavailable,
        message: """
            The type of the property must conform to MappingConvertible, which an enumeration with raw \
            values only has to declare, or to Mappable if it has a mapping of its own.
            """
    )
    @_disfavoredOverload
    public init(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>
    ) {
        fatalError()
    }

    /// Creates a field that maps an object onto the object a property holds.
    ///
    /// The property's object is updated in place: it keeps what the input leaves out, and an
    /// instance of a class stays the same instance. A property that only its accessors reach, such
    /// as any of a class, is set once, after all of its fields, and not at all if none of them was:
    /// a struct there is a copy meanwhile, and what observers change in the original is overwritten.
    /// A property that holds an instance is not set; one whose getter makes a new instance for each
    /// caller is.
    public init(
        _ key: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        _ mapping: Mapping<Value>
    ) {
        let action: FieldPlan.Action
        let offset = MemoryLayout<Root>.offset(of: property)
        if offset != nil {
            action = .object(mapping.plan)
        } else {
            let isReference = Value.self is AnyObject.Type
            action = .accessed(mapping.plan) { place, body in
                place.modify(Root.self) { root in
                    var value = root[keyPath: property]
                    // Safe: a value whose type is a class is one reference.
                    let isHeld =
                        unsafe isReference
                        && unsafeBitCast(value, to: AnyObject.self)
                            === unsafeBitCast(root[keyPath: property], to: AnyObject.self)
                    let isChanged = Place.with(&value) { body($0) }
                    if isChanged, !isHeld { root[keyPath: property] = value }
                }
            }
        }
        self.init(
            FieldPlan(key: key, type: Value.self, offset: offset ?? 0, action: action),
            FieldSteps(offset == nil ? .property(property) : .stored)
        )
    }

    /// Returns the same field, but its absence is an issue.
    ///
    /// An object that exists already is updated all the same. A new one is not made.
    public func required() -> Field {
        var field = self
        field.plan.isRequired = true
        return field
    }

    /// Returns the same field with other keys to look for.
    ///
    /// The first key that is there counts, even if its value can't be used.
    public func aliases(_ keys: String...) -> Field {
        var field = self
        field.plan.keys += keys.map { FieldPlan.components(of: $0) }
        return field
    }
}
