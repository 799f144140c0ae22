/// The codes of a language, a script and a region, packed into one word for fast comparison.
struct LanguageCodes: Hashable, Sendable {
    /// 15 bits for the language, 20 for the script and 18 for the region; 0 means no code.
    let bits: UInt64

    private static let languageMask: UInt64 = 0x7FFF << 38
    private static let scriptMask: UInt64 = 0xF_FFFF << 18
    private static let regionMask: UInt64 = 0x3_FFFF

    static let none = LanguageCodes(bits: 0)

    var isEmpty: Bool { bits == 0 }

    var language: LanguageCodes { LanguageCodes(bits: bits & Self.languageMask) }
    var script: LanguageCodes { LanguageCodes(bits: bits & Self.scriptMask) }
    var region: LanguageCodes { LanguageCodes(bits: bits & Self.regionMask) }

    /// These codes, with missing ones from `other`.
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
    init(language subtag: Subtag) { self.init(bits: Self.pack(subtag, width: 5) << 38) }

    init(script subtag: Subtag) { self.init(bits: Self.pack(subtag, width: 5) << 18) }

    init(region subtag: Subtag) { self.init(bits: Self.pack(subtag, width: 6)) }

    /// Reads a tag of a built-in table, which is canonical and has no other subtags.
    @inline(never)
    init(_ range: Range<Int>, of bytes: Span<UInt8>) {
        var reader = SubtagReader(range)
        var codes = LanguageCodes.none
        if let subtag = reader.next(in: bytes) { codes = LanguageCodes(language: subtag) }
        while let subtag = reader.next(in: bytes) {
            codes = codes.union(
                subtag.isScript ? LanguageCodes(script: subtag) : LanguageCodes(region: subtag)
            )
        }
        self = codes
    }

    @inline(never)
    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.indices, of: bytes.span)
    }

    /// Reads tags of a built-in table, separated by spaces, each with a prefix added.
    static func list(_ text: String, after prefix: String = "") -> [LanguageCodes] {
        text.split(atByte: UInt8(ascii: " ")).map { LanguageCodes(prefix + $0) }
    }

    /// Packs characters of `width` bits, from the lowest on: 1–26 are letters, 27–36 are digits.
    @inline(never)
    private static func pack(_ subtag: Subtag, width: UInt64) -> UInt64 {
        var bits: UInt64 = 0
        var index = subtag.count
        while index > 0 {
            index &-= 1
            let byte = subtag.byte(at: index)
            bits = bits << width | (byte < 0x40 ? byte &- 0x30 &+ 27 : byte & 0x1F)
        }
        return bits
    }

    var languageText: String { Self.text(bits >> 38, width: 5, from: 0x60) }

    var scriptText: String? {
        let bits = script.bits >> 18
        guard bits != 0 else { return nil }
        return Self.text(bits & 0x1F, width: 5, from: 0x40)
            + Self.text(bits >> 5, width: 5, from: 0x60)
    }

    var regionText: String? {
        region.isEmpty ? nil : Self.text(region.bits, width: 6, from: 0x40)
    }

    /// Unpacks what `pack` packed.
    @inline(never)
    private static func text(_ bits: UInt64, width: UInt64, from base: UInt8) -> String {
        var bytes: [UInt8] = []
        var rest = bits
        while rest != 0 {
            let code = UInt8(truncatingIfNeeded: rest & (1 << width - 1))
            bytes.append(code < 27 ? base &+ code : code &+ 21)
            rest >>= width
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
