extension [UInt8] {
    /// Whether a word begins at an index.
    @inline(never)
    func has(_ word: String, at start: Int) -> Bool {
        var index = start
        for byte in word.utf8 {
            guard index < count, self[index] == byte else { return false }
            index += 1
        }
        return true
    }
}

extension String {
    /// The number that the text is in decimal digits, or `nil`.
    var decimalNumber: UInt64? {
        var number: UInt64 = 0
        for byte in utf8 {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(UInt64(byte &- 0x30))
            guard byte &- 0x30 < 10, !isTooLarge, !carries else { return nil }
            number = sum
        }
        return isEmpty ? nil : number
    }
}
