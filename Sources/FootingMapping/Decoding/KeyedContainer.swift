/// The members of an object, as an initializer sees them.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.allKeys(Key.self) }

    func contains(_ key: Key) -> Bool { decoder.contains(key.stringValue) }

    func decodeNil(forKey key: Key) throws -> Bool {
        try decoder.isNil(decoder.slot(for: key.stringValue))
    }

    func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(Value.self, for: key.stringValue)
    }

    func decodeIfPresent<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value? {
        try decoder.valueIfPresent(Value.self, for: key.stringValue)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.inner(decoder.slot(for: key.stringValue)) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.inner(decoder.slot(for: key.stringValue)) { try $0.unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder {
        try decoder.inner(decoder.slot(for: "super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try decoder.inner(decoder.slot(for: key.stringValue))
    }
}

// The types that the compiler asks for by name, so that their conversions are compiled for them.
extension KeyedContainer {
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool {
        try decoder.scalar(Bool.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
        try decoder.scalarIfPresent(Bool.self, for: key.stringValue)
    }

    func decode(_: String.Type, forKey key: Key) throws -> String {
        try decoder.scalar(String.self, for: key.stringValue)
    }

    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
        try decoder.scalarIfPresent(String.self, for: key.stringValue)
    }

    func decode(_: Double.Type, forKey key: Key) throws -> Double {
        try decoder.scalar(Double.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
        try decoder.scalarIfPresent(Double.self, for: key.stringValue)
    }

    func decode(_: Float.Type, forKey key: Key) throws -> Float {
        try decoder.scalar(Float.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? {
        try decoder.scalarIfPresent(Float.self, for: key.stringValue)
    }

    func decode(_: Int.Type, forKey key: Key) throws -> Int {
        try decoder.scalar(Int.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
        try decoder.scalarIfPresent(Int.self, for: key.stringValue)
    }

    func decode(_: Int8.Type, forKey key: Key) throws -> Int8 {
        try decoder.scalar(Int8.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? {
        try decoder.scalarIfPresent(Int8.self, for: key.stringValue)
    }

    func decode(_: Int16.Type, forKey key: Key) throws -> Int16 {
        try decoder.scalar(Int16.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? {
        try decoder.scalarIfPresent(Int16.self, for: key.stringValue)
    }

    func decode(_: Int32.Type, forKey key: Key) throws -> Int32 {
        try decoder.scalar(Int32.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? {
        try decoder.scalarIfPresent(Int32.self, for: key.stringValue)
    }

    func decode(_: Int64.Type, forKey key: Key) throws -> Int64 {
        try decoder.scalar(Int64.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
        try decoder.scalarIfPresent(Int64.self, for: key.stringValue)
    }

    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 {
        try decoder.scalar(Int128.self, for: key.stringValue)
    }

    func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
        try decoder.scalarIfPresent(Int128.self, for: key.stringValue)
    }

    func decode(_: UInt.Type, forKey key: Key) throws -> UInt {
        try decoder.scalar(UInt.self, for: key.stringValue)
    }

    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? {
        try decoder.scalarIfPresent(UInt.self, for: key.stringValue)
    }

    func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try decoder.scalar(UInt8.self, for: key.stringValue)
    }

    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try decoder.scalarIfPresent(UInt8.self, for: key.stringValue)
    }

    func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try decoder.scalar(UInt16.self, for: key.stringValue)
    }

    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try decoder.scalarIfPresent(UInt16.self, for: key.stringValue)
    }

    func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try decoder.scalar(UInt32.self, for: key.stringValue)
    }

    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try decoder.scalarIfPresent(UInt32.self, for: key.stringValue)
    }

    func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try decoder.scalar(UInt64.self, for: key.stringValue)
    }

    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try decoder.scalarIfPresent(UInt64.self, for: key.stringValue)
    }

    func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try decoder.scalar(UInt128.self, for: key.stringValue)
    }

    func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try decoder.scalarIfPresent(UInt128.self, for: key.stringValue)
    }
}
