import FootingMapping

/// How often the initializers have run that a decoder calls.
// Unchecked: the decoder runs initializers on the test's thread only.
final class CallCounter: @unchecked Sendable {
    private static let key = CodingUserInfoKey(rawValue: "calls")
    private(set) var count = 0

    /// Counts a call by a decoder that has a counter.
    static func add(to decoder: any Decoder) {
        (key.flatMap { decoder.userInfo[$0] as? CallCounter })?.count += 1
    }

    /// A decoder that counts here.
    func decoder(depth: Int = MappingOptions.Limits.standard.depth) -> LenientDecoder {
        var decoder = LenientDecoder()
        decoder.options.limits.depth = depth
        if let key = Self.key { decoder.userInfo[key] = self }
        return decoder
    }
}

/// A value that is decoded as often as the object that it is in.
struct CountedValue: Decodable {
    init(from decoder: any Decoder) throws {
        CallCounter.add(to: decoder)
        _ = try decoder.singleValueContainer().decode(Int.self)
    }
}
