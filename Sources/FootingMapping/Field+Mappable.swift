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
        // Safe: the engine passes the address of the root.
        let store: FieldPlan.Store = { place, source in
            let root = unsafe place?.assumingMemoryBound(to: Root.self)
            if source.isNull {
                unsafe root?.pointee[keyPath: property] = nil
                return .exact
            }
            guard let root = unsafe root else { return source.rehearse(Object.self) }
            guard var object = unsafe root.pointee[keyPath: property] else {
                return Object.converted(from: source).stored { object in
                    unsafe root.pointee[keyPath: property] = object
                }
            }
            let outcome = source.update(&object, Object.mapping)
            // An instance is in the property already, unless the getter makes one for each caller.
            let isHeld =
                unsafe Object.self is AnyObject.Type
                && object as AnyObject === root.pointee[keyPath: property] as AnyObject
            if case .updated(true) = outcome, !isHeld {
                unsafe root.pointee[keyPath: property] = object
            }
            return outcome
        }
        self.init(
            unsafe FieldPlan(key: key, type: Value.self, offset: 0, action: .value(store))
        )
    }
}

extension MappingSource {
    /// Converts an object for a property that can't be seen, so that nobody knows whether one is there.
    ///
    /// If something is wrong, the property keeps what it has, and the issues say so.
    fileprivate func rehearse<Object: Mappable>(_: Object.Type) -> FieldOutcome {
        unsafe run.pointee.keepsPurpose = true
        defer { unsafe run.pointee.keepsPurpose = false }
        return Object.converted(from: self).stored { _ in }
    }

    /// Maps this object onto `object`, which keeps what the input leaves out.
    fileprivate func update<Object>(
        _ object: inout Object,
        _ mapping: Mapping<Object>
    ) -> FieldOutcome {
        let before = unsafe run.pointee.report.appliedCount
        let failure = unsafe withUnsafeMutablePointer(to: &object) { object in
            unsafe map(mapping.plan, onto: object, asNew: false)
        }
        if let failure { return .failed(failure) }
        return .updated(unsafe run.pointee.report.appliedCount != before)
    }
}
