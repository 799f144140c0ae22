/// Eight characters at once, the first in the lowest byte.
///
/// A character is tested by an addition that sets the highest bit of its byte if it is too large.
/// A byte that carries into the next one is too large itself, so every fault is detected.
struct DigitWord {
    /// The value of the digit at each place; zero, where there is a character that had to be.
    private(set) var values: UInt64

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Makes a word of characters that agree with a pattern, in which `0` stands for any digit.
    @inline(__always)
    init?(_ characters: UInt64, pattern: Pattern) {
        values = characters ^ pattern.characters
        let tooLarge = (values &+ pattern.headroom | values) & Self.highBits
        guard tooLarge == 0 else { return nil }
    }

    /// Makes a word of the digits at the start of `characters`, with zeros in place of all others.
    @inline(__always)
    init(digitsIn characters: UInt64, count: inout Int) {
        let all = characters ^ Pattern.digits.characters
        let others = (all &+ Pattern.digits.headroom | all) & Self.highBits
        count = others.trailingZeroBitCount >> 3
        // Below the lowest of the other characters; all, if there are none.
        values = all & ((others & (0 &- others)) >> 7 &- 1)
    }

    /// The number that the digits at `index` and behind it write.
    @inline(__always)
    func pair(at index: UInt64) -> Int {
        Int(truncatingIfNeeded: (values &* 10 &+ values >> 8) >> (8 &* index) & 0xFF)
    }

    /// The number that all eight write.
    @inline(__always)
    var number: Int {
        let pairs = (values &* 10 &+ values >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return Int(truncatingIfNeeded: (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }
}

extension DigitWord {
    /// The required class of each of eight characters.
    struct Pattern {
        let characters: UInt64
        /// For each character what can be added before it is too large: to a digit less than to
        /// what is only right if it is zero.
        let headroom: UInt64

        static let digits = Pattern(
            characters: 0x3030_3030_3030_3030,
            headroom: 0x7676_7676_7676_7676
        )
        /// The pattern `0000-00-`.
        static let yearAndMonth = Pattern(
            characters: 0x2D30_302D_3030_3030,
            headroom: 0x7F76_767F_7676_7676
        )
        /// The pattern `00:00:00`.
        static let time = Pattern(
            characters: 0x3030_3A30_303A_3030,
            headroom: 0x7676_7F76_767F_7676
        )
    }
}
