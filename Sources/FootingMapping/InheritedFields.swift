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
                { storage in storage.result(by: lendParent) { check($0) } ?? nil }
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
                storage.result(by: lendParent) {
                    write($0.advanced(by: writeOffset), &output)
                } ?? nil
            }
        }
        if let reset {
            plan.reset = { storage in
                storage.result(by: lendParent) { reset($0.advanced(by: offset)) }
            }
        }
        switch action {
        case .value(let store):
            plan.action = .value { storage, source in
                guard !storage.isNone else { return store(storage, source) }
                return storage.result(by: lendParent) {
                    store($0.advanced(by: offset), source)
                } ?? .unchanged
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

extension Storage {
    /// The result of `body` with the storage of the superclass's instance; `nil` without storage.
    @discardableResult
    func result<Result>(
        by lendParent: @escaping FieldPlan.Lend,
        _ body: (Storage) -> Result
    ) -> Result? {
        var result: Result?
        lendParent(self) { parent in
            result = body(parent)
            return true
        }
        return result
    }
}
