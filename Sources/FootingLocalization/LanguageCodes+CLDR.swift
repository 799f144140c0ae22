/// What CLDR says about the codes of a language, from ``LanguageTable``.
extension LanguageCodes {
    /// The codes in use today; a script or region that came with an old code gives way to one
    /// that is named.
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

    /// The codes with the script and the region they imply, where CLDR knows them.
    var maximized: LanguageCodes {
        if !script.isEmpty, !region.isEmpty { return self }
        let likely = Self.likely[self] ?? Self.likely[language] ?? .none
        return filled(from: likely)
    }

    /// The codes with the script they imply.
    ///
    /// This is the form in which locales inherit: a script that is likely needs not be named, and
    /// one that is not is never dropped.
    var withScript: LanguageCodes { filled(from: maximized.script) }

    /// The locale that these codes inherit from, or `nil` for the root; both with their script.
    var parent: LanguageCodes? {
        if let parent = Self.parents[self] { return parent }
        return region.isEmpty ? nil : LanguageCodes(bits: language.bits | script.bits)
    }

    private static let aliases = CodeTable(LanguageTable.aliases)
    private static let regions = CodeTable(LanguageTable.regions) { $0.region }
    private static let likely = CodeTable(LanguageTable.likely)
    private static let parents = CodeTable(LanguageTable.parents) { $0.withScript }
}

/// The languages that may answer for another one, and how well, from ``LanguageTable``.
struct RelatedLanguages: Sendable {
    private let rows: CodeTable<[Row]>

    struct Row: Sendable {
        var language: LanguageCodes
        /// 1 and more; the least is the best.
        var distance: Int
    }

    /// All that CLDR knows.
    static let all = RelatedLanguages(LanguageTable.related)

    /// Those whose readers read the other one as their own: the written forms of Norwegian, and
    /// Chinese for readers of Cantonese.
    static let closest = RelatedLanguages([
        (1, "nb=no no=nb"), (10, "yue=zh"), (20, "nn=no nn=nb no=nn nb=nn"),
    ])

    private init(_ table: [(distance: Int, pairs: String)]) {
        var rows: [LanguageCodes: [Row]] = [:]
        for (distance, pairs) in table {
            for (language, other) in LanguageCodes.pairs(pairs) {
                rows[language, default: []].append(Row(language: other, distance: distance))
            }
        }
        self.rows = CodeTable(rows.map { ($0, $1) })
    }

    subscript(language: LanguageCodes) -> [Row] { rows[language] ?? [] }
}

/// Values by codes, found by halving.
private struct CodeTable<Value: Sendable>: Sendable {
    private let keys: [UInt64]
    private let values: [Value]

    init(_ pairs: [(LanguageCodes, Value)]) {
        let sorted = pairs.sorted { $0.0.bits < $1.0.bits }
        keys = sorted.map(\.0.bits)
        values = sorted.map(\.1)
    }

    subscript(codes: LanguageCodes) -> Value? {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low &+ high) >> 1
            if keys[middle] < codes.bits { low = middle &+ 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == codes.bits ? values[low] : nil
    }
}

extension CodeTable<LanguageCodes> {
    fileprivate init(_ text: String, _ form: (LanguageCodes) -> LanguageCodes = { $0 }) {
        self.init(LanguageCodes.pairs(text).map { (form($0), form($1)) })
    }
}

extension LanguageCodes {
    /// Reads pairs of tags, `sh=sr-Latn`, with blanks between them.
    fileprivate static func pairs(_ text: String) -> [(LanguageCodes, LanguageCodes)] {
        text.utf8.split(separator: UInt8(ascii: " ")).map { pair in
            let sides = pair.split(separator: UInt8(ascii: "=")).map { LanguageCodes($0) }
            return (sides[0], sides[1])
        }
    }
}
