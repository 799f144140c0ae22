import FootingMapping

/// The number of initializer calls that a decoder has made.
// Unchecked: the decoder runs initializers on the test's thread only.
final class CallCounter: @unchecked Sendable {
    private static let key = CodingUserInfoKey(rawValue: "calls")
    private(set) var count = 0

    /// Counts a call if the decoder has a counter.
    static func add(to decoder: any Decoder) {
        (key.flatMap { decoder.userInfo[$0] as? CallCounter })?.count += 1
    }

    /// A decoder whose calls are counted here.
    func decoder(depth: Int = MappingOptions.Limits.standard.depth) -> LenientDecoder {
        var decoder = LenientDecoder()
        decoder.options.limits.depth = depth
        if let key = Self.key { decoder.userInfo[key] = self }
        return decoder
    }
}

/// A value that counts how often it is decoded.
struct CountedValue: Decodable {
    init(from decoder: any Decoder) throws {
        CallCounter.add(to: decoder)
        _ = try decoder.singleValueContainer().decode(Int.self)
    }
}
