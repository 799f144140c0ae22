/// A member of the objects that a mapping writes.
final class WrittenMember: Sendable {
    enum Content: Sendable {
        /// The value of a field.
        case field(Int)
        /// An object that contains the values of fields.
        case object([WrittenMember])
        /// A member of an object that a field writes into together with other fields.
        case inner(field: Int, MappingPlan, WrittenMember)
        /// Nothing, for this reason.
        case refused(field: Int, MappingRefusal)
    }

    /// The key path from the object: one key, unless nothing is written.
    let path: [String]
    let content: Content
    let label: MappingOutput.Label

    var key: String { label.key }

    private init(path: [String], content: Content) {
        self.path = path
        self.content = content
        label = MappingOutput.Label(path[0])
    }

    /// The members for the first key paths of `fields`, in the order of the bytes of their keys.
    static func members(_ fields: [MappingPlan.Field]) -> [WrittenMember] {
        func isInArray(_ field: Int) -> Bool {
            fields[field].plan.keys[0].dropFirst().contains { FieldPlan.listIndex($0) != nil }
        }
        let objects = fields.indices.filter { !isInArray($0) }
        let elements = fields.indices.filter(isInArray).map {
            WrittenMember(
                path: fields[$0].plan.keys[0],
                content: .refused(field: $0, MappingOutput.inArray)
            )
        }
        let all = members(fields, objects.map { ($0, fields[$0].plan.keys[0][...]) })
        guard !elements.isEmpty else { return all }
        return (all + elements).sorted { first, second in
            first.path.lexicographicallyPrecedes(second.path) {
                $0.utf8.lexicographicallyPrecedes($1.utf8)
            }
        }
    }

    private static func members(
        _ fields: [MappingPlan.Field],
        _ wanted: [(field: Int, keys: ArraySlice<String>)]
    ) -> [WrittenMember] {
        // Grouped by bytes: keys that are equal strings may have different bytes.
        let groups = Dictionary(grouping: wanted) {
            Array($0.keys.first.map { $0.utf8 } ?? "".utf8)
        }
        let sorted = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
        return sorted.flatMap { group -> [WrittenMember] in
            guard let key = group[0].keys.first else { return [] }
            let whole = group.filter { $0.keys.count == 1 }.map(\.field)
            let inner = group.filter { $0.keys.count > 1 }
                .map { (field: $0.field, keys: $0.keys.dropFirst()) }
            let innerMembers = inner.isEmpty ? [] : members(fields, inner)
            guard let first = whole.first else {
                return [WrittenMember(path: [key], content: .object(innerMembers))]
            }
            // An object in a string can't have members of other fields.
            let plans = whole.compactMap {
                fields[$0].plan.isEmbeddedJSON ? nil : fields[$0].plan.action.plan
            }
            guard group.count > 1, plans.count == whole.count else {
                return [WrittenMember(path: [key], content: .field(first))]
                    + group.filter { $0.field != first }.map {
                        WrittenMember(
                            path: Array($0.keys),
                            content: .refused(field: $0.field, MappingOutput.occupied)
                        )
                    }
            }
            var all = innerMembers
            for (field, plan) in zip(whole, plans) {
                all += plan.writtenMembers.map { member in
                    let isOccupied = all.contains { $0.key.utf8.elementsEqual(member.key.utf8) }
                    return WrittenMember(
                        path: member.path,
                        content: isOccupied
                            ? .refused(field: field, MappingOutput.occupied)
                            : .inner(field: field, plan, member)
                    )
                }
            }
            all.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return [WrittenMember(path: [key], content: .object(all))]
        }
    }
}
