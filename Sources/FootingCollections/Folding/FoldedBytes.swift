/// The folded UTF-8 of a string, byte by byte.
///
/// Folding leaves out case, accents and width: compatibility decomposition, full case folding, and
/// the rules of the generated table, scalar by scalar. White space becomes one space.
///
/// The memory is that of `String.withUTF8`, so its bytes are valid UTF-8: a scalar's first byte
/// tells how many bytes follow. An instance is only used in the closure of that call.
@safe
struct FoldedBytes: IteratorProtocol {
    private let source: UnsafeBufferPointer<UInt8>
    /// The range in the source of the scalar that produced the last byte.
    private(set) var scalarStart = 0
    private(set) var scalarEnd = 0
    /// The rest of the last scalar's fold: bytes in memory, then those of a Hangul syllable.
    private var rest = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var syllable: UInt64 = 0
    private var hasRest = false
    private var endsWithSpace = false

    init(_ source: UnsafeBufferPointer<UInt8>) {
        unsafe self.source = source
    }

    /// The next folded byte, or `nil` at the end.
    @inline(__always)
    mutating func next() -> UInt8? {
        while true {
            let byte: UInt8
            if hasRest {
                guard let next = nextOfRest() else { continue }
                byte = next
            } else {
                guard unsafe scalarEnd < source.count else { return nil }
                scalarStart = scalarEnd
                let first = unsafe source[scalarStart]
                guard first < 0x80 else {
                    foldScalar(first)
                    continue
                }
                scalarEnd += 1
                byte = Self.fold(first)
            }
            if byte != 0x20 {
                endsWithSpace = false
                return byte
            }
            if !endsWithSpace {
                endsWithSpace = true
                return byte
            }
        }
    }

    private mutating func nextOfRest() -> UInt8? {
        if let first = unsafe rest.first {
            unsafe rest = UnsafeBufferPointer(rebasing: rest.dropFirst())
            return first
        }
        hasRest = syllable != 0
        guard hasRest else { return nil }
        defer { syllable >>= 8 }
        return UInt8(truncatingIfNeeded: syllable)
    }

    private static func fold(_ ascii: UInt8) -> UInt8 {
        switch ascii {
        case 0x41...0x5A: ascii | 0x20
        case 0x09...0x0D: 0x20
        case 0x60: 0x27
        default: ascii
        }
    }

    /// Folds the scalar of two to four bytes that begins at `scalarStart`.
    private mutating func foldScalar(_ first: UInt8) {
        hasRest = true
        let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        scalarEnd += count
        var scalar = UInt32(first) & (0x7F >> UInt32(count))
        for offset in 1..<count {
            scalar = unsafe scalar << 6 | UInt32(source[scalarStart + offset] & 0x3F)
        }
        if 0xAC00...0xD7A3 ~= scalar {
            decompose(syllable: scalar - 0xAC00)
        } else if let fold = unsafe FoldTable.fold(of: scalar) {
            unsafe rest = fold
        } else {
            unsafe rest = UnsafeBufferPointer(rebasing: source[scalarStart..<scalarEnd])
        }
    }

    private static let firstJamo: StaticString = "ᄀᄁᄂᄃᄄᄅᄆᄇᄈᄉᄊᄋᄌᄍᄎᄏᄐᄑᄒ"

    /// Prepares the UTF-8 of the two or three jamo of a Hangul syllable.
    private mutating func decompose(syllable index: UInt32) {
        let last = index % 28
        let first = unsafe Self.firstJamo.utf8Start + 3 * Int(index / 588)
        unsafe rest = UnsafeBufferPointer(start: first, count: 3)
        syllable = Self.jamo(0x61 + index % 588 / 28)
        if last > 0 { syllable |= Self.jamo(0xA7 + last) << 24 }
    }

    /// The UTF-8 of a scalar of the block U+1100.
    private static func jamo(_ offset: UInt32) -> UInt64 {
        UInt64(0xE1 | (0x84 | offset >> 6) << 8 | (0x80 | offset & 0x3F) << 16)
    }
}
