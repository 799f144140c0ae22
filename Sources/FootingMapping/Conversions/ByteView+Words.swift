import FootingBytes

extension ByteView {
    /// These bytes without space, tab, CR and LF at either end.
    var trimmed: ByteView {
        var start = 0
        var end = count
        while start < end, isSpace(self[start]) { start &+= 1 }
        while end > start, isSpace(self[end &- 1]) { end &-= 1 }
        return slice(from: start, count: end &- start)
    }

    /// The number that the bytes spell, or `nil` if they spell none or are more than 1024.
    var number: NumberText? {
        count <= 1024 ? NumberText(trimmed) : nil
    }

    /// Infinity or NaN, if this string is a word for it.
    var nonFiniteNumber: Double? {
        let text = trimmed
        switch text.word(atMost: 9) {
        case "nan", "+nan", "-nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: return nil
        }
    }

    /// The Boolean that this word means, or `nil` if it is not a word for yes or no.
    var truthWord: Bool? {
        switch word(atMost: 5) {
        case "true", "yes", "y", "t", "on", "1": true
        case "false", "no", "n", "f", "off", "0": false
        default: nil
        }
    }

    /// The string in lowercase, or `nil` if it is longer than `limit` or not ASCII.
    func word(atMost limit: Int) -> String? {
        guard count <= limit else { return nil }
        var word = ""
        for index in 0..<count {
            let byte = self[index]
            guard byte < 0x80 else { return nil }
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            word.unicodeScalars.append(Unicode.Scalar(isUpper ? byte | 0x20 : byte))
        }
        return word
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
