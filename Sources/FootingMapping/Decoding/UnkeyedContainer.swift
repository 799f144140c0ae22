/// The elements of a list, as an initializer sees them.
///
/// If an element can't be used, the container does not advance, so that the element can be decoded
/// as another type.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    var elements: ElementList

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { elements.isAtEnd }
    var currentIndex: Int { elements.index }

    mutating func decodeNil() throws -> Bool {
        let slot = try existingSlot(Any.self)
        let isNil = try decoder.isNil(slot)
        if isNil { elements.advance(in: decoder.call) }
        return isNil
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { try $0.value(type, $1, $0.call.type(type)) }
    }

    mutating func decodeIfPresent<Value: Decodable>(_: Value.Type) throws -> Value? {
        try optional()
    }

    private mutating func optional<Value: Decodable>() throws -> Value? {
        if isAtEnd { return nil }
        return try next(Value.self) {
            try $0.valueIfPresent(Value.self, $1, $0.call.type(Value.self))
        }
    }

    // Required: the default implementations for these two types throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try next(type) { try $0.scalar(type, $1) }
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try next(type) { try $0.scalar(type, $1) }
    }

    /// Decodes the next element, and advances if that succeeds.
    private mutating func next<Value>(
        _ type: Any.Type,
        _ decode: (ValueDecoder, Slot) throws -> Value
    ) throws -> Value {
        let slot = try slot(type)
        let value = try decoder.readingUnconverted { try decode(decoder, slot) }
        elements.advance(in: decoder.call)
        return value
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try opened(Any.self) { try $0.inner($1) { try $0.container(keyedBy: type) } }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try opened([Any].self) { try $0.inner($1) { try $0.unkeyedContainer() } }
    }

    mutating func superDecoder() throws -> any Decoder {
        try opened((any Decoder).self) { try $0.inner($1) }
    }

    /// Opens the next element, and advances if that succeeds.
    private mutating func opened<Opened>(
        _ type: Any.Type,
        _ open: (ValueDecoder, Slot) throws -> Opened
    ) throws -> Opened {
        let opened = try open(decoder, existingSlot(type))
        elements.advance(in: decoder.call)
        return opened
    }

    /// The next element; throws at the end of the list, so that a loop ends there.
    private func existingSlot(_ type: Any.Type) throws -> Slot {
        let slot = try slot(type)
        guard slot.isOpenEnded else { return slot }
        throw decoder.error(MappingRefusal(.missing), slot, type)
    }

    /// The next element, or a slot without a value at the end of the list.
    private func slot(_ type: Any.Type) throws -> Slot {
        try decoder.call.checkIsRunning()
        return elements.slot ?? Slot(origin: .absent, step: .index(elements.index))
    }
}

// Required: the default implementations for these types ask whether the element is null before they
// name the type, on which that depends.
extension UnkeyedContainer {
    mutating func decodeIfPresent(_: Bool.Type) throws -> Bool? { try optional() }
    mutating func decodeIfPresent(_: String.Type) throws -> String? { try optional() }
    mutating func decodeIfPresent(_: Int.Type) throws -> Int? { try optional() }
    mutating func decodeIfPresent(_: Int8.Type) throws -> Int8? { try optional() }
    mutating func decodeIfPresent(_: Int16.Type) throws -> Int16? { try optional() }
    mutating func decodeIfPresent(_: Int32.Type) throws -> Int32? { try optional() }
    mutating func decodeIfPresent(_: Int64.Type) throws -> Int64? { try optional() }
    mutating func decodeIfPresent(_: Int128.Type) throws -> Int128? { try optional() }
    mutating func decodeIfPresent(_: UInt.Type) throws -> UInt? { try optional() }
    mutating func decodeIfPresent(_: UInt8.Type) throws -> UInt8? { try optional() }
    mutating func decodeIfPresent(_: UInt16.Type) throws -> UInt16? { try optional() }
    mutating func decodeIfPresent(_: UInt32.Type) throws -> UInt32? { try optional() }
    mutating func decodeIfPresent(_: UInt64.Type) throws -> UInt64? { try optional() }
    mutating func decodeIfPresent(_: UInt128.Type) throws -> UInt128? { try optional() }
    mutating func decodeIfPresent(_: Float.Type) throws -> Float? { try optional() }
    mutating func decodeIfPresent(_: Double.Type) throws -> Double? { try optional() }
}
