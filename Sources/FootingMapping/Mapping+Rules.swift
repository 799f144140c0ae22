/// Settings for all fields of a mapping.
extension Mapping {
    /// Returns the same mapping, but an object is refused if a closure returns false or throws.
    ///
    /// ```swift
    /// static let mapping = Mapping<Stay> {
    ///     Field("from", \.arrival)
    ///     Field("to", \.departure)
    /// }
    /// .validated("departure after arrival") { $0.departure > $0.arrival }
    /// ```
    ///
    /// The closure gets the object after all of its fields have been set. If it returns false, the
    /// consequence is the same as for a failed required field: no new object is created, and a
    /// struct that is updated keeps its old value. The issue is ``MappingIssue/Code/rejected`` at
    /// the object, and its ``MappingIssue/explanation`` is `rule`. If the closure throws, the
    /// explanation names the error's type.
    ///
    /// An instance of a class has already changed when the rule runs, in atomic options too. Where
    /// that matters, create a new instance. The closure runs on the thread that applies the
    /// mapping. If several rules are attached, the first one that fails is reported.
    public func validated(
        _ rule: String,
        by isValid: @escaping @Sendable (Root) throws -> Bool
    ) -> Mapping {
        let check: ObjectRule.Check = { storage in
            guard let root = storage.value(as: Root.self) else { return nil }
            do {
                return try isValid(root) ? nil : MappingRefusal(.rejected, because: rule)
            } catch {
                let explanation = "the rule threw \(scopedName(of: error))"
                return MappingRefusal(.rejected, because: explanation)
            }
        }
        let checks = (plan.rule?.checks ?? []) + [check]
        return Mapping(plan.replacingFields(keeping: ObjectRule(Root.self, checks)))
    }

    private init(_ plan: MappingPlan) {
        self.plan = plan
    }
}
