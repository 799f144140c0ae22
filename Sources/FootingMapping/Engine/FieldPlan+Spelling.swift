/// Spelling of a mapping's keys by a key strategy.
extension FieldPlan {
    /// The same field, with its keys and those of nested mappings spelled by `strategy`.
    func spelled(_ strategy: MappingOptions.KeyStrategy) -> FieldPlan {
        var field = self
        field.keys = keys.map { path in
            path.map { Self.listIndex($0) == nil ? strategy.spelled($0) : $0 }
        }
        switch action {
        case .value: break
        case .object(let plan): field.action = .object(plan.spelled(strategy))
        case .accessed(let plan, let lend):
            field.action = .accessed(plan.spelled(strategy), lend)
        }
        return field
    }
}
