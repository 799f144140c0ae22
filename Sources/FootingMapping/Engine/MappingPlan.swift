import FootingLocks

/// A mapping prepared for execution: the keys grouped by object, and the fields with their keys.
@usableFromInline
final class MappingPlan: Sendable {
    /// An object that contains values of fields.
    ///
    /// The first one is the mapped object; each of the others is a value that key paths go through,
    /// and follows the one that contains it.
    struct Object: Sendable {
        /// The entry whose value is the object, or `nil` for the first one.
        let entry: Int?
        let depth: Int
        let firstEntry: Int
        let table: KeyTable
        /// Whether the object is, or is inside, the value of a sensitive field.
        var isSensitive = false
    }

    /// A key that the mapping reads.
    struct Entry: Sendable {
        /// The path in objects; see ``MappedObject/path(of:)``.
        let path: [MappingPath.Component]
        /// The entries on the path, including this one.
        let trail: [Int]
        /// The index of the value, if it is in an array.
        let listIndex: Int?
        /// The first key of the same object that a dictionary can't distinguish from this one,
        /// because the strings are equal although their bytes differ.
        let twin: Int?
        var leadsToObject = false
        /// Whether the value is, or is inside, the value of a sensitive field.
        var isSensitive = false
        /// The names that different readers look up in the one value of this key; none of a reader
        /// that reads the value as a whole.
        var readers: [KeyTable] = []
        /// Whether a reader takes every member: the value as a whole, or unknown members, too.
        var isReadWhole = false

        /// Whether each of several readers would count the same unknown key.
        var isShared: Bool { readers.count > 1 }
        /// Whether the keys are unknown that are in none of `readers`.
        var countsSharedKeys: Bool { isShared && !isReadWhole }
    }

    struct Field: Sendable {
        var plan: FieldPlan
        let entry: Int
        let aliases: [Int]
    }

    /// The facts of a field that the loop over all fields reads.
    // Small, since an element of `fields` has many references that a copy would count.
    struct Step: Sendable {
        let entry: Int
        /// The number of keys on the path to the value.
        let depth: Int
        /// The offset of the address that is passed to `store`.
        let offset: Int
        /// Converts and stores a value, or `nil` if the field takes more than that: it has settings
        /// or is an object, or the plan has aliases.
        let store: FieldPlan.Store?

        init(_ field: Field, depth: Int, hasAliases: Bool) {
            entry = field.entry
            self.depth = depth
            offset = field.plan.offset
            if !hasAliases, field.plan.settings == nil, case .value(let store) = field.plan.action {
                self.store = store
            } else {
                store = nil
            }
        }
    }

    let objects: [Object]
    let entries: [Entry]
    let fields: [Field]
    /// A step for each field.
    let steps: [Step]
    /// The members to write for an object.
    let writtenMembers: [WrittenMember]
    let hasAliases: Bool
    let hasSharedObjects: Bool
    /// Whether a key path may lead into an array.
    let hasIndexes: Bool
    /// Whether the keys of the input match regardless of case.
    let isCaseInsensitive: Bool
    /// Whether a field is sensitive, or maps an object with such a field.
    let hasSensitiveFields: Bool
    let target: String
    /// The rule that an object must satisfy once its fields are set.
    let rule: ObjectRule?
    /// The handling of members that no field reads, or `nil` if they are only counted.
    let unknownMembers: UnknownMembersPlan?
    /// The plans for other spellings of the keys, each made on first use.
    ///
    /// At most eight are cached, so that a new strategy for each call does not use more and more
    /// memory.
    private let spelledPlans = Lock<[(strategy: MappingOptions.KeyStrategy, plan: MappingPlan)]>([])

    /// The plan for input whose keys are spelled by `strategy`.
    func spelled(_ strategy: MappingOptions.KeyStrategy) -> MappingPlan {
        if strategy == .exact { return self }
        let known = spelledPlans.withLock { plans in
            plans.first { $0.strategy == strategy }?.plan
        }
        if let known { return known }
        // Made, and an old one released, outside the lock: both may run the caller's code.
        let plan = MappingPlan(
            fields.map { $0.plan.spelled(strategy) },
            for: target,
            rule,
            unknownMembers,
            strategy
        )
        let removed = spelledPlans.withLock { plans in
            plans.append((strategy, plan))
            return plans.count > 8 ? plans.removeFirst() : nil
        }
        withExtendedLifetime(removed) {}
        return plan
    }

    /// The same plan with other fields, another rule, or both.
    func replacingFields(
        keeping rule: ObjectRule? = nil,
        _ transform: ([FieldPlan]) -> [FieldPlan] = { $0 }
    ) -> MappingPlan {
        MappingPlan(transform(fields.map(\.plan)), for: target, rule ?? self.rule, unknownMembers)
    }

