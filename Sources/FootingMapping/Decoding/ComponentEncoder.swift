/// Collects the direct components of one value: the values for its keys, not those inside these.
struct ComponentEncoder: Encoder {
    let whole: OldValue

    init(_ whole: OldValue) {
        self.whole = whole
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { whole.userInfo }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedComponents<Key>(whole: whole))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedComponents(whole: whole) }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleComponent(whole: whole)
    }
}

private struct KeyedComponents<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let whole: OldValue

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { whole.setMember(key.stringValue, to: nil) }

    func encode(_ value: some Encodable, forKey key: Key) {
        let isNil = (value as? any AnyOptional).map { $0.wrapped == nil } ?? false
        whole.setMember(key.stringValue, to: isNil ? nil : whole.inner(value))
    }

    // Required: the default implementations for these two types throw.
    func encode(_ value: Int128, forKey key: Key) {
        whole.setMember(key.stringValue, to: whole.inner(value))
    }

    func encode(_ value: UInt128, forKey key: Key) {
        whole.setMember(key.stringValue, to: whole.inner(value))
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        ComponentEncoder(whole.container(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedComponents(whole: whole.container(key.stringValue))
    }

    func superEncoder() -> any Encoder { ComponentEncoder(whole.container("super")) }
    func superEncoder(forKey key: Key) -> any Encoder {
        ComponentEncoder(whole.container(key.stringValue))
    }
}

private struct UnkeyedComponents: UnkeyedEncodingContainer {
    let whole: OldValue

    var codingPath: [any CodingKey] { [] }
    var count: Int { whole.elements.count }

    func encodeNil() { whole.append(whole.emptyContainer()) }
    func encode(_ value: some Encodable) { whole.append(whole.inner(value)) }
    func encode(_ value: Int128) { whole.append(whole.inner(value)) }
    func encode(_ value: UInt128) { whole.append(whole.inner(value)) }

    private func container() -> OldValue {
        let container = whole.emptyContainer()
        whole.append(container)
        return container
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        ComponentEncoder(container()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedComponents(whole: container())
    }

    func superEncoder() -> any Encoder { ComponentEncoder(container()) }
}

private struct SingleComponent: SingleValueEncodingContainer {
    let whole: OldValue

    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}
    func encode(_ value: some Encodable) { whole.setSingle(whole.inner(value)) }
    func encode(_ value: Int128) { whole.setSingle(whole.inner(value)) }
    func encode(_ value: UInt128) { whole.setSingle(whole.inner(value)) }
}
