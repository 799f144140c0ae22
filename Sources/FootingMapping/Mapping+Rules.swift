/// What holds for all fields of a mapping together.
extension Mapping {
    /// Returns the same mapping, but an object is refused if a closure says so.
    ///
    /// ```swift
    /// static let mapping = Mapping<Stay> {
    ///     Field("from", \.arrival)
    ///     Field("to", \.departure)
    /// }
    /// .validated("departure after arrival") { $0.departure > $0.arrival }
    /// ```
    ///
    /// The closure gets the object with all of its fields set. If it returns false, the object is as if a
    /// required field had failed: nothing is made, and a struct that is updated keeps its old value. The
    /// issue is ``MappingIssue/Code/rejected`` at the object, and its ``MappingIssue/explanation`` is
    /// `rule`; if the closure throws, it is the error's type.
    ///
    /// An instance of a class has been changed when the rule looks at it, in atomic options too: where that
    /// matters, make a new one. The closure runs on the thread that applies the mapping. Of several rules,
    /// the first that refuses the object has its say.
    public func validated(
        _ rule: String,
        by isValid: @escaping @Sendable (Root) throws -> Bool
    ) -> Mapping {
        let check: ObjectRule.Check = { place in
            guard let root = place.value(as: Root.self) else { return nil }
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
