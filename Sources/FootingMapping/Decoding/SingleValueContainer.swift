/// The container for an initializer that decodes its value as one value of another type.
struct SingleValueContainer: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    private var slot: Slot { Slot(origin: decoder.origin, step: .same) }

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { (try? decoder.isNil(slot)) ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.readingUnconverted { try decoder.value(type, slot, decoder.call.type(type)) }
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    // Required: the default implementations for these two types throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

    private func scalar<Value: MappingConvertible>(_ type: Value.Type) throws -> Value {
        try decoder.readingUnconverted { try decoder.scalar(type, slot) }
    }
}
