/// A value that is to be decoded as another type.
struct SingleValueContainer: SingleValueDecodingContainer {
    let decoder: ValueDecoder

    private var slot: Slot { Slot(place: decoder.place, step: .same, old: decoder.old) }

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { (try? decoder.isNil(slot)) ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.asItIs { try decoder.value(type, slot, decoder.session.type(type)) }
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    // Without these, the standard library refuses the two.
    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

    private func scalar<Value: MappingConvertible>(_ type: Value.Type) throws -> Value {
        try decoder.asItIs { try decoder.scalar(type, slot) }
    }
}

extension ValueDecoder {
    /// Decodes something in the place of this value, without conversions if it is to be kept as it is.
    fileprivate func asItIs<Value>(_ decode: () throws -> Value) throws -> Value {
        let run = try unsafe liveRun()
        guard keepsKinds, unsafe run.pointee.options.convertsKinds else { return try decode() }
        unsafe run.pointee.options.convertsKinds = false
        session.isKeepingKinds = true
        defer {
            unsafe run.pointee.options.convertsKinds = true
            session.isKeepingKinds = false
        }
        let problemCount = session.problemCount
        do {
            let value = try decode()
            // What an update keeps in place of something refused may not be needed with conversions.
            guard session.problemCount == problemCount else { throw LeftOut() }
            return value
        } catch {
            hasRefusedKinds = true
            throw error
        }
    }
}
