/// What comes between the conversion of a value and its setting.
extension Field {
    /// Returns the same field, but a value is refused if a closure says so.
    ///
    /// ```swift
    /// Field("age", \.age).validated("from 0 to 150") { (0...150).contains($0) }
    /// ```
    ///
    /// The closure gets what the property would be set to, `nil` of an optional one too. If it returns
    /// false, the property is left alone; the issue is ``MappingIssue/Code/rejected``, and its
    /// ``MappingIssue/explanation`` is `rule`. If it throws, the explanation says so, with the
    /// error's type. Of several rules, the first that refuses the value has its say. They run on the thread that
    /// applies the mapping, and twice if ``MappingOptions/isAtomic``.
    ///
    /// An object that is updated in place has no value to look at before it is set. A rule on it
    /// refuses every value, as ``MappingIssue/Code/unusableFormat``: use ``Mapping/validated(_:by:)``.
    @inlinable
    public func validated(
        _ rule: String,
        by isValid: @escaping @Sendable (Value) throws -> Bool
    ) -> Field {
        guard let convert = steps.convert else { return refusing }
        var steps = steps
        steps.convert = { source in
            let conversion = convert(source)
            guard let value = conversion.value else { return conversion }
            do {
                return try isValid(value) ? conversion : .failed(.rejected, because: rule)
            } catch {
                return .failed(.rejected, because: "the rule threw \(scopedName(of: error))")
            }
        }
        return taking(steps)
    }

    /// Returns the same field, but a null sets the property to `value`, and so does the absence of the key
    /// in an object that is made.
    ///
    /// ```swift
    /// Field("gears", \.gears).default(1)
    /// ```
    ///
    /// An object that is updated keeps what the input leaves out. A default is noted as
    /// ``MappingNote/Kind/defaulted``; no rule looks at it, and ``required()`` has nothing to miss then.
    /// A value that can't be used is an issue as ever.
    @inlinable
    public func `default`(_ value: Value) -> Field where Value: Sendable {
        var field = self
        field.plan.resetForNull { [steps] in steps.set(value, at: $0) }
        return field
    }

    /// Returns the same field, but a property that has an equal value already is not set.
    ///
    /// So its observers don't run. It is noted as ``MappingNote/Kind/unchanged`` and not counted as
    /// applied.
    ///
    /// It does nothing for a field that hands its value to a closure, because only the closure knows
    /// what to compare with, nor for one that maps an object: say it of the object's fields.
    @inlinable
    public func skippingEqual() -> Field where Value: Equatable & SendableMetatype {
        var steps = steps
        steps.isEqual = { $0 == $1 }
        return taking(steps)
    }

    /// The field of an object in place, with a rule that nothing could ask in time.
    @usableFromInline
    var refusing: Field {
        var field = self
        field.plan.action = .value { _, _ in
            .refused(
                MappingRefusal(
                    .unusableFormat,
                    because: "an object is updated in place; only its fields can be validated"
                )
            )
        }
        return field
    }
}

/// The name of the type of an error with its scopes, for an explanation; its text stays out, because
/// it may quote the value.
@usableFromInline
func scopedName(of error: any Error) -> String {
    // Where a type is private or local, its full name has an address in place of a scope.
    String(reflecting: type(of: error)).split(separator: ".")
        .filter { !$0.hasPrefix("(unknown context at ") }
        .joined(separator: ".")
}
