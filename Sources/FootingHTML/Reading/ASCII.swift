import FootingBytes

/// The lower case of an ASCII letter; any other byte unchanged.
@inline(__always)
func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// Whether a byte is white space in HTML: a space, tab, line feed, form feed or carriage return.
@inline(__always)
func isHTMLSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (0x1_0000_3600 as UInt64) >> UInt64(byte) & 1 != 0
}

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

@inline(__always)
func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

/// Whether a byte is a digit of a number that is hexadecimal or decimal.
func isDigit(_ byte: UInt8, isHexadecimal: Bool) -> Bool {
    isHexadecimal ? hexadecimalValue(byte) != nil : isDigit(byte)
}

extension Collection<UInt8> {
    /// Runs `body` on the bytes, which are copied if they are not contiguous.
    @inline(__always)
    func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        // Safe: neither view leaves the call of `body`.
        unsafe withContiguousStorageIfAvailable { body(unsafe ByteView($0)) }
            ?? Array(self).withUnsafeBufferPointer { body(unsafe ByteView($0)) }
    }
}

extension ByteView {
    /// A view of a literal.
    init(_ literal: StaticString) {
        unsafe self.init(
            UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        )
    }

    @inline(__always)
    func slice(_ range: Range<Int>) -> ByteView {
        slice(from: range.lowerBound, count: range.count)
    }

    /// Whether `other` is at an index.
    @inline(__always)
    func has(_ other: ByteView, at start: Int, ignoringCase: Bool = false) -> Bool {
        guard other.count <= count - start else { return false }
        for index in 0..<other.count {
            let (first, second) = (self[start &+ index], other[index])
            guard first == second || ignoringCase && lowercase(first) == lowercase(second) else {
                return false
            }
        }
        return true
    }

    /// Whether the bytes are equal.
    @inline(__always)
    func equals(_ other: ByteView, ignoringCase: Bool = false) -> Bool {
        count == other.count && has(other, at: 0, ignoringCase: ignoringCase)
    }

    /// The index of the first byte from `start` on that is no white space, or `count`.
    @inline(__always)
    func indexAfterSpace(from start: Int) -> Int {
        var index = start
        while has(index), isHTMLSpace(self[index]) { index &+= 1 }
        return index
    }

    /// The index of the first byte from `start` on that is no letter or digit, or `count`.
    func indexAfterLettersAndDigits(from start: Int) -> Int {
        var index = start
        while has(index), isLetterOrDigit(self[index]) { index &+= 1 }
        return index
    }
}

extension String {
    /// The string with ASCII letters in lower case, and everything else as it is.
    var lowercasedASCII: String {
        let hasCapitals = utf8.contains { $0 &- 0x41 < 26 }
        return hasCapitals ? String(decoding: utf8.map(lowercase), as: UTF8.self) : self
    }

    /// The words between white space of HTML.
    var words: [String] { utf8.split(whereSeparator: isHTMLSpace).map { String(Substring($0)) } }

    /// The string with each run of white space as one space, and none at its ends.
    var collapsed: String { words.joined(separator: " ") }

    /// The string without white space at its ends.
    var stripped: String {
        guard let first = utf8.firstIndex(where: { !isHTMLSpace($0) }),
            let last = utf8.lastIndex(where: { !isHTMLSpace($0) })
        else { return "" }
        return String(self[first...last])
    }
}
