/// The kinds of objects of a ``MappableUnion``.
public struct MappingUnion<Value>: Sendable {
    /// A kind of object.
    public struct Kind: Sendable {
        fileprivate let plan: MappingPlan
        fileprivate let make:
            @Sendable (MappingPlan, borrowing MappingSource) -> MappingConversion<Value>
        /// Lends the storage of the object, and writes the object back if the closure returns true;
        /// returns false if the value is of another kind.
        fileprivate let lend: @Sendable (inout Value, (Storage) -> Bool) -> Bool

        /// Creates a kind of objects with the mapping of their type.
        ///
        /// - Parameters:
        ///   - value: Returns the union's value for an object.
        ///   - object: Returns the object of a value of this kind, and `nil` of another kind.
        /// - Returns: The kind, for ``MappingUnion/init(_:_:unknownCase:)``.
        public static func object<Object: Mappable>(
            _ value: @escaping @Sendable (Object) -> Value,
            _ object: @escaping @Sendable (Value) -> Object?
        ) -> Kind {
            Kind(plan: Object.mapping.plan) { plan, source in
                var new = Object()
                let refusal = Storage.with(&new) { source.map(plan, onto: $0) }
                return refusal.map { .refused($0) } ?? .exact(value(new))
            } lend: { union, body in
                guard var held = object(union) else { return false }
                if Storage.with(&held, body) { union = value(held) }
                return true
            }
        }
    }

    /// The kinds by their names in the input; each plan includes the member with the name.
    let kinds: [String: Kind]
    /// The kind of objects whose names are not in `kinds`.
    private let fallback: Kind?
    /// The kinds in the order of their names, since a value may be of more than one.
    private let writtenKinds: [Kind]
    /// Reads the member that names the kind.
    private let tag: MappingPlan

    /// Creates a union of objects whose member `key` names their kind.
    ///
    /// The member is a string, or a number, which is converted to a string. If the member is
    /// missing or its string is not in `kinds`, the object is refused: the issue is
    /// ``MappingIssue/Code/missing`` or ``MappingIssue/Code/unknownCase`` at the member.
    ///
    /// With `unknownCase`, a string that is not in `kinds` is not an issue: the object is mapped as
    /// that kind, and noted as ``MappingNote/Kind/fallbackCase``. It is a new object, also in a
    /// property that has one. The member is written back if the object's type has a field for it,
    /// or keeps it as one of its ``UnknownMembers``; otherwise, it is an issue.
    ///
    /// An integer such as `"1"` is written as a number, unless the object has a field for the
    /// member whose type is `String`.
    public init(_ key: String, _ kinds: [String: Kind], unknownCase fallback: Kind? = nil) {
        var field = FieldPlan(
            key: key,
            type: String.self,
            offset: 0,
            action: .value { storage, source in
                // The string is compared with the names of the kinds.
                guard !source.isTextSlowToCompare else { return .refused(.combiningMarks) }
                let name = String.converted(from: source)
                    .compactMap(
                        { kinds[$0] == nil && fallback == nil ? nil : $0 },
                        orFailing: .unknownCase
                    )
                return name.stored { name in storage.modify(String.self) { $0 = name } }
            }
        )
        field.isRequired = true
        tag = MappingPlan([field], for: String(describing: Value.self))
        let path = field.keys[0]
        self.kinds = Dictionary(
            uniqueKeysWithValues: kinds.map { name, kind in
                let number = Int(name).flatMap { $0.description == name ? $0 : nil }
                let plan = kind.plan.replacingFields { fields in
                    var fields = fields
                    let own = fields.indices.filter { fields[$0].keys[0] == path }
                    let isString = own.contains {
                        ["String", "String?"].contains(fields[$0].target)
                    }
                    let write: FieldPlan.Write = { _, output in
                        if let number, !isString {
                            output.write(number, digits: name)
                        } else {
                            output.write(name)
                        }
                        return nil
                    }
                    for index in own { fields[index].write = write }
                    return own.isEmpty ? [Self.tag(key, write: write)] + fields : fields
                }
                return (name, Kind(plan: plan, make: kind.make, lend: kind.lend))
            }
        )
        self.fallback = fallback.map { kind in
            let hasName = kind.plan.fields.contains { $0.plan.keys[0] == path }
            guard !hasName, kind.plan.unknownMembers == nil else { return kind }
            let tag = Self.tag(key) { _, _ in
                MappingRefusal(.unusableFormat, because: "its kind is not known")
            }
            let plan = kind.plan.replacingFields { [tag] + $0 }
            return Kind(plan: plan, make: kind.make, lend: kind.lend)
        }
        let ordered = self.kinds.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        writtenKinds = ordered.map(\.value) + (self.fallback.map { [$0] } ?? [])
    }

