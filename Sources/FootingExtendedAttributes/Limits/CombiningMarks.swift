/// Counts the combining marks in a row, such as accents, to find text that is slow to compare.
///
/// To hash or compare text, Swift sorts the marks behind each character by insertion: 32,000 of them
/// take a second. Their time grows with the square of their number in a row, and that of everything
/// else with its length.
struct CombiningMarks {
    /// The most marks in a row; the Stream-Safe Text Format of Unicode (UAX #15) allows 30.
    static let limit = 256

    private var count = 0
    /// The first half of a surrogate pair, or 0.
    private var highSurrogate: UInt32 = 0

    /// Takes the next character of the text, and returns whether the limit is kept.
    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        // There are no marks before.
        if scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered {
            count = 0
        } else {
            count &+= 1
        }
        return count <= Self.limit
    }

    /// Takes the next UTF-16 unit of the text, and returns whether the limit is kept.
    ///
    /// Half of a pair counts as nothing, because the decoders refuse it.
    mutating func accept(_ unit: UInt16) -> Bool {
        let (unit, high) = (UInt32(unit), highSurrogate)
        highSurrogate = unit & 0xFC00 == 0xD800 ? unit : 0
        let isPair = high != 0 && unit & 0xFC00 == 0xDC00
        let value = isPair ? 0x10000 &+ (high & 0x3FF) << 10 &+ (unit & 0x3FF) : unit
        guard let scalar = Unicode.Scalar(value) else { return true }
        return accept(scalar)
    }
}

extension String {
    /// Whether the text has too many combining marks in a row to be compared with another.
    @usableFromInline var isSlowToCompare: Bool {
        // A mark has two bytes at least.
        guard utf8.count > 2 * CombiningMarks.limit else { return false }
        var marks = CombiningMarks()
        return !unicodeScalars.allSatisfy { marks.accept($0) }
    }
}
