/// Steps between converting a value and setting the property.
extension Field {
    /// Returns the same field, but a value is refused if a closure returns false or throws.
    ///
    /// ```swift
    /// Field("age", \.age).validated("from 0 to 150") { (0...150).contains($0) }
    /// ```
    ///
    /// The closure gets the converted value, which may be `nil` for an optional property. If it
    /// returns false, the property keeps its value; the issue is ``MappingIssue/Code/rejected``,
    /// and its ``MappingIssue/explanation`` is `rule`. If it throws, the explanation names the
    /// error's type. If several rules are attached, the first one that fails is reported. Rules run
    /// on the thread that applies the mapping, and run twice if ``MappingOptions/isAtomic``.
    ///
    /// A field that updates an object in place can't be validated: there is no new value before the
    /// object has changed. A rule on such a field refuses every value, as
    /// ``MappingIssue/Code/unusableFormat``. Use ``Mapping/validated(_:by:)`` instead.
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
        return with(steps)
    }

    /// Returns the same field, but a null sets the property to `value`, as does a missing key when
    /// a new object is created.
    ///
    /// ```swift
    /// Field("gears", \.gears).default(1)
    /// ```
    ///
    /// A missing key in an update leaves the property unchanged. A default is noted as
    /// ``MappingNote/Kind/defaulted``. No rule checks it, and it satisfies ``required()``. An
    /// invalid value is still an issue.
    @inlinable
    public func `default`(_ value: Value) -> Field where Value: Sendable {
        var field = self
        field.plan.resetForNull { [steps] in steps.set(value, at: $0) }
        return field
    }

    /// Returns the same field, but the property is not set if it already has an equal value.
    ///
    /// Its observers don't run then. The field is noted as ``MappingNote/Kind/unchanged`` and not
    /// counted as applied. A string with more than thirty combining marks in a row counts as
    /// different, because it would take very long to compare.
    ///
    /// This has no effect on a field that passes its value to a closure, because the old value is
    /// unknown, nor on a field that maps an object: use it on the object's fields.
    @inlinable
    public func skippingEqual() -> Field where Value: Equatable & SendableMetatype {
        var steps = steps
        steps.isEqual = { $0 == $1 }
        return with(steps)
    }

    /// The same field, which refuses every value: no rule can run before an object is updated in
    /// place.
    @usableFromInline
    var refusing: Field {
        var field = self
        field.plan.action = .value { _, _ in
            .refused(
                MappingRefusal(
                    .unusableFormat,
                    because: "an object that is updated in place can't be validated by its field"
                )
            )
        }
        return field
    }
}
