/// The members that no field of a ``Mapping`` reads, kept in a dictionary.
///
/// ```swift
/// static let mapping = Mapping<Booking> {
///     Field("guest", \.guest).default("unknown")
///     Field("stay", \.stay)
///     Field("vehicles", \.vehicles)
///     UnknownMembers(\.details)
/// }
/// ```
///
/// Each member is handled like a field: a value in the input is set, a missing one stays in the
/// dictionary, and an invalid one is an issue. Unknown members are set last, are not counted as
/// unused keys, and are written back. Members of objects that key paths lead through are not kept.
public struct UnknownMembers<Root, Value: MappingConvertible>: MappingFields, Sendable {
    /// The statement for the mapping.
    public let fields: FieldBuilder<Root>.Fields

    /// Creates a statement that keeps unknown members in `property`.
    public init(
        _ property: @autoclosure @escaping @Sendable () -> WritableKeyPath<Root, [String: Value]>
    ) {
        let members = UnknownMembersPlan(
            target: FieldPlan.name(of: Value.self),
            isOfObjects: FieldPlan.isOfObjects(Value.self)
        ) { place, key, source in
            Value.converted(from: source).stored { value in
                place.modify(Root.self) { $0[keyPath: property()][key] = value }
            }
        } keys: {
            ($0.value(as: Root.self)?[keyPath: property()]).map { Array($0.keys) } ?? []
        } write: { place, key, output in
            place.write({ (root: Root) in root[keyPath: property()][key] }, to: &output)
        }
        fields = FieldBuilder.Fields(plans: [], unknownMembers: members)
    }
}

/// The handling of members that no field reads.
struct UnknownMembersPlan: Sendable {
    /// The type of a member.
    let target: String
    let isOfObjects: Bool
    /// Sets a member of the root at a place.
    let store: @Sendable (Place, _ key: String, borrowing MappingSource) -> FieldOutcome
    /// The keys of the members that are written.
    let keys: @Sendable (Place) -> [String]
    /// Writes a member, and returns a refusal if it can't be written.
    let write: @Sendable (Place, _ key: String, inout MappingOutput) -> MappingRefusal?

    /// The same for a root whose superclass, lent by `lendParent`, declares this.
    func inherited(_ lendParent: @escaping FieldPlan.Lend) -> UnknownMembersPlan {
        UnknownMembersPlan(target: target, isOfObjects: isOfObjects) { place, key, source in
            guard !place.isNowhere else { return store(place, key, source) }
            var outcome = FieldOutcome.exact
            lendParent(place) { parent in
                outcome = store(parent, key, source)
                return true
            }
            return outcome
        } keys: { place in
            var keys: [String] = []
            lendParent(place) { parent in
                keys = self.keys(parent)
                return false
            }
            return keys
        } write: { place, key, output in
            var refusal: MappingRefusal?
            lendParent(place) { parent in
                refusal = write(parent, key, &output)
                return false
            }
            return refusal
        }
    }
}

extension MappingPlan {
    /// Keeps the members of `object` that no field reads.
    @inline(never)
    func keepUnknownMembers(
        of object: borrowing MappingSource,
        in target: Place,
        _ members: UnknownMembersPlan,
        _ run: inout MappingRun
    ) {
        var duplicateKeyCount = 0
        object.forEachMember(beyond: objects[0].table, &duplicateKeyCount) { key, member, refusal in
            let outcome = refusal.map { .refused($0) } ?? members.store(target, key, member)
            let path = [member.component(forInputKey: key)]
            if member.hasFindings { run.take(member, path, outcome) }
            if case .refused(let refusal) = outcome {
                return run.refuse(
                    member,
                    refusal,
                    path,
                    wanted: members.target,
                    isRequired: false,
                    showsValue: !members.isOfObjects
                )
            }
            run.report.appliedCount &+= 1
        }
        run.report.duplicateKeyCount &+= duplicateKeyCount
    }
}
