/// Fields that set a property to a transformed value.
extension Field {
    /// Creates a field that sets a property to the result of a closure.
    ///
    /// ```swift
    /// Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
    /// ```
    ///
    /// The input is converted to the closure's parameter type, by the same rules as for any field
    /// of that type; the field's formats and encodings apply to that type. If the closure returns
    /// `nil` or throws, the issue is ``MappingIssue/Code/rejected``; the report contains only the
    /// type of the error. The closure runs on the thread that applies the mapping, and runs twice
    /// if ``MappingOptions/isAtomic``.
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

    /// Creates a field that sets an optional property to the result of a closure.
    ///
    /// A null sets the property to `nil` without calling the closure. If the closure returns `nil`
    /// or throws, the property keeps its value, and the issue is ``MappingIssue/Code/rejected``.
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
    /// Returns the transformed value, as `converted` even if the value was exact.
    @inlinable
    func transformed<NewValue>(
        by transform: (Value) throws -> NewValue?
    ) -> MappingConversion<NewValue> {
        if case .refused(let refusal) = self { return .refused(refusal) }
        do {
            guard let value, let made = try transform(value) else {
                return .failed(.rejected, because: "the transform returned nil")
            }
            var exactness = exactness
            exactness.include(.converted)
            return .made(made, exactness)
        } catch {
            return .failed(.rejected, because: "the transform threw \(scopedName(of: error))")
        }
    }
}
