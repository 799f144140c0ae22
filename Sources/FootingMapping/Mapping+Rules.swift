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

    /// Returns the same mapping for input with another spelling of the keys.
    ///
    /// ```swift
    /// let shouting = Booking.mapping.spellingKeys { $0.uppercased() }
    /// ```
    ///
    /// The closure runs only during this call, once for each part of each key, including aliases
    /// and the mappings of objects that are updated in place: keep the result. Elements of arrays
    /// have the keys of their own mapping. ``MappingOptions/keyStrategy-swift.property`` applies to
    /// the spelled keys.
    public func spellingKeys(_ spell: (_ key: String) -> String) -> Mapping {
        Mapping(plan.spelled(by: spell))
    }

    private init(_ plan: MappingPlan) {
        self.plan = plan
    }
}
