/// Numbers that look random, and are the same in each run.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Up to `most` bytes of all values.
    mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in
            UInt8.random(in: 0...255, using: &self)
        }
    }

    /// Up to `most` of the `parts` in a row.
    mutating func text(of parts: [[UInt8]], upTo most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).flatMap { _ in
            parts.randomElement(using: &self) ?? []
        }
    }
}
