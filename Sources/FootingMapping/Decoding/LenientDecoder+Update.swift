public import Foundation

/// Changing a value that is there, by what the input has.
///
/// The value's own `encode(to:)` tells which key holds what. A key that is not there, or whose value
/// can't be used, leaves what the value has, exactly as it is; objects inside are changed in the same
/// way, while lists and dictionaries are replaced whole.
///
/// The result is a new value of `init(from:)`. So what the type's coding keys leave out gets its
/// initial value, `didSet` does not run, and an instance of a class inside is replaced by a new one if
/// the input has an object for it. A ``Mapping`` does none of this.
extension LenientDecoder {
    /// Changes `value` by what the JSON document `data` has.
    ///
    /// - Complexity: O(*n*) in the number of bytes and in the size of the objects that change.
    /// - Throws: ``MappingError`` if `data` is no JSON document; nothing has changed then. Values that
    ///   can't be used are issues in the report, not errors.
    public func update<Value: Codable>(
        _ value: inout Value,
        json data: Data
    ) throws(MappingError) -> MappingReport {
        if Value.self is AnyObject.Type { return refusal(of: Value.self) }
        let (changed, report) = try run(Value.self, json: data, old: OldValue(value, userInfo))
        if let changed { value = changed }
        return report
    }

    /// Changes `value` by what `dictionary` has.
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

    /// Changes nothing: it could only put another instance in the place of this one.
    ///
    /// - Returns: A report whose one issue says so.
    @available(*, deprecated, message: "An instance can't be updated; apply a Mapping to it.")
    public func update<Value: Codable & AnyObject>(
        _ value: inout Value,
        json data: Data
    ) throws(MappingError) -> MappingReport {
        refusal(of: Value.self)
    }

    /// Changes nothing: it could only put another instance in the place of this one.
    ///
    /// - Returns: A report whose one issue says so.
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
