extension Field {
    /// Creates a field that passes a converted value to a closure.
    ///
    /// ```swift
    /// Field("id") { $0.id = $1 }
    /// Field("name") { $0.rename($1) }
    /// ```
    ///
    /// For a property of a class, a closure is many times faster than a key path in a variable, and
    /// it can change state that has no writable key path. The input is converted to the type of the
    /// second parameter; if the closure doesn't specify it, name it with `as:`. If that type is
    /// optional, a null is passed as `nil`.
    ///
    /// The closure runs on the thread that applies the mapping, once for a value that satisfies all
    /// rules, and never in the dry run of ``MappingOptions/isAtomic``.
    @inlinable
    public init(
        _ key: String,
        as type: Value.Type = Value.self,
        set: @escaping @Sendable (inout Root, Value) -> Void
    ) where Value: MappingConvertible {
        let store: FieldPlan.Store = { storage, source in
            Value.converted(from: source).stored { value in
                storage.modify(Root.self) { set(&$0, value) }
            }
        }
        let plan = FieldPlan(key: key, type: Value.self, offset: 0, action: .value(store))
        self.init(plan, FieldSteps(.accessors(get: nil, set: set)) { Value.converted(from: $0) })
    }
}
