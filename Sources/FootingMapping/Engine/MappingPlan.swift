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
    }

    /// A key that is wanted.
    struct Entry: Sendable {
        let path: [MappingPath.Component]
        /// The first key of the same object that a dictionary can't tell from this one, because it
        /// is written in other bytes and yet equal.
        let twin: Int?
        var leadsToObject = false
        /// The names that different readers want of the one object that is this key's value.
        var readers: [KeyTable] = []

        /// Whether a key nobody wants would otherwise be counted by each reader.
        var isShared: Bool { readers.count > 1 }
    }

    struct Field: Sendable {
        let plan: FieldPlan
        let entry: Int
        let aliases: [Int]
    }

    let objects: [Object]
    let entries: [Entry]
    let fields: [Field]
    let hasAliases: Bool
    let hasSharedObjects: Bool
    let target: String

    @usableFromInline
    init(_ plans: [FieldPlan], for type: Any.Type) {
        let root = Branch()
        for keys in plans.lazy.flatMap(\.keys) { root.insert(keys) }

        var objects: [Object] = []
        var entries: [Entry] = []
        var entryOfPath: [[Bytes]: Int] = [:]
        var waiting: [(branch: Branch, entry: Int?, path: [String])] = [(root, nil, [])]
        while !waiting.isEmpty {
            let (branch, entry, path) = waiting.removeFirst()
            let table = KeyTable(branch.names)
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
                entryOfPath[path.map { Bytes($0.utf8) }] = entries.count
                if !inner.names.isEmpty { waiting.append((inner, entries.count, path)) }
                let twin = entryOfName[name]
                if twin == nil { entryOfName[name] = entries.count }
                entries.append(Entry(path: path.map { .key($0) }, twin: twin))
            }
        }

        fields = plans.map { plan in
            let slots = plan.keys.compactMap { entryOfPath[$0.map { Bytes($0.utf8) }] }
            return Field(plan: plan, entry: slots[0], aliases: Array(slots.dropFirst()))
        }
        for field in fields {
            guard let nested = field.plan.action.plan else { continue }
            for entry in [field.entry] + field.aliases {
                entries[entry].readers.append(nested.objects[0].table)
            }
        }
        hasAliases = fields.contains { !$0.aliases.isEmpty }
        hasSharedObjects = entries.contains { $0.isShared }
        self.objects = objects
        self.entries = entries
        target = String(describing: type)
    }

    /// A name as JSON bytes have it: equal strings need not be the same key.
    private typealias Bytes = [UInt8]

    /// The wanted names inside one object, in the order of declaration.
    private final class Branch {
        private(set) var names: [String] = []
        private(set) var branches: [Branch] = []
        private var indexes: [Bytes: Int] = [:]

        func insert(_ path: [String]) {
            var branch = self
            for name in path { branch = branch.branch(for: name) }
        }

        private func branch(for name: String) -> Branch {
            let bytes = Bytes(name.utf8)
            if let index = indexes[bytes] { return branches[index] }
            indexes[bytes] = names.count
            names.append(name)
            let branch = Branch()
            branches.append(branch)
            return branch
        }
    }
}
