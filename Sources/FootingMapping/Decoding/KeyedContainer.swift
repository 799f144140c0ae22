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
        try decoder.valueIfPresent(Value.self, for: key.stringValue, in: members)
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
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool {
        try decoder.scalar(Bool.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
        try decoder.scalarIfPresent(Bool.self, for: key.stringValue, in: members)
    }

    func decode(_: String.Type, forKey key: Key) throws -> String {
        try decoder.scalar(String.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
        try decoder.scalarIfPresent(String.self, for: key.stringValue, in: members)
    }

    func decode(_: Int.Type, forKey key: Key) throws -> Int {
        try decoder.scalar(Int.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
        try decoder.scalarIfPresent(Int.self, for: key.stringValue, in: members)
    }

    func decode(_: Double.Type, forKey key: Key) throws -> Double {
        try decoder.scalar(Double.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
        try decoder.scalarIfPresent(Double.self, for: key.stringValue, in: members)
    }

    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 {
        try decoder.scalar(Int128.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
        try decoder.scalarIfPresent(Int128.self, for: key.stringValue, in: members)
    }

    func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try decoder.scalar(UInt128.self, for: key.stringValue, in: members)
    }

    func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try decoder.scalarIfPresent(UInt128.self, for: key.stringValue, in: members)
    }
}
