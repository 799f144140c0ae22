/// A value before an update, decomposed level by level.
///
/// A value is decomposed only if the input has something for its parts. A part that the input does
/// not have is returned unchanged.
final class OldValue {
    /// The value, or `nil` for a container that an encoder fills.
    let value: (any Encodable)?
    /// The `userInfo` of the encoder.
    let userInfo: [CodingUserInfoKey: Any]
    private var isDecomposed: Bool
    /// The parts that its `encode(to:)` encodes.
    private var parts = Parts()

    struct Parts {
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
    func part(_ value: some Encodable) -> OldValue { OldValue(value, userInfo) }

    /// Creates the old value for a container inside this one, which is filled later.
    func emptyPart() -> OldValue { OldValue(nil, userInfo) }

    private func decompose() {
        guard !isDecomposed, let value else { return }
        isDecomposed = true
        // If encoding fails, there are no parts that could be kept one by one.
        if (try? value.encode(to: PartsEncoder(self))) == nil { parts = Parts() }
    }

    /// The value that has the members or elements: this one, or the one that it encodes in its
    /// place.
    private var container: OldValue {
        var old = self
        for _ in 0..<16 {
            old.decompose()
            guard let single = old.parts.single else { break }
            old = single
        }
        return old
    }

    func member(_ name: String) -> OldValue? { container.parts.members[name] }
    var memberNames: [String] { container.parts.names }
    var elements: [OldValue] { container.parts.elements }

    /// The value that is encoded in place of this one.
    private var single: OldValue? {
        decompose()
        return parts.single
    }

    func setMember(_ name: String, to value: OldValue?) {
        if parts.members[name] == nil, value != nil { parts.names.append(name) }
        parts.members[name] = value
    }

    func append(_ element: OldValue) {
        parts.elements.append(element)
    }

    func setSingle(_ value: OldValue) {
        parts.single = value
    }

    /// The container for a name, created if there is none.
    func container(_ name: String) -> OldValue {
        if let container = parts.members[name], container.value == nil { return container }
        let container = emptyPart()
        setMember(name, to: container)
        return container
    }

    /// The value as this type, or the value of this type that it encodes in its place.
    func value<Value>(as type: Value.Type) -> Value? {
        var old = self
        // Wrappers may be nested. Bounded, because a value may encode itself.
        for _ in 0..<16 {
            if let value = old.value as? Value { return value }
            // Types of the conversion table have no parts.
            guard !(old.value is any MappingConvertible), let single = old.single else { break }
            old = single
        }
        return nil
    }
}
