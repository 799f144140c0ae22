/// The fields of a superclass's mapping, in a subclass's mapping.
///
/// ```swift
/// InheritedFields(Customer.mapping) { $0 }
/// Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
/// ```
///
/// They set properties of the same instance from the same object of the input, in their order, at
/// the position of this statement. The rules of the parent's mapping (``Mapping/validated(_:by:)``)
/// apply, too.
public struct InheritedFields<Root: AnyObject, Parent: AnyObject>: MappingFields, Sendable {
    /// The fields of the superclass, for the subclass.
    public let fields: FieldBuilder<Root>.Fields

    /// Creates the fields of `mapping` for a subclass.
    ///
    /// The closure is always `{ $0 }`: with it, the compiler checks that `Parent` is a superclass.
    /// It runs once for each value.
    @inlinable
    public init(_ mapping: Mapping<Parent>, _ upcast: @escaping @Sendable (Root) -> Parent) {
        self.init(mapping.plan) { storage, body in
            guard let root = storage.value(as: Root.self) else { return }
            var parent = upcast(root)
            _ = Storage.with(&parent) { body($0) }
        }
    }

    @usableFromInline
    init(_ plan: MappingPlan, _ lendParent: @escaping FieldPlan.Lend) {
        fields = .init(
            plans: plan.fields.map { $0.plan.inherited(lendParent) },
            unknownMembers: plan.unknownMembers?.inherited(lendParent),
            checks: (plan.rule?.checks ?? []).map { check in
                { storage in
                    var refusal: MappingRefusal?
                    lendParent(storage) { parent in
                        refusal = check(parent)
                        return false
                    }
                    return refusal
                }
            }
        )
    }
}

extension FieldPlan {
    /// The same field for a root whose superclass, lent by `lendParent`, declares it.
    fileprivate func inherited(_ lendParent: @escaping Lend) -> FieldPlan {
        var plan = self
        // The offset is relative to the parent, so it is added to the lent storage.
        plan.offset = 0
        plan.writeOffset = 0
        let (offset, writeOffset) = (offset, writeOffset)
        if let write {
            plan.write = { storage, output in
                var refusal: MappingRefusal?
                lendParent(storage) { parent in
                    refusal = write(parent.advanced(by: writeOffset), &output)
                    return false
                }
                return refusal
            }
        }
        if let reset {
            plan.reset = { storage in
                lendParent(storage) { parent in
                    reset(parent.advanced(by: offset))
                    return true
                }
            }
        }
        switch action {
        case .value(let store):
            plan.action = .value { storage, source in
                guard !storage.isNone else { return store(storage, source) }
                var outcome = FieldOutcome.updated
                lendParent(storage) { parent in
                    outcome = store(parent.advanced(by: offset), source)
                    return true
                }
                return outcome
            }
        case .object(let mapping):
            plan.action = .accessed(mapping) { storage, body in
                lendParent(storage) { body($0.advanced(by: offset)) }
            }
        case .accessed(let mapping, let lend):
            plan.action = .accessed(mapping) { storage, body in
                lendParent(storage) { parent in
                    lend(parent.advanced(by: offset), body)
                    return true
                }
            }
        }
        return plan
    }
}
