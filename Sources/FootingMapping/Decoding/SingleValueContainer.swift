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
    /// Decodes something in the place of this value or in it, without conversions if values are to be
    /// kept as they are.
    func asItIs<Value>(_ decode: () throws -> Value) throws -> Value {
        let run = try unsafe liveRun()
        guard keepsKinds else { return try decode() }
        let options = unsafe run.pointee.options.kindSwitches
        let isKeepingKinds = session.isKeepingKinds
        unsafe run.pointee.options.kindSwitches = MappingOptions.KindSwitches()
        session.isKeepingKinds = true
        defer {
            unsafe run.pointee.options.kindSwitches = options
            session.isKeepingKinds = isKeepingKinds
        }
        let problemCount = session.problemCount
        do {
            let value = try decode()
            // What an update keeps in place of something refused may be taken as another type.
            guard session.problemCount == problemCount else { throw LeftOut() }
            return value
        } catch {
            session.problemCount = problemCount
            rememberRefusedKinds()
            throw error
        }
    }

    /// Something was refused because kinds are kept, also for the decoder that this container is of.
    func rememberRefusedKinds() {
        var decoder = self
        decoder.hasRefusedKinds = true
        while decoder.isPart, let parent = decoder.parent {
            decoder = parent
            decoder.hasRefusedKinds = true
        }
    }
}

extension MappingOptions {
    /// What lets a value of one kind be taken for another; as it begins, nothing does.
    struct KindSwitches {
        var convertsKinds = false
        var acceptsBoolAsNumber = false
        var acceptsBoolAsText = false
        var treatsEmptyArrayAsObject = false
    }

    var kindSwitches: KindSwitches {
        get {
            KindSwitches(
                convertsKinds: convertsKinds,
                acceptsBoolAsNumber: acceptsBoolAsNumber,
                acceptsBoolAsText: acceptsBoolAsText,
                treatsEmptyArrayAsObject: treatsEmptyArrayAsObject
            )
        }
        set {
            convertsKinds = newValue.convertsKinds
            acceptsBoolAsNumber = newValue.acceptsBoolAsNumber
            acceptsBoolAsText = newValue.acceptsBoolAsText
            treatsEmptyArrayAsObject = newValue.treatsEmptyArrayAsObject
        }
    }
}