    /// The member that names the kind, which has been read already and is not counted as a field.
    private static func tag(_ key: String, write: @escaping FieldPlan.Write) -> FieldPlan {
        FieldPlan(
            key: key,
            type: String.self,
            offset: 0,
            action: .value { _, _ in .updated },
            write: write
        )
    }

    func make(from source: borrowing MappingSource) -> MappingConversion<Value> {
        switch kind(of: source) {
        case .success(let kind?): kind.make(kind.plan, source)
        case .success(.none): makeFallback(from: source)
        case .failure(let refusal): .refused(refusal)
        }
    }

    private func makeFallback(from source: borrowing MappingSource) -> MappingConversion<Value> {
        guard let fallback else { return .failed(.unknownCase) }
        let conversion = fallback.make(fallback.plan, source)
        return if case .exact(let value) = conversion { .fallback(value) } else { conversion }
    }

    /// Updates `value` or replaces it, and sets `isChanged` if the property must be set.
    fileprivate func update(
        _ value: inout Value,
        from source: borrowing MappingSource,
        isChanged: inout Bool
    ) -> FieldOutcome {
        switch kind(of: source) {
        case .failure(let refusal):
            return .refused(refusal)
        case .success(.none):
            return makeFallback(from: source).stored {
                value = $0
                isChanged = true
            }
        case .success(let kind?):
            var outcome = FieldOutcome.updated
            let isOfKind = kind.lend(&value) { storage in
                outcome = source.update(storage, kind.plan, isChanged: &isChanged)
                return isChanged
            }
            if isOfKind { return outcome }
            return kind.make(kind.plan, source).stored {
                value = $0
                isChanged = true
            }
        }
    }

    func write(
        _ value: Value,
        to output: inout MappingOutput
    ) throws(MappingRefusal) {
        var value = value
        var refusal: MappingRefusal? = MappingRefusal(
            .unusableFormat,
            because: "no kind of the union has this value"
        )
        for kind in writtenKinds where refusal != nil {
            let isOfKind = kind.lend(&value) { storage in
                do throws(MappingRefusal) {
                    try output.writeObject(at: storage, kind.plan)
                    refusal = nil
                } catch {
                    refusal = error
                }
                return false
            }
            if isOfKind { break }
        }
        if let refusal { throw refusal }
    }

    /// The kind that an object names, or `nil` for one that is not in `kinds`.
    private func kind(of source: borrowing MappingSource) -> Result<Kind?, MappingRefusal> {
        var name = ""
        if let refusal = Storage.with(&name, { source.map(tag, onto: $0, isCounted: false) }) {
            return .failure(refusal)
        }
        return .success(kinds[name])
    }
}

extension Field {
    /// Creates a field that maps an object of one of several kinds onto the object in a property.
    ///
    /// The object is updated in place if the input names its kind. Otherwise, the property is set
    /// to a new object, if all of its required fields were set.
    public init(
        _ key: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) where Value: MappableUnion {
        self.init(key, property) { value, source, isChanged in
            Value.union.update(&value, from: source, isChanged: &isChanged)
        }
    }

    /// Creates a field that maps an object of one of several kinds onto the optional object in a
    /// property.
    ///
    /// A null sets the property to `nil`.
    public init<Union: MappableUnion>(
        _ key: String,
        _ property: any WritableKeyPath<Root, Union?> & Sendable
    ) where Value == Union? {
        self.init(optional: key, property) { union, source, isChanged in
            Union.union.update(&union, from: source, isChanged: &isChanged)
        }
    }
}
