/// The codes of a language, a script and a region in one word, so that comparing tags, and finding
/// them in tables, is comparing words.
struct LanguageCodes: Hashable, Sendable {
    /// 15 bits for the language, 20 for the script and 18 for the region; 0 is none.
    let bits: UInt64

    private static let languageMask: UInt64 = 0x7FFF << 38
    private static let scriptMask: UInt64 = 0xF_FFFF << 18
    private static let regionMask: UInt64 = 0x3_FFFF

    static let none = LanguageCodes(bits: 0)

    var isEmpty: Bool { bits == 0 }

    /// The code of the language alone, and so on.
    var language: LanguageCodes { LanguageCodes(bits: bits & Self.languageMask) }
    var script: LanguageCodes { LanguageCodes(bits: bits & Self.scriptMask) }
    var region: LanguageCodes { LanguageCodes(bits: bits & Self.regionMask) }

    /// The codes of one with those of another that the first has none of.
    func filled(from other: LanguageCodes) -> LanguageCodes {
        var bits = bits
        for mask in [Self.languageMask, Self.scriptMask, Self.regionMask] where bits & mask == 0 {
            bits |= other.bits & mask
        }
        return LanguageCodes(bits: bits)
    }

    func union(_ other: LanguageCodes) -> LanguageCodes { LanguageCodes(bits: bits | other.bits) }
}

extension LanguageCodes {
    init(language subtag: Subtag) { self.init(bits: Self.pack(subtag) << 38) }

    init(script subtag: Subtag) { self.init(bits: Self.pack(subtag) << 18) }

    init(region subtag: Subtag) {
        var bits: UInt64 = 0
        for index in (0..<subtag.count).reversed() {
            let byte = subtag.byte(at: index)
            bits = bits << 6 | (byte < 0x40 ? byte &- 0x30 &+ 27 : byte & 0x1F)
        }
        self.init(bits: bits)
    }

    /// Reads a tag of ours, which is canonical and has nothing but these codes.
    init(_ text: Substring.UTF8View) {
        let bytes = Array(text)
        var reader = SubtagReader(bytes.indices)
        var codes = LanguageCodes.none
        if let subtag = reader.next(in: bytes.span) { codes = LanguageCodes(language: subtag) }
        while let subtag = reader.next(in: bytes.span) {
            codes = codes.union(
                subtag.isScript ? LanguageCodes(script: subtag) : LanguageCodes(region: subtag)
            )
        }
        self = codes
    }

    init(_ text: String) { self.init(text[...].utf8) }

    private static func pack(_ subtag: Subtag) -> UInt64 {
        (0..<subtag.count).reversed().reduce(0) { $0 << 5 | subtag.byte(at: $1) & 0x1F }
    }

    var languageText: String { Self.letters(bits >> 38, from: 0x60) }

    var scriptText: String? {
        let bits = script.bits >> 18
        guard bits != 0 else { return nil }
        return Self.letters(bits & 0x1F, from: 0x40) + Self.letters(bits >> 5, from: 0x60)
    }

    var regionText: String? {
        var rest = region.bits
        guard rest != 0 else { return nil }
        var text = ""
        while rest != 0 {
            let code = UInt8(truncatingIfNeeded: rest & 0x3F)
            text.unicodeScalars.append(Unicode.Scalar(code < 27 ? code &+ 0x40 : code &+ 21))
            rest >>= 6
        }
        return text
    }

    private static func letters(_ bits: UInt64, from base: UInt8) -> String {
        var text = ""
        var rest = bits
        while rest != 0 {
            text.unicodeScalars.append(
                Unicode.Scalar(base &+ UInt8(truncatingIfNeeded: rest & 0x1F))
            )
            rest >>= 5
        }
        return text
    }
}
