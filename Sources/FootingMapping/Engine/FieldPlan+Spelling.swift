/// Spelling of a mapping's keys by a key strategy.
extension FieldPlan {
    /// The same field, with its keys and those of nested mappings spelled by `strategy`.
    func spelled(_ strategy: MappingOptions.KeyStrategy) -> FieldPlan {
        var field = self
        field.keys = keys.map { path in
            path.map { Self.listIndex($0) == nil ? strategy.spelled($0) : $0 }
        }
        field.action = action.mapPlan { $0.spelled(strategy) }
        return field
    }
}

extension FieldPlan.Action {
    fileprivate func mapPlan(_ transform: (MappingPlan) -> MappingPlan) -> Self {
        switch self {
        case .value: self
        case .object(let plan): .object(transform(plan))
        case .accessed(let plan, let lend): .accessed(transform(plan), lend)
        }
    }
}
