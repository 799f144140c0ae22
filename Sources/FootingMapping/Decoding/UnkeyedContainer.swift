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
        let slot = try slot(type)
        let value = try decoder.readingUnconverted {
            try decoder.value(type, slot, decoder.call.type(type))
        }
        elements.advance(in: decoder.call)
        return value
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard !isAtEnd else { return nil }
        let slot = try slot(type)
        let value = try decoder.readingUnconverted {
            try decoder.valueIfPresent(type, slot, decoder.call.type(type))
        }
        elements.advance(in: decoder.call)
        return value
    }

    // Required: the default implementations for these two types throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    private mutating func integer<Value: MappingConvertible>(_ type: Value.Type) throws -> Value {
        let slot = try slot(type)
        let value = try decoder.readingUnconverted { try decoder.scalar(type, slot) }
        elements.advance(in: decoder.call)
        return value
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder.inner(existingSlot(Any.self)) {
            try $0.container(keyedBy: type)
        }
        elements.advance(in: decoder.call)
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder.inner(existingSlot([Any].self)) { try $0.unkeyedContainer() }
        elements.advance(in: decoder.call)
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let inner = try decoder.inner(existingSlot((any Decoder).self))
        elements.advance(in: decoder.call)
        return inner
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
