extension Unicode.Scalar {
    package var isCombiningMark: Bool {
        // U+0300 is the first one.
        value >= 0x300 && properties.canonicalCombiningClass != .notReordered
    }
}
