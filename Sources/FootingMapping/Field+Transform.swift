/// Properties that are made of a converted value by a closure.
extension Field {
    /// Creates a field that sets a property to what a closure makes of a converted value.
    ///
    /// ```swift
    /// Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
    /// ```
    ///
    /// The closure gets a value of the type that it asks for, by the same rules as any field of that
    /// type, and what the field says about forms is about that type. If it returns `nil` or throws,
    /// the issue is ``MappingIssue/Code/rejected``; of an error, the report has the type only. It
    /// runs on the thread that applies the mapping, and twice if ``MappingOptions/isAtomic``.
    @inlinable
    public init<Source: MappingConvertible>(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>,
        _ transform: @escaping @Sendable (Source) throws -> Value?
    ) {
        self.init(key, property(), from: Source.self) { source in
            Source.converted(from: source).transformed(by: transform)
        }
    }

    /// Creates a field that sets an optional property to what a closure makes of a converted value.
    ///
    /// A null sets the property to `nil` without the closure. If that returns `nil` or throws, the
    /// property is left alone, and the issue is ``MappingIssue/Code/rejected``.
    @inlinable
    public init<Source: MappingConvertible, Wrapped>(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Wrapped?>,
        _ transform: @escaping @Sendable (Source) throws -> Wrapped?
    ) where Value == Wrapped? {
        self.init(key, property(), from: Source?.self) { source in
            switch Source?.converted(from: source) {
            case .exact(.none): .exact(nil)
            case .converted(.none): .converted(nil)
            case let conversion:
                conversion.compactMap({ $0 }, orFailing: .null)
                    .transformed(by: transform)
                    .map { .some($0) }
            }
        }
    }

    @inlinable
    init(
        _ key: String,
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, Value>,
        from source: Any.Type,
        _ convert: @escaping FieldSteps<Root, Value>.Conversion
    ) {
        let offset = MemoryLayout<Root>.offset(of: property())
        let steps = FieldSteps<Root, Value>(
            offset == nil ? .property(property()) : .stored,
            convert
        )
        let plan = FieldPlan(
            key: key,
            type: Value.self,
            wanted: source,
            offset: offset ?? 0,
            action: .value(steps.store(convert))
        )
        self.init(plan, steps)
    }
}

extension MappingConversion {
    /// What `transform` makes of the value, which is a conversion, however exact the value was.
    @inlinable
    func transformed<NewValue>(
        by transform: (Value) throws -> NewValue?
    ) -> MappingConversion<NewValue> {
        if case .refused(let refusal) = self { return .refused(refusal) }
        do {
            guard let value, let made = try transform(value) else {
                return .failed(.rejected, because: "the transform has no value for it")
            }
            switch self {
            case .rounded: return .rounded(made)
            case .fallback: return .fallback(made)
            default: return .converted(made)
            }
        } catch {
            return .failed(.rejected, because: "the transform threw \(scopedName(of: error))")
        }
    }
}
