/// The members of an object, as an initializer sees them.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let members: ObjectMembers

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.allKeys(Key.self, in: decoder) }

    func contains(_ key: Key) -> Bool { decoder.contains(key.stringValue, in: members) }

    func decodeNil(forKey key: Key) throws -> Bool {
        try decoder.isNil(decoder.slot(for: key.stringValue, in: members))
    }

    func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(Value.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value? {
        try valueOrNil(key)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.inner(decoder.slot(for: key.stringValue, in: members)) {
            try $0.container(keyedBy: type)
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.inner(decoder.slot(for: key.stringValue, in: members)) {
            try $0.unkeyedContainer()
        }
    }

    func superDecoder() throws -> any Decoder {
        try decoder.inner(decoder.slot(for: "super", in: members))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try decoder.inner(decoder.slot(for: key.stringValue, in: members))
    }
}

// Overloads for the most frequent types, which the compiler then specializes, and for the two types
// whose default implementations throw.
extension KeyedContainer {
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try scalar(key) }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(key) }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key) }
    func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try optional(key) }
    func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key) }
    func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(key) }

    @inline(__always)
    private func scalar<Value: MappingConvertible>(_ key: Key) throws -> Value {
        try decoder.scalar(Value.self, for: key.stringValue, in: members)
    }

    @inline(__always)
    private func optional<Value: MappingConvertible>(_ key: Key) throws -> Value? {
        try decoder.scalarIfPresent(Value.self, for: key.stringValue, in: members)
    }
}

// Required: the default implementations for these types ask whether there is a value before they
// name the type, on which that depends.
extension KeyedContainer {
    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try valueOrNil(key) }
    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try valueOrNil(key) }
    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try valueOrNil(key) }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try valueOrNil(key) }
    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try valueOrNil(key) }
    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try valueOrNil(key) }
    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try valueOrNil(key) }
    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try valueOrNil(key) }
    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try valueOrNil(key) }
    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try valueOrNil(key) }

    private func valueOrNil<Value: Decodable>(_ key: Key) throws -> Value? {
        try decoder.valueIfPresent(Value.self, for: key.stringValue, in: members)
    }
}
