/// Collects the direct parts of one value: the values for its keys, not the parts inside those.
struct PartsEncoder: Encoder {
    let whole: OldValue

    init(_ whole: OldValue) {
        self.whole = whole
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { whole.userInfo }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedParts<Key>(whole: whole))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedParts(whole: whole) }
    func singleValueContainer() -> any SingleValueEncodingContainer { SinglePart(whole: whole) }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let whole: OldValue

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { whole.setMember(key.stringValue, to: nil) }

    func encode(_ value: some Encodable, forKey key: Key) {
        let isNil = (value as? any AnyOptional).map { $0.wrapped == nil } ?? false
        whole.setMember(key.stringValue, to: isNil ? nil : whole.part(value))
    }

    // Required: the default implementations for these two types throw.
    func encode(_ value: Int128, forKey key: Key) {
        whole.setMember(key.stringValue, to: whole.part(value))
    }

    func encode(_ value: UInt128, forKey key: Key) {
        whole.setMember(key.stringValue, to: whole.part(value))
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        PartsEncoder(whole.container(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedParts(whole: whole.container(key.stringValue))
    }

    func superEncoder() -> any Encoder { PartsEncoder(whole.container("super")) }
    func superEncoder(forKey key: Key) -> any Encoder {
        PartsEncoder(whole.container(key.stringValue))
    }
}

private struct UnkeyedParts: UnkeyedEncodingContainer {
    let whole: OldValue

    var codingPath: [any CodingKey] { [] }
    var count: Int { whole.elements.count }

    func encodeNil() { whole.append(whole.emptyPart()) }
    func encode(_ value: some Encodable) { whole.append(whole.part(value)) }
    func encode(_ value: Int128) { whole.append(whole.part(value)) }
    func encode(_ value: UInt128) { whole.append(whole.part(value)) }

    private func container() -> OldValue {
        let container = whole.emptyPart()
        whole.append(container)
        return container
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        PartsEncoder(container()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedParts(whole: container())
    }

    func superEncoder() -> any Encoder { PartsEncoder(container()) }
}

private struct SinglePart: SingleValueEncodingContainer {
    let whole: OldValue

    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}
    func encode(_ value: some Encodable) { whole.setSingle(whole.part(value)) }
    func encode(_ value: Int128) { whole.setSingle(whole.part(value)) }
    func encode(_ value: UInt128) { whole.setSingle(whole.part(value)) }
}
