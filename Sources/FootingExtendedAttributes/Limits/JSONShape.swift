import FootingBytes
import Foundation

/// Checks JSON for faults that `JSONDecoder` does not detect: deep nesting, strings with too many
/// combining marks, and trailing commas.
enum JSONShape {
    /// The depth to which arrays and dictionaries may be nested.
    ///
    /// Decoding takes about 2 KiB of stack for each level, and a thread may have only 512 KiB.
    static let maximumDepth = 64

    /// Returns whether the bytes are UTF-8, and can be passed to the decoder.
    static func isSound(_ bytes: Data) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            // JSON is UTF-8; the decoder would also guess and accept other encodings.
            guard unsafe String(exactly: bytes) != nil else { return false }
            return unsafe bytes.bytes.withSpan { isSound($0) }
        }
    }

    /// Returns whether the text, which is UTF-8, can be passed to the decoder, which detects other
    /// faults.
    static func isSound(_ text: Span<UInt8>) -> Bool {
        var depth = 0
        var last: UInt8 = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            index &+= 1
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                continue
            case UInt8(ascii: "\""):
                guard let end = endOfSoundString(in: text, from: index) else { return false }
                index = end
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth &+= 1
                if depth > maximumDepth { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth &-= 1
                if last == UInt8(ascii: ",") { return false }
            case 0, 0x80...:
                // A NUL makes the decoder guess another encoding. Characters outside ASCII occur
                // only in strings, and a byte order mark is not allowed.
                return false
            default:
                break
            }
            last = byte
        }
        return true
    }

    /// Returns the index after a string, or `nil` for a string that must not be decoded.
    ///
    /// The decoder refuses an unterminated string.
    private static func endOfSoundString(in text: Span<UInt8>, from start: Int) -> Int? {
        var marks = CombiningMarks()
        var index = start
        while index < text.count {
            let byte = text[index]
            let length: Int
            let isWithinLimit: Bool
            switch byte {
            case 0:
                return nil
            case UInt8(ascii: "\""):
                return index &+ 1
            case UInt8(ascii: "\\"):
                let unit = escapedUnit(in: text, at: index)
                length = unit == nil ? 2 : 6
                isWithinLimit = marks.accept(unit ?? UInt16(byte))
            case ..<0x80:
                length = 1
                isWithinLimit = marks.accept(Unicode.Scalar(byte))
            default:
                length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                isWithinLimit = marks.accept(scalar(in: text, at: index, length: length))
            }
            guard isWithinLimit else { return nil }
            index &+= length
        }
        return index
    }

    /// Returns the UTF-16 code unit of an escape `\uXXXX`, or `nil` for another escape.
    private static func escapedUnit(in text: Span<UInt8>, at start: Int) -> UInt16? {
        guard start &+ 6 <= text.count, text[start &+ 1] == UInt8(ascii: "u") else { return nil }
        var unit: UInt16 = 0
        for index in start &+ 2..<start &+ 6 {
            guard let digit = hexadecimalValue(text[index]) else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Returns the scalar that is encoded by two to four bytes of UTF-8.
    private static func scalar(in text: Span<UInt8>, at start: Int, length: Int) -> Unicode.Scalar {
        var value = UInt32(text[start]) & 0x7F >> UInt32(length)
        for index in start &+ 1..<min(start &+ length, text.count) {
            value = value << 6 | UInt32(text[index] & 0x3F)
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