    /// Creates the plan for fields whose keys are already spelled by `strategy`.
    init(
        _ plans: [FieldPlan],
        for target: String,
        _ rule: ObjectRule? = nil,
        _ unknownMembers: UnknownMembersPlan? = nil,
        _ strategy: MappingOptions.KeyStrategy = .exact
    ) {
        let isCaseInsensitive = strategy == .caseInsensitive
        self.isCaseInsensitive = isCaseInsensitive
        func bytes(_ name: String) -> Bytes {
            Bytes((isCaseInsensitive ? name.foldingASCII : name).utf8)
        }
        let root = Branch(bytes)
        for keys in plans.lazy.flatMap(\.keys) { root.insert(keys) }

        var objects: [Object] = []
        var entries: [Entry] = []
        var entryOfPath: [[Bytes]: Int] = [:]
        var waiting: [(branch: Branch, entry: Int?, path: [String])] = [(root, nil, [])]
        while !waiting.isEmpty {
            let (branch, entry, path) = waiting.removeFirst()
            let table = KeyTable(branch.names, isCaseInsensitive: isCaseInsensitive)
            objects.append(
                Object(
                    entry: entry,
                    depth: path.count,
                    firstEntry: entries.count,
                    table: table
                )
            )
            if let entry {
                entries[entry].leadsToObject = true
                entries[entry].readers.append(table)
            }
            let first = entries.count
            for (index, name) in branch.names.enumerated() {
                let inner = branch.branches[index]
                let path = path + [name]
                entryOfPath[path.map(bytes)] = entries.count
                if !inner.names.isEmpty { waiting.append((inner, entries.count, path)) }
                entries.append(
                    Entry(
                        path: path.map { .key($0) },
                        trail: (entry.map { entries[$0].trail } ?? []) + [entries.count],
                        listIndex: entry == nil ? nil : FieldPlan.listIndex(name),
                        twin: table.twins[index].map { first + $0 }
                    )
                )
            }
        }

        var fields = plans.map { plan in
            let slots = plan.keys.compactMap { entryOfPath[$0.map(bytes)] }
            return Field(plan: plan, entry: slots[0], aliases: Array(slots.dropFirst()))
        }
        Self.markSensitive(&fields, &entries, &objects)
        let noKeys = KeyTable([])
        for field in fields {
            let nested = field.plan.action.plan
            let takesAll = nested == nil || nested?.unknownMembers != nil
            for entry in [field.entry] + field.aliases {
                entries[entry].readers.append(nested?.objects[0].table ?? noKeys)
                entries[entry].isReadWhole = entries[entry].isReadWhole || takesAll
            }
        }
        let hasAliases = fields.contains { !$0.aliases.isEmpty }
        self.hasAliases = hasAliases
        steps = fields.map { field in
            Step(field, depth: entries[field.entry].path.count, hasAliases: hasAliases)
        }
        hasSharedObjects = entries.contains { $0.countsSharedKeys }
        hasIndexes = entries.contains { $0.listIndex != nil }
        hasSensitiveFields = fields.contains {
            $0.plan.isSensitive || $0.plan.action.plan?.hasSensitiveFields == true
        }
        self.fields = fields
        writtenMembers = WrittenMember.members(fields)
        self.objects = objects
        self.entries = entries
        self.target = target
        self.rule = rule
        self.unknownMembers = unknownMembers
    }

    /// Marks everything inside the value of a sensitive field, and the fields that read such a
    /// value.
    private static func markSensitive(
        _ fields: inout [Field],
        _ entries: inout [Entry],
        _ objects: inout [Object]
    ) {
        for field in fields where field.plan.isSensitive {
            for entry in [field.entry] + field.aliases { entries[entry].isSensitive = true }
        }
        // An object follows the one that contains it.
        for index in objects.indices {
            guard let entry = objects[index].entry, entries[entry].isSensitive else { continue }
            objects[index].isSensitive = true
            let first = objects[index].firstEntry
            for inner in first..<first + objects[index].table.names.count {
                entries[inner].isSensitive = true
            }
        }
        for index in fields.indices where !fields[index].plan.isSensitive {
            let isSensitive = ([fields[index].entry] + fields[index].aliases).contains {
                entries[$0].isSensitive
            }
            if isSensitive { fields[index].plan.set(\.isSensitive, to: true) }
        }
    }

    /// The UTF-8 bytes of a name: equal strings may be different keys.
    private typealias Bytes = [UInt8]

    /// The names to look up inside one object, in the order of declaration.
    private final class Branch {
        private(set) var names: [String] = []
        private(set) var branches: [Branch] = []
        private var indexes: [Bytes: Int] = [:]
        private let bytes: (String) -> Bytes

        init(_ bytes: @escaping (String) -> Bytes) {
            self.bytes = bytes
        }

        func insert(_ path: [String]) {
            var branch = self
            for name in path { branch = branch.branch(for: name) }
        }

        private func branch(for name: String) -> Branch {
            let key = bytes(name)
            if let index = indexes[key] { return branches[index] }
            indexes[key] = names.count
            names.append(name)
            let branch = Branch(bytes)
            branches.append(branch)
            return branch
        }
    }
}
