/// A value before an update, decomposed level by level.
///
/// A value is decomposed only if the input has values for its components. A component that the
/// input does not have is returned unchanged.
final class OldValue {
    /// The value, or `nil` for a container that an encoder fills.
    let value: (any Encodable)?
    /// The `userInfo` of the encoder.
    let userInfo: [CodingUserInfoKey: Any]
    private var isDecomposed: Bool
    /// The components that its `encode(to:)` encodes.
    private var components = Components()

    struct Components {
        var members: [String: OldValue] = [:]
        var names: [String] = []
        var elements: [OldValue] = []
        var single: OldValue?
    }

    init(_ value: (any Encodable)?, _ userInfo: [CodingUserInfoKey: Any]) {
        self.value = value
        self.userInfo = userInfo
        isDecomposed = value == nil
    }

    /// Creates the old value for a value inside this one.
    func inner(_ value: some Encodable) -> OldValue { OldValue(value, userInfo) }

    /// Creates the old value for a container inside this one, which is filled later.
    func emptyContainer() -> OldValue { OldValue(nil, userInfo) }

    private func decompose() {
        guard !isDecomposed, let value else { return }
        isDecomposed = true
        // If encoding fails, there are no components that could be kept one by one.
        if (try? value.encode(to: ComponentEncoder(self))) == nil { components = Components() }
    }

    /// The value that has the members or elements: this one, or the one that it encodes in its
    /// place.
    private var container: OldValue {
        var old = self
        for _ in 0..<16 {
            old.decompose()
            guard let single = old.components.single else { break }
            old = single
        }
        return old
    }

    func member(_ name: String) -> OldValue? { container.components.members[name] }
    var memberNames: [String] { container.components.names }
    var elements: [OldValue] { container.components.elements }

    /// The value that is encoded in place of this one.
    private var single: OldValue? {
        decompose()
        return components.single
    }

    func setMember(_ name: String, to value: OldValue?) {
        if components.members[name] == nil, value != nil { components.names.append(name) }
        components.members[name] = value
    }

    func append(_ element: OldValue) {
        components.elements.append(element)
    }

    func setSingle(_ value: OldValue) {
        components.single = value
    }

    /// The container for a name, created at the first request.
    func container(_ name: String) -> OldValue {
        if let container = components.members[name], container.value == nil { return container }
        let container = emptyContainer()
        setMember(name, to: container)
        return container
    }

    /// The value as this type, or the value of this type that it encodes in its place.
    func value<Value>(as type: Value.Type) -> Value? {
        var old = self
        // Wrappers may be nested. Bounded, because a value may encode itself.
        for _ in 0..<16 {
            if let value = old.value as? Value { return value }
            // Types of the conversion table have no components.
            guard !(old.value is any MappingConvertible), let single = old.single else { break }
            old = single
        }
        return nil
    }
}
