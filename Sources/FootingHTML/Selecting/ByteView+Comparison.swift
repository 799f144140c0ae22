import FootingBytes

/// The lower case of an ASCII letter; any other byte unchanged.
@inline(__always)
func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// Whether a byte is white space in HTML: a space, tab, line feed, form feed or carriage return.
@inline(__always)
func isHTMLSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (0x1_0000_3600 as UInt64) >> UInt64(byte) & 1 != 0
}

extension ByteView {
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

    /// Whether a word between white space equals `word`.
    func hasWord(_ word: ByteView, ignoringCase: Bool = false) -> Bool {
        guard word.count > 0 else { return false }
        var index = 0
        while index < count {
            if isHTMLSpace(self[index]) {
                index &+= 1
                continue
            }
            let end = index &+ word.count
            if has(word, at: index, ignoringCase: ignoringCase),
                end == count || isHTMLSpace(self[end])
            {
                // A word that contains white space equals no word.
                return !(0..<word.count).contains { isHTMLSpace(word[$0]) }
            }
            while index < count, !isHTMLSpace(self[index]) { index &+= 1 }
        }
        return false
    }

    /// Whether `other` is anywhere.
    func contains(_ other: ByteView, ignoringCase: Bool) -> Bool {
        guard other.count <= count else { return false }
        return (0...count - other.count).contains {
            has(other, at: $0, ignoringCase: ignoringCase)
        }
    }
}

extension AttributeTest {
    /// Whether an attribute's value passes.
    func accepts(_ attribute: ByteView, _ value: ByteView, ignoringCase: Bool) -> Bool {
        switch comparison {
        case .exists: true
        case .equals: attribute.equals(value, ignoringCase: ignoringCase)
        case .word: attribute.hasWord(value, ignoringCase: ignoringCase)
        case .dashPrefix:
            attribute.has(value, at: 0, ignoringCase: ignoringCase)
                && (attribute.count == value.count || attribute[value.count] == UInt8(ascii: "-"))
        // An empty value is nowhere.
        case .prefix: value.count > 0 && attribute.has(value, at: 0, ignoringCase: ignoringCase)
        case .suffix:
            value.count > 0 && value.count <= attribute.count
                && attribute.has(
                    value,
                    at: attribute.count - value.count,
                    ignoringCase: ignoringCase
                )
        case .substring:
            value.count > 0 && attribute.contains(value, ignoringCase: ignoringCase)
        }
    }
}
