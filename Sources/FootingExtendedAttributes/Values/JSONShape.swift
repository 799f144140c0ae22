/// What `JSONDecoder` does not look at before it decodes: how deep the values lie in each other, how
/// long the keys are, and whether there is a comma too many.
enum JSONShape {
    /// Returns whether the decoder can be given the text, which is UTF-8; it then finds other faults.
    static func isSound(_ text: Span<UInt8>) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var stringStart = 0
        var stringLength = 0
        var last: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            // A NUL makes the decoder guess another encoding.
            if byte == 0 { return false }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    stringLength = index &- stringStart
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                continue
            case UInt8(ascii: "\""):
                isInString = true
                stringStart = index &+ 1
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth &+= 1
                if depth > mostLevels { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth &-= 1
                if last == UInt8(ascii: ",") { return false }
            case UInt8(ascii: ":"):
                if stringLength > longestKey { return false }
            case 0x80...:
                // Only a string has such characters, and a mark of the byte order has no place.
                return false
            default:
                break
            }
            last = byte
        }
        return true
    }
}
