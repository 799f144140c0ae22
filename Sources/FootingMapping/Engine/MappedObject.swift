/// An object of the input that is mapped onto a stored one, with the members that the plan wants.
struct MappedObject: ~Copyable {
    let plan: MappingPlan
    let members: Members
    let context: ContextReference
    let target: Storage

    init(
        _ plan: MappingPlan,
        _ members: Members,
        _ context: ContextReference,
        _ target: Storage
    ) {
        self.plan = plan
        self.members = members
        self.context = context
        self.target = target
    }

    /// The path to the value of an entry: where the input has an array, its step is an index.
    @inline(__always)
    func path(of entry: Int) -> [MappingPath.Component] {
        plan.hasIndexes ? pathWithIndexes(of: entry) : plan.entries[entry].path
    }

    @inline(never)
    private func pathWithIndexes(of entry: Int) -> [MappingPath.Component] {
        let path = plan.entries[entry].path
        let trail = plan.entries[entry].trail
        return zip(path.indices, trail).map { depth, step in
            guard depth > 0, let index = plan.entries[step].listIndex,
                members.isList(trail[depth - 1])
            else { return path[depth] }
            return .index(index)
        }
    }
}
