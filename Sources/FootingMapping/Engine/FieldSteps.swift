/// What a field does with a value, step by step, so that something can come between: a rule after the
/// conversion, a comparison before the setting.
@usableFromInline
struct FieldSteps<Root, Value>: Sendable {
    @usableFromInline
    typealias Conversion = @Sendable (borrowing MappingSource) -> MappingConversion<Value>

    @usableFromInline
    enum Destination: Sendable {
        /// The property lies at the place that the engine hands over.
        case stored
        /// The property is reached by closures; one that only sets has no old value to compare.
        case accessors(
            get: (@Sendable (inout Root) -> Value)?,
            set: @Sendable (inout Root, Value) -> Void
        )

        /// The property at a key path, which is a literal in the closure if the caller wrote one.
        @inlinable
        static func property(
            _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>
        ) -> Destination {
            .accessors {
                $0[keyPath: property()]
            } set: {
                $0[keyPath: property()] = $1
            }
        }
    }

    @usableFromInline
    let destination: Destination
    @usableFromInline
    var convert: Conversion
    /// What the property is set to in place of a null, if anything is.
    @usableFromInline
    var defaultValue: (@Sendable () -> Value)?
    /// Whether two values are equal, if an equal one is not set.
    @usableFromInline
    var isEqual: (@Sendable (Value, Value) -> Bool)?

    @inlinable
    init(_ destination: Destination, _ convert: @escaping Conversion) {
        self.destination = destination
        self.convert = convert
        defaultValue = nil
        isEqual = nil
    }

    /// All steps in one.
    @inlinable
    var store: FieldPlan.Store {
        { [self] place, source in
            if let defaultValue, source.isNull {
                if !place.isNowhere { set(defaultValue(), at: place) }
                return .defaulted
            }
            let conversion = convert(source)
            guard !place.isNowhere else { return conversion.stored { _ in } }
            if let isEqual, let new = conversion.value, let old = value(at: place),
                isEqual(old, new)
            {
                return .unchanged
            }
            return conversion.stored { set($0, at: place) }
        }
    }

    /// The value that the property has, or `nil` if only a closure knows where it is.
    @inlinable
    func value(at place: Place) -> Value? {
        switch destination {
        case .stored:
            return place.value(as: Value.self)
        case .accessors(let get, _):
            var value: Value?
            if let get { place.modify(Root.self) { value = get(&$0) } }
            return value
        }
    }

    @inlinable
    func set(_ value: Value, at place: Place) {
        switch destination {
        case .stored: place.modify(Value.self) { $0 = value }
        case .accessors(_, let set): place.modify(Root.self) { set(&$0, value) }
        }
    }
}

extension Field {
    /// Returns the same field with other steps.
    @inlinable
    func taking(_ steps: FieldSteps<Root, Value>) -> Field {
        var field = self
        field.steps = steps
        field.plan.action = .value(steps.store)
        return field
    }
}
