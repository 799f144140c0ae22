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
                // If values are only tried, nobody knows whether there is an object to be kept.
                guard place.isNowhere else {
                    return Object.converted(from: source).stored { set($0) }
                }
                return Object.converted(from: source.standingForOld()).stored { _ in }
            }
            var isChanged = false
            let outcome = Place.with(&object) {
                source.update($0, Object.mapping.plan, isChanged: &isChanged)
            }
            // An instance is in the property already, unless the getter makes one for each caller.
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
