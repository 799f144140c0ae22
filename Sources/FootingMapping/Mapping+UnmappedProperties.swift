extension Mapping {
    /// Returns the names of the stored properties that no field sets, in the order of declaration:
    /// what a test compares with what it expects.
    ///
    /// ```swift
    /// print(Settings.mapping.unmappedProperties(of: Settings()))
    /// ```
    ///
    /// A field says itself which property it sets, if Swift knows: stored properties of structs and
    /// of final classes without observers. Any other field is tried with a row of values, to see what
    /// changes. So an instance of a class is not the same afterwards, and its observers have run.
    /// Where none of those values is taken, because of a rule of the field or a type of one's own, the
    /// property is listed although it is mapped; so are constants. Superclasses' properties come last.
    ///
    /// - Complexity: O(*n*) in the size of `sample` for each value that is tried.
    public func unmappedProperties(of sample: Root) -> [String] {
        var root = sample
        var known = StoredProperty.all(of: root)
        var names = known.map(\.name)
        for field in plan.fields.lazy.map(\.plan) {
            if let name = field.propertyName, known.contains(where: { $0.name == name }) {
                names.removeAll { $0 == name }
                continue
            }
            let alone = MappingPlan([field], for: Root.self, spelled: .exact)
            for input in field.trialInputs {
                _ = unsafe withUnsafeMutablePointer(to: &root) { root in
                    unsafe alone.run(input, onto: root, .lenient, for: .update)
                }
                let now = StoredProperty.all(of: root)
                let changed = zip(known, now).filter { $0.content != $1.content }.map(\.1.name)
                known = now
                names.removeAll(where: changed.contains)
                if !changed.isEmpty { break }
            }
        }
        return names
    }
}

/// A stored property as `Mirror` has it.
private struct StoredProperty {
    let name: String
    let content: String

    static func all(of value: Any) -> [StoredProperty] {
        var properties: [StoredProperty] = []
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            for (label, value) in current.children {
                // Macros of the standard library keep their own things in such properties.
                guard let label, !label.hasPrefix("_$") else { continue }
                let lazyPrefix = "$__lazy_storage_$_"
                let name =
                    label.hasPrefix(lazyPrefix) ? label.dropFirst(lazyPrefix.count) : label[...]
                var content = ""
                dump(value, to: &content, maxDepth: 16)
                properties.append(StoredProperty(name: String(name), content: content))
            }
            mirror = current.superclassMirror
        }
        return properties
    }
}

extension FieldPlan {
    /// The property of the root that the field's key path begins with, if the standard library names
    /// it.
    fileprivate var propertyName: String? {
        guard let keyPath else { return nil }
        let prefix = "\\\(type(of: keyPath).rootType)."
        let path = "\(keyPath)"
        guard path.hasPrefix(prefix) else { return nil }
        let name = path.dropFirst(prefix.count).prefix { !".?![".contains($0) }
        // What only accessors reach is an address in angle brackets.
        return name.isEmpty || name.hasPrefix("<") ? nil : String(name)
    }

    /// Dictionaries with a value for the field, of all kinds that a property is likely to take.
    fileprivate var trialInputs: [[String: Any]] {
        let values: [Any]
        if let plan = action.plan {
            values = plan.fields.flatMap(\.plan.trialInputs)
        } else {
            let type = keyPath.map { Swift.type(of: $0).valueType }
            let cases = (type as? any CaseIterable.Type).map { rawValues($0) } ?? []
            let scalars = cases + Self.trialValues
            values = scalars + scalars.map { ["a": $0] }
        }
        return values.map { nested($0, keys[0]) }
    }

    private func nested(_ value: Any, _ keys: [String]) -> [String: Any] {
        keys.dropLast().reversed().reduce([keys.last ?? "": value]) { [$1: $0] }
    }

    private func rawValues<Cases: CaseIterable>(_: Cases.Type) -> [Any] {
        Cases.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue }
    }

    /// Two of each kind: one of them is not what the property has already.
    private static var trialValues: [Any] {
        [
            0, 1, "a", "b", "2026-11-22T00:00:00Z", "2026-11-22", "https://a.example/",
            "https://b.example/", "00000000-0000-0000-0000-000000000000",
            "00000000-0000-0000-0000-000000000001", "AAAA", "AAAB", String?.none as Any,
        ]
    }
}
