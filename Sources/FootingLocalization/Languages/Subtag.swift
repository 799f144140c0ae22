/// A subtag of a language tag: one to eight ASCII letters and digits, in lower case.
struct Subtag {
    /// The bytes, with the first one lowest.
    private(set) var bytes: UInt64 = 0
    private(set) var count = 0
    private(set) var hasLetters = false
    private(set) var hasDigits = false

    func byte(at index: Int) -> UInt64 { bytes >> UInt64(index &* 8) & 0xFF }

    /// Appends a byte; returns `false` if it isn't a letter or digit, or if the subtag is full.
    mutating func append(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        guard count < 8 else { return false }
        if lower &- 0x61 < 26 {
            hasLetters = true
            bytes |= UInt64(lower) << UInt64(count &* 8)
        } else if byte &- 0x30 < 10 {
            hasDigits = true
            bytes |= UInt64(byte) << UInt64(count &* 8)
        } else {
            return false
        }
        count &+= 1
        return true
    }

    var isLanguage: Bool { !hasDigits && 2...3 ~= count }
    var isExtendedLanguage: Bool { !hasDigits && count == 3 }
    var isScript: Bool { !hasDigits && count == 4 }
    var isRegion: Bool { !hasDigits && count == 2 || !hasLetters && count == 3 }
    var isVariant: Bool { count > 4 || count == 4 && byte(at: 0) < 0x40 }
    var isSingleton: Bool { count == 1 }
    var isPrivateUse: Bool { isSingleton && byte(at: 0) == 0x78 }  // x

    var text: String {
        String(decoding: (0..<count).map { UInt8(byte(at: $0)) }, as: UTF8.self)
    }
}
