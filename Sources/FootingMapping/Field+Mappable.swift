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
        let store: FieldPlan.Store = { place, source in
            func set(_ object: Object?) {
                place.modify(Root.self) { $0[keyPath: property] = object }
            }
            if source.isNull {
                set(nil)
                return .exact
            }
            var old: Object?
            place.modify(Root.self) { old = $0[keyPath: property] }
            guard var object = old else {
                // In the dry run of an atomic mapping, the property can't be read: it may have an
                // object.
                guard place.isNowhere else {
                    return Object.converted(from: source).stored { set($0) }
                }
                return Object.converted(from: source.standingForOld()).stored { _ in }
            }
            var isChanged = false
            let outcome = Place.with(&object) {
                source.update($0, Object.mapping.plan, isChanged: &isChanged)
            }
            // The property already holds the instance, unless its getter returns a new one each
            // time.
            let isHeld =
                Object.self is AnyObject.Type && object as AnyObject === old as AnyObject
            if isChanged, !isHeld { set(object) }
            return outcome
        }
        self.init(
            FieldPlan(
                key: key,
                type: Value.self,
                offset: 0,
                action: .value(store),
                write: { $0.write({ (root: Root) in root[keyPath: property] }, to: &$1) }
            )
        )
    }
}
