extension Field {
    /// Creates a field that maps an object onto the object a property holds, which is updated in
    /// place.
    ///
    /// It is ``init(_:_:_:)-(_,_,Mapping<Value>)`` with the mapping of the object's type.
    public init(
        _ key: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) where Value: Mappable {
        self.init(key, property, Value.mapping)
    }

    /// Creates a field that maps an object onto the object a property may hold.
    ///
    /// A null sets the property to `nil`. An object is mapped onto the one that is there, which then
    /// keeps what the input leaves out; if there is none, onto a new one, to which the property is
    /// set if all of its required fields were.
    public init<Object: Mappable>(
        _ key: String,
        _ property: any WritableKeyPath<Root, Object?> & Sendable
    ) where Value == Object? {
        self.init(key, property) { value, source, isChanged in
            guard !source.isNull, var object = value else {
                return Value.converted(from: source).stored {
                    value = $0
                    isChanged = true
                }
            }
            let outcome = Place.with(&object) {
                source.update($0, Object.mapping.plan, isChanged: &isChanged)
            }
            // An instance is in the property already, unless the getter makes one for each caller.
            if Object.self is AnyObject.Type, object as AnyObject === value as AnyObject {
                isChanged = false
            }
            value = object
            return outcome
        }
    }

    /// Creates a field whose value `update` changes, which is set if that says so.
    init(
        _ key: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        updating update:
            @escaping @Sendable (inout Value, borrowing MappingSource, inout Bool) -> FieldOutcome
    ) where Value: MappingConvertible {
        let store: FieldPlan.Store = { place, source in
            guard !place.isNowhere else {
                return Value.converted(from: source.standingForOld()).stored { _ in }
            }
            var outcome = FieldOutcome.unchanged
            place.modify(Root.self) { root in
                var value = root[keyPath: property]
                var isChanged = false
                outcome = update(&value, source, &isChanged)
                if isChanged { root[keyPath: property] = value }
            }
            return outcome
        }
        self.init(
            FieldPlan(
                key: key,
                type: Value.self,
                offset: 0,
                action: .value(store),
                write: { $0.write({ (root: Root) in root[keyPath: property] }, to: &$1) }
            ),
            FieldSteps(.property(property))
        )
    }
}
