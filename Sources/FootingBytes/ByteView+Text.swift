extension ByteView {
    /// The bytes decoded as UTF-8; invalid sequences become U+FFFD.
    package var text: String {
        unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The string of bytes that are valid UTF-8, which is not checked again.
    package var validText: String {
        if count <= 15, Self.knowsShortStrings { return shortText }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return text
        }
        return unsafe withBytes { bytes in
            // Safe: the bytes are valid UTF-8, and are borrowed until the string has copied them.
            var span = unsafe UTF8Span(unchecked: bytes.span)
            _ = span.checkForASCII()
            return String(copying: span)
        }
    }
}

// A string of up to 15 bytes has no memory of its own: it is stored as two words, with its length
// and a flag for ASCII in the highest byte. It is made of these words, because the initializers of
// the standard library take six times as long.
extension ByteView {
    /// Whether this library's strings are stored so: otherwise, they are made by an initializer.
    private static let knowsShortStrings: Bool = {
        guard MemoryLayout<String>.size == 16 else { return false }
        return (0...15).allSatisfy { count in
            // ASCII, and two bytes for each character from the end.
            (0...count / 2).allSatisfy { wideCount in
                let bytes =
                    (0..<count &- 2 &* wideCount).map { UInt8(ascii: "a") &+ UInt8($0) }
                    + (0..<2 &* wideCount).map { $0.isMultiple(of: 2) ? 0xC3 : 0xA9 }
                return unsafe bytes.withUnsafeBytes { buffer in
                    let view = unsafe ByteView(buffer)
                    // Safe: both are two words.
                    let words = unsafe unsafeBitCast(view.text, to: (UInt64, UInt64).self)
                    return words == view.wordsOfShortString
                }
            }
        }
    }()

    private var shortText: String {
        // Safe: these are the words of such a string, as `knowsShortStrings` tested.
        unsafe unsafeBitCast(wordsOfShortString, to: String.self)
    }

    @inline(__always)
    private var wordsOfShortString: (UInt64, UInt64) {
        var (low, high): (UInt64, UInt64) = (0, 0)
        switch count {
        case 8...:
            low = eightBytes(at: 0)
            // The last eight bytes without those of the first word.
            if count > 8 { high = eightBytes(at: count &- 8) &>> UInt64(8 &* (16 &- count)) }
        case 4...7:
            let last = UInt64(integer(at: count &- 4, as: UInt32.self))
            low = UInt64(integer(at: 0, as: UInt32.self)) | last &<< UInt64(8 &* (count &- 4))
        default:
            for index in 0..<count { low |= UInt64(self[index]) &<< UInt64(8 &* index) }
        }
        let isASCII = (low | high) & ByteWord.highBits == 0
        let top = UInt64(count) | (isASCII ? 0xE0 : 0xA0)
        return (low, high | top &<< 56)
    }
}
