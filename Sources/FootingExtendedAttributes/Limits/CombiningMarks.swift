/// Counts combining marks in a row, such as accents, to find strings that are slow to compare.
///
/// To hash or compare strings, Swift sorts the marks after each character by insertion: 32,000
/// marks take a second. The time is quadratic in the number of marks in a row, and linear in the
/// length of everything else.
struct CombiningMarks {
    /// The limit for marks in a row; the Stream-Safe Text Format of Unicode (UAX #15) allows 30.
    static let limit = 256

    init() {}

    private var count = 0
    /// The first half of a surrogate pair, or 0.
    private var highSurrogate: UInt32 = 0

    /// Processes the next scalar, and returns whether the limit is kept.
    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        // U+0300 is the first combining mark.
        if scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered {
            count = 0
        } else {
            count &+= 1
        }
        return count <= Self.limit
    }

    /// Processes the next UTF-16 code unit, and returns whether the limit is kept.
    ///
    /// An unpaired surrogate is ignored, because the decoders refuse it.
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
    /// Whether the string has too many combining marks in a row to be compared.
    @usableFromInline var isSlowToCompare: Bool {
        // A mark has at least two bytes.
        guard utf8.count > 2 * CombiningMarks.limit else { return false }
        var marks = CombiningMarks()
        return !unicodeScalars.allSatisfy { marks.accept($0) }
    }
}
