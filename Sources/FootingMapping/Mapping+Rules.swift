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
        let earlier = plan.rule
        let refusal: @Sendable (Place) -> MappingRefusal? = { place in
            if let refusal = earlier?.refusal(place) { return refusal }
            guard let root = place.value(as: Root.self) else { return nil }
            do {
                return try isValid(root) ? nil : MappingRefusal(.rejected, because: rule)
            } catch {
                let explanation = "the rule threw \(scopedName(of: error))"
                return MappingRefusal(.rejected, because: explanation)
            }
        }
        let lendCopy: FieldPlan.Lend = { place, body in
            place.modify(Root.self) { root in
                var copy = root
                if Place.with(&copy, body) { root = copy }
            }
        }
        return Mapping(
            plan.replacingFields(
                keeping: ObjectRule(
                    lendCopy: lendCopy,
                    isOfReference: Root.self is AnyObject.Type,
                    refusal: refusal
                )
            )
        )
    }

    /// Returns the same mapping for input that spells the keys otherwise.
    ///
    /// ```swift
    /// let shouting = Booking.mapping.spellingKeys { $0.uppercased() }
    /// ```
    ///
    /// The closure runs once for each part of each key, aliases and the mappings of objects that are
    /// updated in place included, and never again: keep the result. Elements of lists have the keys of
    /// their own mapping. What ``MappingOptions/keyStrategy-swift.property`` asks for comes on top.
    public func spellingKeys(_ spell: (_ key: String) -> String) -> Mapping {
        Mapping(plan.spelled(by: spell))
    }

    private init(_ plan: MappingPlan) {
        self.plan = plan
    }
}
