/// The fields of a parent class, at their place among those of a subclass.
///
/// ```swift
/// InheritedFields(Customer.mapping) { $0 }
/// Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
/// ```
///
/// They do what they do in the parent's mapping, to the same instance and from the same object of the
/// input, and they are set in their order where this line stands.
public struct InheritedFields<Root: AnyObject, Parent: AnyObject>: Sendable {
    let plans: [FieldPlan]

    /// Creates the fields of `mapping` for a subclass.
    ///
    /// The closure is always `{ $0 }`: there the compiler sees that one class is the other's parent. It
    /// runs once for each value.
    public init(_ mapping: Mapping<Parent>, _ upcast: @escaping @Sendable (Root) -> Parent) {
        plans = mapping.plan.fields.map { $0.plan.inherited(through: upcast) }
    }
}

extension FieldPlan {
    /// The same field of a root whose parent it was declared for.
    fileprivate func inherited<Root: AnyObject, Parent: AnyObject>(
        through upcast: @escaping @Sendable (Root) -> Parent
    ) -> FieldPlan {
        var plan = self
        let offset = offset
        // Safe: the new plan is for a mapping of `Root` and has no offset, so the engine passes the
        // address of a reference to one. The old action gets the address of a reference to the
        // parent, plus the offset that it was declared with; that reference outlives the call.
        plan.offset = 0
        let lendParent: Lend = { place, body in
            var parent = unsafe upcast(place.assumingMemoryBound(to: Root.self).pointee)
            unsafe withUnsafeMutablePointer(to: &parent) { parent in
                _ = unsafe body(UnsafeMutableRawPointer(parent) + offset)
            }
        }
        switch action {
        case .value(let store):
            unsafe plan.action = .value { place, source in
                guard let place = unsafe place else { return store(nil, source) }
                var outcome = FieldOutcome.exact
                unsafe lendParent(place) { parent in
                    outcome = unsafe store(parent, source)
                    return true
                }
                return outcome
            }
        case .object(let mapping):
            plan.action = unsafe .accessed(mapping, lendParent)
        case .accessed(let mapping, let lend):
            unsafe plan.action = .accessed(mapping) { place, body in
                unsafe lendParent(place) { parent in
                    unsafe lend(parent, body)
                    return true
                }
            }
        }
        return plan
    }
}
