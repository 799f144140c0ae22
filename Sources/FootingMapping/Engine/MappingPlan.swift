import FootingLocks

/// What a mapping wants, worked out once: the keys by object, and the fields by key.
@usableFromInline
final class MappingPlan: Sendable {
    /// An object on the way to a field.
    ///
    /// The first is the one that is mapped; each of the others is a
    /// value that key paths go through, and comes after the one it is in.
    struct Object: Sendable {
        /// The entry with the object as its value, or `nil` for the first.
        let entry: Int?
        let depth: Int
        let firstEntry: Int
        let table: KeyTable
        /// The object is, or is inside, the value of a sensitive field.
        var isSensitive = false
    }

    /// A key that is wanted.
    struct Entry: Sendable {
        let path: [MappingPath.Component]
        /// The first key of the same object that a dictionary can't tell from this one, because it
        /// is written in other bytes and yet equal.
        let twin: Int?
        var leadsToObject = false
        /// The value is, or is inside, that of a sensitive field.
        var isSensitive = false
        /// The names that different readers want of the one object that is this key's value.
        var readers: [KeyTable] = []

        /// Whether a key nobody wants would otherwise be counted by each reader.
        var isShared: Bool { readers.count > 1 }
    }

    struct Field: Sendable {
        var plan: FieldPlan
        let entry: Int
        let aliases: [Int]
    }

    let objects: [Object]
    let entries: [Entry]
    let fields: [Field]
    /// The members of the objects that are written.
    let writtenMembers: [WrittenMember]
    let hasAliases: Bool
    let hasSharedObjects: Bool
    /// The keys of the input are compared in any case.
    let isCaseInsensitive: Bool
    /// Some field is sensitive, or has such a field in its own mapping.
    let hasSensitiveFields: Bool
    let target: String
    /// What is asked of an object when its fields are set.
    let rule: ObjectRule?
    /// What becomes of the members that no field reads, or `nil` if they are only counted.
    let unknownMembers: UnknownMembersPlan?
    /// The plans for other spellings of the keys, each made when it is first needed.
    ///
    /// There are at most eight, so that a new strategy for each call does not use more and more memory.
    private let spelledPlans = Lock<[(strategy: MappingOptions.KeyStrategy, plan: MappingPlan)]>([])

    /// The plan for input that spells its keys by `strategy`.
    func spelled(_ strategy: MappingOptions.KeyStrategy) -> MappingPlan {
        if strategy == .exact { return self }
        let known = spelledPlans.withLock { plans in
            plans.first { $0.strategy == strategy }?.plan
        }
        if let known { return known }
        // Made, and an old one released, without the lock: both may run the caller's code.
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

    /// The same plan with other fields, a rule, or both.
    func replacingFields(
        keeping rule: ObjectRule? = nil,
        _ transform: ([FieldPlan]) -> [FieldPlan] = { $0 }
    ) -> MappingPlan {
        MappingPlan(transform(fields.map(\.plan)), for: target, rule ?? self.rule, unknownMembers)
    }

    /// Creates the plan of fields whose keys are spelled by `strategy` already.
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
            var entryOfName: [String: Int] = [:]
            for (name, inner) in zip(branch.names, branch.branches) {
                let path = path + [name]
                entryOfPath[path.map(bytes)] = entries.count
                if !inner.names.isEmpty { waiting.append((inner, entries.count, path)) }
                let twin = entryOfName[name]
                if twin == nil { entryOfName[name] = entries.count }
                entries.append(Entry(path: path.map { .key($0) }, twin: twin))
            }
        }

        var fields = plans.map { plan in
            let slots = plan.keys.compactMap { entryOfPath[$0.map(bytes)] }
            return Field(plan: plan, entry: slots[0], aliases: Array(slots.dropFirst()))
        }
        Self.markSensitive(&fields, &entries, &objects)
        for field in fields {
            guard let nested = field.plan.action.plan else { continue }
            for entry in [field.entry] + field.aliases {
                entries[entry].readers.append(nested.objects[0].table)
            }
        }
        hasAliases = fields.contains { !$0.aliases.isEmpty }
        hasSharedObjects = entries.contains { $0.isShared }
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

    /// Marks what is inside the value of a sensitive field, and the fields that read such a value.
    private static func markSensitive(
        _ fields: inout [Field],
        _ entries: inout [Entry],
        _ objects: inout [Object]
    ) {
        for field in fields where field.plan.isSensitive {
            for entry in [field.entry] + field.aliases { entries[entry].isSensitive = true }
        }
        // An object comes after the one it is in.
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

    /// A name as JSON bytes have it: equal strings need not be the same key.
    private typealias Bytes = [UInt8]

    /// The wanted names inside one object, in the order of declaration.
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
