/// What a value held before an update, level by level.
///
/// A value is taken apart only where the input has something for it. What is not touched is given
/// back as it is.
final class OldValue {
    /// The value, or `nil` if this is what a container was filled with.
    let value: (any Encodable)?
    /// What `encode(to:)` is told.
    let userInfo: [CodingUserInfoKey: Any]
    private var isTakenApart: Bool
    /// What it consists of, as its `encode(to:)` says.
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
        isTakenApart = value == nil
    }

    /// One for a value in this one.
    func part(_ value: some Encodable) -> OldValue { OldValue(value, userInfo) }

    /// One for a container in this one, which is filled from then on.
    func emptyPart() -> OldValue { OldValue(nil, userInfo) }

    private func takeApart() {
        guard !isTakenApart, let value else { return }
        isTakenApart = true
        // What can't be encoded has no parts that could be kept one by one.
        if (try? value.encode(to: PartsEncoder(self))) == nil { parts = Parts() }
    }

    /// What holds the members or elements: this value, or what it encodes in its place.
    private var container: OldValue {
        var old = self
        for _ in 0..<16 {
            old.takeApart()
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
        takeApart()
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

    /// The container that is filled under a name, made if there is none.
    func container(_ name: String) -> OldValue {
        if let container = parts.members[name], container.value == nil { return container }
        let container = emptyPart()
        setMember(name, to: container)
        return container
    }

    /// The value, if it is of this type, or if what stands in its place is.
    func value<Value>(as type: Value.Type) -> Value? {
        var old = self
        // A wrapper may encode another one; one that encodes itself has no end.
        for _ in 0..<16 {
            if let value = old.value as? Value { return value }
            // The table's types have their own meaning, and no parts.
            guard !(old.value is any MappingConvertible), let single = old.single else { break }
            old = single
        }
        return nil
    }
}
