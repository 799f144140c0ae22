extension Field {
    /// Creates a field that hands a converted value to a closure, which sets what it likes.
    ///
    /// ```swift
    /// Field("id") { $0.id = $1 }
    /// Field("name") { $0.rename($1) }
    /// ```
    ///
    /// For a property of a class it is many times faster than a key path, and it reaches what has no
    /// writable one. The input is converted to the type of the second argument; where the closure
    /// leaves that open, name it with `as:`. If it is optional, a null is `nil`.
    ///
    /// The closure runs on the thread that applies the mapping, once for a value that keeps all rules,
    /// and never only to try.
    @inlinable
    public init(
        _ key: String,
        as type: Value.Type = Value.self,
        set: @escaping @Sendable (inout Root, Value) -> Void
    ) where Value: MappingConvertible {
        let store: FieldPlan.Store = { place, source in
            Value.converted(from: source).stored { value in
                place.modify(Root.self) { set(&$0, value) }
            }
        }
        let plan = FieldPlan(key: key, type: Value.self, offset: 0, action: .value(store))
        self.init(plan, FieldSteps(.accessors(get: nil, set: set)) { Value.converted(from: $0) })
    }
}
