/// The separate steps of setting a field.
///
/// They are separate so that another step can be added between them: a rule after the conversion,
/// or a comparison before the assignment.
@usableFromInline
struct FieldSteps<Root, Value>: Sendable {
    @usableFromInline
    typealias Conversion = @Sendable (borrowing MappingSource) -> MappingConversion<Value>

    @usableFromInline
    enum Access: Sendable {
        /// The property is the storage that the engine passes.
        case stored
        /// The property is reached by closures. Without a getter, there is no old value to compare.
        case accessors(
            get: (@Sendable (inout Root) -> Value)?,
            set: @Sendable (inout Root, Value) -> Void
        )

        /// The property at a key path.
        ///
        /// The key path is an autoclosure, so that a literal is part of the accessors and the
        /// compiler can optimize it.
        @inlinable
        static func property(
            _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>
        ) -> Access {
            .accessors {
                $0[keyPath: property()]
            } set: {
                $0[keyPath: property()] = $1
            }
        }
    }

    @usableFromInline
    let access: Access
    /// Makes the value, or `nil` if the field updates an object in place.
    @usableFromInline
    var convert: Conversion?
    /// Compares two values, if the field skips a value that is equal to the current one.
    @usableFromInline
    var isEqual: (@Sendable (Value, Value) -> Bool)?

    @inlinable
    init(_ access: Access, _ convert: Conversion? = nil) {
        self.access = access
        self.convert = convert
        isEqual = nil
    }

    /// All steps in one closure, with `convert` as the first one.
    @inlinable
    func store(_ convert: @escaping Conversion) -> FieldPlan.Store {
        { [self] storage, source in
            let conversion = convert(source)
            guard !storage.isNone else { return conversion.stored { _ in } }
            if let isEqual, let new = conversion.value, !source.holdsTextSlowToCompare,
                let old = value(at: storage), isEqual(old, new)
            {
                return .unchanged
            }
            return conversion.stored { set($0, at: storage) }
        }
    }

    /// The current value of the property, or `nil` if it has no getter.
    @inlinable
    func value(at storage: Storage) -> Value? {
        switch access {
        case .stored:
            return storage.value(as: Value.self)
        case .accessors(let get, _):
            var value: Value?
            if let get { storage.modify(Root.self) { value = get(&$0) } }
            return value
        }
    }

    @inlinable
    func set(_ value: Value, at storage: Storage) {
        switch access {
        case .stored: storage.modify(Value.self) { $0 = value }
        case .accessors(_, let set): storage.modify(Root.self) { set(&$0, value) }
        }
    }
}

extension Field {
    /// Returns the same field with other steps.
    @inlinable
    func with(_ steps: FieldSteps<Root, Value>) -> Field {
        var field = self
        field.steps = steps
        if let convert = steps.convert { field.plan.action = .value(steps.store(convert)) }
        return field
    }
}
