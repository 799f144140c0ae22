import FootingBytes

/// Strings as UTF-8: their bytes are compared, without the normalization of `String`.
extension String {
    /// Calls `body` with the UTF-8 bytes, which are valid during the call only.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Only bridged strings of Darwin are not contiguous.
        if let result = unsafe utf8.withContiguousStorageIfAvailable(body) { return result }
        return unsafe Array(utf8).withUnsafeBufferPointer(body)
    }

    /// Whether the string has a byte; compares eight bytes at a time.
    @inline(never)
    func hasByte(_ byte: UInt8) -> Bool {
        unsafe withUTF8Bytes { bytes in
            let bytes = unsafe ByteView(bytes)
            return bytes.index(of: byte, from: 0) < bytes.count
        }
    }

    /// The string in quotation marks, for messages; interpolation would take more code.
    @inline(never)
    var quoted: String { "“" + self + "”" }

    /// Whether the bytes are before those of another string; a comparison of strings would
    /// normalize them.
    @inline(never)
    func isBefore(_ other: String) -> Bool {
        var (own, other) = (self, other)
        return own.withUTF8 { own in
            other.withUTF8 { other in
                for index in 0..<min(own.count, other.count) {
                    let (first, second) = unsafe (own[index], other[index])
                    if first != second { return first < second }
                }
                return own.count < other.count
            }
        }
    }

    /// The substrings between separator bytes, at most the first `maximum`.
    ///
    /// Compares bytes, because a combining mark after a separator forms one character with it.
    func split(
        atByte separator: UInt8,
        maximum: Int = .max,
        keepingEmpty: Bool = false
    ) -> [String] {
        let bytes = Array(utf8)
        var substrings: [String] = []
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
            if start < index || keepingEmpty, substrings.count < maximum {
                substrings.append(String(decoding: bytes[start..<index], as: UTF8.self))
            }
            start = index + 1
        }
        return substrings
    }

    /// The string before a suffix, whose case is ignored, or `nil` without the suffix.
    @inline(never)
    func dropping(suffix: String) -> String? {
        guard utf8.count > suffix.utf8.count, lowercased().hasSuffix(suffix) else { return nil }
        return String(dropLast(suffix.count))
    }

    /// Whether this list, separated by single spaces, contains a word.
    func hasWord(_ word: [UInt8]) -> Bool {
        // The number of matching bytes of the current word; `nil` after a mismatch.
        var matched: Int? = 0
        for byte in utf8 {
            if byte == UInt8(ascii: " ") {
                if matched == word.count { return true }
                matched = 0
            } else if let count = matched {
                matched = count < word.count && word[count] == byte ? count + 1 : nil
            }
        }
        return matched == word.count
    }

    /// The value of a string of decimal digits, or `nil`.
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
