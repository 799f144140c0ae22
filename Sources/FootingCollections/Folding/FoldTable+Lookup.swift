extension FoldTable {
    /// The folded UTF-8 of a scalar that is neither ASCII nor a Hangul syllable, or `nil` if the
    /// scalar stays.
    ///
    /// All offsets in the table are within its strings: the tests look up each scalar.
    static func fold(of scalar: UInt32) -> UnsafeBufferPointer<UInt8>? {
        let block = Int(scalar / blockSize) * 2
        guard block < blocks.utf8CodeUnitCount else {
            // Variation selectors are the only ones beyond the table.
            let isVariationSelector = 0xE0100...0xE01EF ~= scalar
            return isVariationSelector ? unsafe UnsafeBufferPointer(start: nil, count: 0) : nil
        }
        let number = unsafe digits(at: block, in: blocks.utf8Start, count: 2)
        let entry = (number * Int(blockSize) + Int(scalar % blockSize)) * 3
        let position = unsafe digits(at: entry, in: entries.utf8Start, count: 3)
        guard position > 0 else { return nil }
        let start = unsafe folds.utf8Start + position
        return unsafe UnsafeBufferPointer(start: start, count: digits(at: -1, in: start, count: 1))
    }

    private static func digits(at offset: Int, in bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        var number = 0
        for digit in 0..<count {
            number |= Int(unsafe bytes[offset + digit] - 0x30) << (6 * digit)
        }
        return number
    }
}
