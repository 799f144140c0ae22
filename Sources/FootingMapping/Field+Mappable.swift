extension Field {
    /// Creates a field that maps an object onto the object in a property, which is updated in
    /// place.
    ///
    /// It is equivalent to ``init(_:_:_:)-(_,_,Mapping<Value>)`` with the mapping of the object's
    /// type.
    public init(
        _ key: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) where Value: Mappable {
        self.init(key, property, Value.mapping)
    }

    /// Creates a field that maps an object onto the optional object in a property.
    ///
    /// A null sets the property to `nil`. An existing object is updated, and keeps what the input
    /// leaves out. If there is none, a new object is created, and the property is set to it if all
    /// of its required fields were set.
    public init<Object: Mappable>(
        _ key: String,
        _ property: any WritableKeyPath<Root, Object?> & Sendable
    ) where Value == Object? {
        self.init(optional: key, property) { object, source, isChanged in
            let old = object
            let outcome = Storage.with(&object) {
                source.update($0, Object.mapping.plan, isChanged: &isChanged)
            }
            // The property already holds the instance, unless its getter returns a new one each
            // time.
            if Object.self is AnyObject.Type, object as AnyObject === old as AnyObject {
                isChanged = false
            }
            return outcome
        }
    }

    /// Creates a field whose optional value `update` changes if there is one, and which sets a new
    /// value otherwise.
    init<Wrapped: MappingConvertible>(
        optional key: String,
        _ property: any WritableKeyPath<Root, Wrapped?> & Sendable,
        updating update:
            @escaping @Sendable (inout Wrapped, borrowing MappingSource, _ isChanged: inout Bool) ->
            FieldOutcome
    ) where Value == Wrapped? {
        self.init(key, property) { value, source, isChanged in
            guard !source.isNull, var wrapped = value else {
                return Value.converted(from: source).stored {
                    value = $0
                    isChanged = true
                }
            }
            defer { value = wrapped }
            return update(&wrapped, source, &isChanged)
        }
    }

    /// Creates a field whose value `update` changes; the property is set if `isChanged` is true
    /// then.
    init(
        _ key: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable,
        updating update:
            @escaping @Sendable (inout Value, borrowing MappingSource, _ isChanged: inout Bool) ->
            FieldOutcome
    ) where Value: MappingConvertible {
        let store: FieldPlan.Store = { storage, source in
            // In the dry run of an atomic mapping, the property can't be read: it may have an
            // object.
            guard !storage.isNone else {
                return Value.converted(from: source.standingForOld()).stored { _ in }
            }
            var outcome = FieldOutcome.unchanged
            storage.modify(Root.self) { root in
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
