/// CLDR's data about the codes of a language, from ``LanguageTable``.
extension LanguageCodes {
    /// The codes with retired ones replaced; a named script or region takes precedence over one
    /// that a replacement implies.
    var current: LanguageCodes {
        var codes = self
        if let language = Self.aliases[codes.language] {
            codes = LanguageCodes(bits: codes.script.bits | codes.region.bits).filled(
                from: language
            )
        }
        if !codes.region.isEmpty, let region = Self.regions[codes.region] {
            codes = LanguageCodes(bits: codes.language.bits | codes.script.bits).union(region)
        }
        return codes
    }

    /// The codes with their likely script and region, if CLDR knows them.
    var maximized: LanguageCodes {
        if !script.isEmpty, !region.isEmpty { return self }
        let likely = Self.likely[self] ?? Self.likely[language] ?? .none
        return filled(from: likely)
    }

    /// Whether these codes, with a script, are of the same written language as others: the nearest
    /// relatives, `no` and `nb`, are one.
    func isWritten(as other: LanguageCodes) -> Bool {
        self == other
            || script == other.script
                && RelatedLanguages.closest[language].contains {
                    $0.language == other.language && $0.distance == 1
                }
    }

    /// The codes with their likely script: inheritance may omit it, but never drops another one.
    var withScript: LanguageCodes { filled(from: maximized.script) }

    /// The locale that these codes inherit from, or `nil` for the root; both include the script.
    var parent: LanguageCodes? {
        if let parent = Self.parents[self] { return parent }
        return region.isEmpty ? nil : LanguageCodes(bits: language.bits | script.bits)
    }

    private static let aliases = CodeTable(LanguageTable.aliases)
    private static let regions = CodeTable(LanguageTable.regions, .region)
    private static let likely = CodeTable(LanguageTable.likely)
    private static let parents = CodeTable(LanguageTable.parents, .withScript)
}

/// The languages that can replace another one, with their distances, from ``LanguageTable``.
struct RelatedLanguages: Sendable {
    private var table = CodeTable()

    /// A language and its distance: 1 or more, and lower is better.
    typealias Row = (language: LanguageCodes, distance: Int)

    static let all = RelatedLanguages(LanguageTable.related)

    /// The pairs that readers read like their own language: the written forms of Norwegian, and
    /// Chinese for readers of Cantonese.
    static let closest = RelatedLanguages([
        (1, "nb=no no=nb"), (10, "yue=zh"), (20, "nn=no nn=nb no=nn nb=nn"),
    ])

    private init(_ groups: [(distance: Int, pairs: String)]) {
        for (distance, pairs) in groups { table.append(pairs, .asWritten, distance) }
    }

    subscript(language: LanguageCodes) -> [Row] {
        var rows: [Row] = []
        table.forEach(of: language) { rows.append(($0, $1)) }
        return rows
    }
}

/// A hash table from codes to codes and a number, in which a key can have several values.
private struct CodeTable: Sendable {
    /// 0 is an empty slot: no key is 0.
    private var keys = [UInt64](repeating: 0, count: 64)
    /// The codes, with the number in the bits above them.
    private var values = [UInt64](repeating: 0, count: 64)
    private var count = 0

    enum Form { case asWritten, region, withScript }

    init() {}

    init(_ pairs: String, _ form: Form = .asWritten) { append(pairs, form, 0) }

    /// Inserts pairs of tags, such as `sh=sr-Latn`, separated by spaces; a single tag is the value
    /// for its language.
    @inline(never)
    mutating func append(_ pairs: String, _ form: Form, _ number: Int) {
        let bytes = Array(pairs.utf8)
        var key: LanguageCodes?
        var start = 0
        for index in 0...bytes.count {
            let isEnd = index == bytes.count || bytes[index] == UInt8(ascii: " ")
            guard isEnd || bytes[index] == UInt8(ascii: "=") else { continue }
            var codes = LanguageCodes(start..<index, of: bytes.span)
            start = index + 1
            switch form {
            case .asWritten: break
            case .region: codes = codes.region
            case .withScript: codes = codes.withScript
            }
            if isEnd {
                insert(codes.bits | UInt64(number) << 53, for: (key ?? codes.language).bits)
                key = nil
            } else {
                key = codes
            }
        }
    }

    @inline(never)
    private mutating func insert(_ value: UInt64, for key: UInt64) {
        if count * 2 >= keys.count {
            let (oldKeys, oldValues) = (keys, values)
            keys = [UInt64](repeating: 0, count: keys.count * 2)
            values = keys
            count = 0
            for index in oldKeys.indices where oldKeys[index] != 0 {
                insert(oldValues[index], for: oldKeys[index])
            }
        }
        var slot = slot(of: key)
        while keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
        (keys[slot], values[slot]) = (key, value)
        count += 1
    }

    /// The first slot to probe; the keys are fixed tables, so the hash needs no random seed.
    private func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
    }

    func forEach(of codes: LanguageCodes, _ body: (LanguageCodes, Int) -> Void) {
        var slot = slot(of: codes.bits)
        while keys[slot] != 0 {
            if keys[slot] == codes.bits {
                let value = values[slot]
                body(LanguageCodes(bits: value & (1 << 53 - 1)), Int(value >> 53))
            }
            slot = (slot + 1) & (keys.count - 1)
        }
    }

    subscript(codes: LanguageCodes) -> LanguageCodes? {
        var slot = slot(of: codes.bits)
        while keys[slot] != 0 {
            if keys[slot] == codes.bits { return LanguageCodes(bits: values[slot] & (1 << 53 - 1)) }
            slot = (slot + 1) & (keys.count - 1)
        }
        return nil
    }
}
