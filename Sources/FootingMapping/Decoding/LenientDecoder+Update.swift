public import Foundation

/// Updates of existing values.
///
/// The value's `encode(to:)` determines which value each key has now. If a key is absent or its
/// value can't be used, the property keeps its value. Objects inside the value are updated in the
/// same way; lists and dictionaries are replaced completely.
///
/// The result is a new value made by `init(from:)`. So properties without a coding key get their
/// initial values, `didSet` does not run, and a class instance inside the value is replaced by a
/// new one if the input has an object for it. A ``Mapping`` has none of these effects.
extension LenientDecoder {
    /// Updates `value` from the JSON document `data`.
    ///
    /// - Complexity: O(*n*) in the number of bytes and in the size of the objects that change.
    /// - Throws: ``MappingError`` if `data` is not a JSON document; `value` is unchanged then.
    ///   Values that can't be used are issues in the report, not errors.
    public func update<Value: Codable>(
        _ value: inout Value,
        json data: Data
    ) throws(MappingError) -> MappingReport {
        if Value.self is AnyObject.Type { return refusal(of: Value.self) }
        let (changed, report) = try run(Value.self, json: data, old: OldValue(value, userInfo))
        if let changed { value = changed }
        return report
    }

    /// Updates `value` from `dictionary`.
    ///
    /// - Complexity: O(*n*) in the number of values and in the size of the objects that change.
    public func update<Value: Codable>(
        _ value: inout Value,
        from dictionary: [String: Any]
    ) -> MappingReport {
        if Value.self is AnyObject.Type { return refusal(of: Value.self) }
        let (changed, report) = run(Value.self, dictionary, old: OldValue(value, userInfo))
        if let changed { value = changed }
        return report
    }

    /// Changes nothing: decoding could only replace the instance by another one.
    ///
    /// - Returns: A report with one issue that says so.
    @available(*, deprecated, message: "An instance can't be updated; apply a Mapping to it.")
    public func update<Value: Codable & AnyObject>(
        _ value: inout Value,
        json data: Data
    ) throws(MappingError) -> MappingReport {
        refusal(of: Value.self)
    }

    /// Changes nothing: decoding could only replace the instance by another one.
    ///
    /// - Returns: A report with one issue that says so.
    @available(*, deprecated, message: "An instance can't be updated; apply a Mapping to it.")
    public func update<Value: Codable & AnyObject>(
        _ value: inout Value,
        from dictionary: [String: Any]
    ) -> MappingReport {
        refusal(of: Value.self)
    }

    private func refusal(of type: Any.Type) -> MappingReport {
        SourceContext.lend(.object([:]), options, for: .update) { source in
            var run = MappingRun(.update)
            run.refuse(
                source,
                MappingRefusal(
                    .rejected,
                    because: "a class, whose instances only a Mapping updates"
                ),
                [],
                wanted: FieldPlan.name(of: type),
                isRequired: false
            )
            return run.report
        }
    }
}
