/// Eight ASCII characters in a word, the first in the lowest byte.
///
/// An addition tests each character: it sets the highest bit of its byte if the character is too
/// large. A byte that carries into the next byte is itself too large, so every mismatch is
/// detected.
struct DigitWord {
    /// The value of each digit; zero for each literal character of the pattern.
    private(set) var values: UInt64

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Creates a word from characters that match a pattern, in which `0` matches any digit.
    @inline(__always)
    init?(_ characters: UInt64, pattern: Pattern) {
        values = characters ^ pattern.characters
        let tooLarge = (values &+ pattern.headroom | values) & Self.highBits
        guard tooLarge == 0 else { return nil }
    }

    /// Creates a word from the leading digits of `characters`, with zeros for all other characters.
    @inline(__always)
    init(digitsIn characters: UInt64, count: inout Int) {
        let all = characters ^ Pattern.digits.characters
        let others = (all &+ Pattern.digits.headroom | all) & Self.highBits
        count = others.trailingZeroBitCount >> 3
        // The digits below the lowest other character, or all.
        values = all & ((others & (0 &- others)) >> 7 &- 1)
    }

    /// The value of the two digits at `index`.
    @inline(__always)
    func pair(at index: UInt64) -> Int {
        Int(truncatingIfNeeded: (values &* 10 &+ values >> 8) >> (8 &* index) & 0xFF)
    }

    /// The value of all eight digits.
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
        /// For each character, the largest addend that leaves the highest bit clear: for a digit,
        /// value 9 is allowed; for a literal, only 0.
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
